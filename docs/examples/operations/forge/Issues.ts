import { Issues } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Assigns an issue to somebody. Those who are assigned already stay. */
export const addAssignees = Issues.addAssignees({ ...repo, issue_number: 1, assignees: ["alan"] }).pipe(
  Effect.map(({ assignees }) => assignees.map(({ login }) => login))
)

/** Says that an issue cannot be done before another one. They may be in different repositories. */
export const addBlockedBy = Effect.gen(function* () {
  const { id } = yield* Issues.get({ ...repo, issue_number: 1 })
  const { issue_dependencies_summary } = yield* Issues.addBlockedBy({ ...repo, issue_number: 2, issue_id: id })
  return issue_dependencies_summary?.blocked_by
})

/** Makes an issue a part of another one. */
export const addSubIssue = Effect.gen(function* () {
  const { id } = yield* Issues.get({ ...repo, issue_number: 2 })
  const { sub_issues_summary } = yield* Issues.addSubIssue({ ...repo, issue_number: 1, sub_issue_id: id })
  return sub_issues_summary?.total
})

/** Opens an issue. Without write access, the service drops labels and assignees. */
export const create = Issues.create({
  ...repo,
  title: "The sun sets twice",
  body: "On the 29th of March, in Bergen.",
  labels: ["bug"],
  assignees: ["grace"]
}).pipe(Effect.map(({ html_url, number }) => ({ number, html_url })))

/** Comments on an issue, unless its conversation is locked. */
export const createComment = Issues.createComment({ ...repo, issue_number: 1, body: "Fixed on `main`." }).pipe(
  Effect.map((comment) => comment.html_url),
  Effect.catchTag("Forbidden", (refused) => Effect.succeed(`Not commented: ${refused.serviceMessage}`))
)

/** Reads an issue that may not exist, or no longer. */
export const get = Issues.get({ ...repo, issue_number: 1 }).pipe(
  Effect.map(({ labels, state, title }) => ({ title, state, labels: labels.map(({ name }) => name) })),
  Effect.catchTag(["NotFound", "Gone"], () => Effect.succeed(null))
)

/** Reads a comment by its id. */
export const getComment = Issues.getComment({ ...repo, comment_id: 102 }).pipe(
  Effect.map(({ body, user }) => `${user?.login ?? "ghost"}: ${body}`)
)

/** Gets the issue that an issue is a part of; null if it is none. */
export const getParent = Issues.getParent({ ...repo, issue_number: 3 }).pipe(
  Effect.map(({ title }) => title),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists the ten newest open bugs. Pull requests are issues, too, so they are left out. */
export const list = Issues.list({ ...repo, state: "open", labels: ["bug"] }).pipe(
  Stream.filter((issue) => !issue.is_pull_request),
  Stream.take(10),
  Stream.map(({ number, title }) => ({ number, title })),
  Stream.runCollect
)

/** Lists who can be assigned to an issue. */
export const listAssignees = Issues.listAssignees(repo).pipe(
  Stream.map(({ login }) => login),
  Stream.runCollect
)

/** Lists what must be done before an issue. */
export const listBlockedBy = Issues.listBlockedBy({ ...repo, issue_number: 3 }).pipe(
  Stream.filter(({ state }) => state === "open"),
  Stream.map(({ number, title }) => `#${number} ${title}`),
  Stream.runCollect
)

/** Lists what waits for an issue. */
export const listBlocking = Issues.listBlocking({ ...repo, issue_number: 1 }).pipe(
  Stream.map(({ number, title }) => `#${number} ${title}`),
  Stream.runCollect
)

/** Lists the comments of an issue, the oldest first. */
export const listComments = Issues.listComments({ ...repo, issue_number: 1 }).pipe(
  Stream.map(({ body, user }) => `${user?.login ?? "ghost"}: ${body}`),
  Stream.runCollect
)

/** Lists who labelled an issue. Each kind of event has its own type. */
export const listEvents = Issues.listEvents({ ...repo, issue_number: 1 }).pipe(
  Stream.filter((event) => event._tag === "LabelEvent"),
  Stream.map(({ actor, event, label }) => `${actor?.login ?? "ghost"} ${event} ${label.name}`),
  Stream.runCollect
)

/** Lists all comments of a repository that have changed since an instant. */
export const listCommentsForRepo = Issues.listCommentsForRepo({ ...repo, since: "2026-02-03T00:00:00Z" }).pipe(
  Stream.map(({ body, id }) => ({ id, body })),
  Stream.runCollect
)

/** Lists the parts of an issue, and which of them are done. */
export const listSubIssues = Issues.listSubIssues({ ...repo, issue_number: 1 }).pipe(
  Stream.map(({ state, title }) => ({ title, state })),
  Stream.runCollect
)

/** Lists what has happened to an issue: comments, events, commits and reviews, the oldest first. */
export const listTimeline = Issues.listTimeline({ ...repo, issue_number: 1 }).pipe(
  Stream.map((event) => (event._tag === "CommentEvent" ? `comment: ${event.body}` : event.event)),
  Stream.runCollect
)

/** Locks a conversation: from now on, only collaborators can comment. */
export const lock = Issues.lock({ ...repo, issue_number: 2, lock_reason: "resolved" })

/** Takes an assignee off an issue. */
export const removeAssignees = Issues.removeAssignees({ ...repo, issue_number: 1, assignees: ["grace"] }).pipe(
  Effect.map(({ assignees }) => assignees.map(({ login }) => login))
)

/** Deletes a comment. It is fine if somebody else was faster. */
export const deleteComment = Issues.deleteComment({ ...repo, comment_id: 102 }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Says that an issue waits for another one no more. */
export const removeBlockedBy = Issues.get({ ...repo, issue_number: 1 }).pipe(
  Effect.flatMap(({ id }) => Issues.removeBlockedBy({ ...repo, issue_number: 3, issue_id: id })),
  Effect.map(({ issue_dependencies_summary }) => issue_dependencies_summary?.blocked_by)
)

/** Makes a sub-issue a separate issue again. */
export const removeSubIssue = Issues.get({ ...repo, issue_number: 3 }).pipe(
  Effect.flatMap(({ id }) => Issues.removeSubIssue({ ...repo, issue_number: 1, sub_issue_id: id })),
  Effect.map(({ sub_issues_summary }) => sub_issues_summary?.total)
)

/** Puts the last part of an issue before the first one. */
export const reprioritizeSubIssue = Effect.gen(function* () {
  const parts = yield* Stream.runCollect(Issues.listSubIssues({ ...repo, issue_number: 1 }))
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined || first.id === last.id) return null
  const move = { sub_issue_id: last.id, before_id: first.id }
  const { number } = yield* Issues.reprioritizeSubIssue({ ...repo, issue_number: 1, ...move })
  return number
})

/** Unlocks a conversation. */
export const unlock = Issues.unlock({ ...repo, issue_number: 4 })

/** Closes an issue as not planned. Fields that are left out stay as they are. */
export const update = Issues.update({ ...repo, issue_number: 2, state: "closed", state_reason: "not_planned" }).pipe(
  Effect.map(({ state, state_reason, title }) => ({ title, state, state_reason }))
)

/** Replaces the text of a comment. */
export const updateComment = Issues.updateComment({ ...repo, comment_id: 101, body: "Fixed in v1.1." }).pipe(
  Effect.map(({ body, id }) => ({ id, body }))
)
