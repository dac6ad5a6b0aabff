/** Handlers of reactions to issues and to their comments. */
import * as Result from "effect/Result"
import type { ReactionKind } from "../../../ForgeState.ts"
import { json, noContent } from "../../exchange.ts"
import { issueOf, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { type Issue, nextId, type Repository, same } from "../state/model.ts"
import type { Reaction } from "../state/records.ts"
import { reaction, stablePath } from "../wire/common.ts"
import { commentOf } from "./comments.ts"

const kinds: ReadonlyArray<ReactionKind> = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]

/** What can be reacted to. */
interface Subject {
  readonly issue: Issue
  /** Its path in the repository. */
  readonly path: string
  readonly reactions: ReadonlyArray<Reaction>
  /** The issue with other reactions to the subject. */
  readonly with: (reactions: ReadonlyArray<Reaction>) => Issue
}

type Find = (call: Call, repository: Repository) => OrRefusal<Subject>

const ofIssue: Find = (call, repository) =>
  Result.map(issueOf(call, repository), (issue) => ({
    issue,
    path: `issues/${issue.number}`,
    reactions: issue.reactions,
    with: (reactions) => ({ ...issue, reactions })
  }))

const ofComment: Find = (call, repository) =>
  Result.map(commentOf(call, repository), ({ comment, issue }) => ({
    issue,
    path: `issues/comments/${comment.id}`,
    reactions: comment.reactions,
    with: (reactions) => ({
      ...issue,
      comments: issue.comments.map((each) => (each.id === comment.id ? { ...comment, reactions } : each))
    })
  }))

const list = (find: Find): Handler =>
  handler(function* (call) {
    const repository = yield* readable(call)
    const { path, reactions } = yield* find(call, repository)
    const wanted = yield* Input.choice(call, "content", ["all", ...kinds], "Reaction")
    const found = reactions.filter(({ content }) => wanted === "all" || content === wanted)
    return pageOf(call, `${stablePath(repository)}/${path}/reactions`, found, (each) => reaction(call, each))
  })

/** Reacting again in the same way changes nothing. A reaction leaves `updated_at` alone. */
const create = (find: Find): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* signedIn(call)
    const subject = yield* find(call, repository)
    if (subject.issue.locked && !may(call, repository, "write")) {
      return yield* Result.fail(forbidden(call, "Unable to create reaction because issue is locked."))
    }
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "content")
    const content = (yield* Input.oneOf(call, fields, "content", kinds, "Reaction")) ?? "+1"
    const before = subject.reactions.find((each) => each.content === content && isBy(each, viewer))
    if (before !== undefined) return json(200, reaction(call, before))
    const made: Reaction = { id: nextId(call.world, "reaction"), user: viewer, content, created_at: call.now }
    repository.issues.set(subject.issue.number, subject.with([...subject.reactions, made]))
    return json(201, reaction(call, made))
  })

const isBy = ({ user }: Reaction, login: string): boolean => user !== null && same(user, login)

/** Nobody removes the reactions of others. */
const remove = (find: Find): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* signedIn(call)
    const subject = yield* find(call, repository)
    const id = pathNumber(call, "reaction_id")
    const found = subject.reactions.find((each) => each.id === id)
    if (found === undefined) return yield* Result.fail(notFound(call))
    if (!isBy(found, viewer)) {
      return yield* Result.fail(forbidden(call, "You can only delete your own reactions."))
    }
    repository.issues.set(subject.issue.number, subject.with(subject.reactions.filter((each) => each.id !== id)))
    return noContent
  })

const listForIssue = list(ofIssue)
const createForIssue = create(ofIssue)
const removeFromIssue = remove(ofIssue)
const listForComment = list(ofComment)
const createForComment = create(ofComment)
const removeFromComment = remove(ofComment)

const issues = "/repos/{owner}/{repo}/issues"
const commentReactions = `${issues}/comments/{comment_id}/reactions`
const issueReactions = `${issues}/{issue_number}/reactions`

const endpoint = endpointsOf("reactions/reactions")

export const routes: ReadonlyArray<Route> = [
  endpoint(
    "Reactions.listForComment",
    `GET ${commentReactions}`,
    "list-reactions-for-an-issue-comment",
    listForComment
  ),
  endpoint(
    "Reactions.createForComment",
    `POST ${commentReactions}`,
    "create-reaction-for-an-issue-comment",
    createForComment
  ),
  endpoint(
    "Reactions.deleteForComment",
    `DELETE ${commentReactions}/{reaction_id}`,
    "delete-an-issue-comment-reaction",
    removeFromComment
  ),
  endpoint("Reactions.listForIssue", `GET ${issueReactions}`, "list-reactions-for-an-issue", listForIssue),
  endpoint("Reactions.createForIssue", `POST ${issueReactions}`, "create-reaction-for-an-issue", createForIssue),
  endpoint(
    "Reactions.deleteForIssue",
    `DELETE ${issueReactions}/{reaction_id}`,
    "delete-an-issue-reaction",
    removeFromIssue
  )
]
