/** Mutations of issues, their comments, labels and reactions. */
import { may } from "../access/permissions.ts"
import { placed } from "../state/issueLinks.ts"
import { nextId } from "../state/model.ts"
import { branchRef } from "../state/refs.ts"
import { contents, reactable, reactionOf } from "./issues.ts"
import { linkedBranch } from "./linkedBranches.ts"
import { account, reference, refusal, type View } from "./nodes.ts"
import { deleteIssue, pin, transferred, unpin } from "./pins.ts"
import type { Route } from "../http/router.ts"
import {
  textIn,
  listIn,
  given,
  type Perform,
  subject,
  repositoryIn,
  conversationIn,
  after,
  logins,
  labelNames,
  content,
  lower,
  nodeIdIn,
  type Mutation,
  mutation,
  update
} from "./acts.ts"

const issueIn = (view: View, id: string) => {
  const { issue, repository } = subject(view, id, "Issue")
  return { repository, params: { owner: repository.owner, repo: repository.name, issue_number: issue.number } }
}

const pinned = (route: Route) =>
  mutation("issueId", (view, input, perform) => {
    const id = textIn(input, "issueId")
    perform(route, issueIn(view, id).params)
    return { id, issue: after(view, id) }
  })

/** Adds or removes what has a list of its own on an issue. */
const listed = (
  field: string,
  ids: string,
  act: (view: View, id: string, ids: ReadonlyArray<string>, perform: Perform) => void
) =>
  mutation(`${field}Id ${ids}`, (view, input, perform) => {
    const id = textIn(input, `${field}Id`)
    act(view, id, listIn(input, ids), perform)
    return { [field]: after(view, id) }
  })

const reacted = (isAdded: boolean) =>
  mutation("subjectId content", (view, input, perform) => {
    const id = textIn(input, "subjectId")
    const node = subject(view, id, "Issue", "PullRequest", "IssueComment")
    const { repository } = node
    const common = { owner: repository.owner, repo: repository.name }
    const [kind, params] =
      node.__typename === "IssueComment"
        ? ["Comment", { ...common, comment_id: node.comment.id }]
        : ["Issue", conversationIn(view, id).params]
    const [name = ""] = Object.entries(contents).find(([, each]) => each === input["content"]) ?? []
    const all = () => {
      const now = subject(view, id, "Issue", "PullRequest", "IssueComment")
      if (now.__typename === "IssueComment") return now.comment.reactions
      return now.__typename === "Issue" ? now.issue.reactions : now.pull.reactions
    }
    const isOwn = ({ content, user }: { readonly content: string; readonly user: string | null }) =>
      content === name && user?.toLowerCase() === view.viewer?.toLowerCase()
    const before = all().find(isOwn)
    if (isAdded) perform(`Reactions.createFor${kind}`, params, { content: name })
    else if (before !== undefined) perform(`Reactions.deleteFor${kind}`, { ...params, reaction_id: before.id })
    const reaction = all().find(isOwn) ?? before
    const left = after(view, id)
    const { reactionGroups } = reactable(left, all(), view)
    return { reaction: reaction === undefined ? null : reactionOf(view, reaction), reactionGroups, subject: left }
  })

/** The name of a branch that the service proposes. */
const branchNameOf = ({ number, title }: { readonly number: number; readonly title: string }): string =>
  `${number}-${title
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "")}`

export const mutations: Readonly<Record<string, Mutation>> = {
  addAssigneesToAssignable: listed("assignable", "assigneeIds", (view, id, ids, perform) => {
    perform("Issues.addAssignees", conversationIn(view, id).params, { assignees: logins(view, ids) })
  }),
  addComment: mutation("subjectId body", (view, input, perform) => {
    const id = textIn(input, "subjectId")
    const made = perform("Issues.createComment", conversationIn(view, id).params, given(input, { body: "body" }))
    const node = after(view, nodeIdIn(made))
    return { commentEdge: { cursor: btoa(nodeIdIn(made)), node }, subject: after(view, id) }
  }),
  addLabelsToLabelable: listed("labelable", "labelIds", (view, id, ids, perform) => {
    perform("Labels.addToIssue", conversationIn(view, id).params, { labels: labelNames(view, ids) })
  }),
  addReaction: reacted(true),
  closeIssue: mutation("issueId stateReason duplicateIssueId", update("closed", "issue")),
  createIssue: mutation(
    "repositoryId title body assigneeIds labelIds milestoneId parentIssueId",
    (view, input, perform) => {
      const { params } = repositoryIn(view, textIn(input, "repositoryId"))
      const parent = input["parentIssueId"]
      const under = typeof parent === "string" ? conversationIn(view, parent).params : undefined
      const made = perform("Issues.create", params, {
        ...given(input, { title: "title", body: "body" }),
        ...content(view, input)
      })
      if (under !== undefined) perform("Issues.addSubIssue", under, { sub_issue_id: made["id"] })
      return { issue: after(view, nodeIdIn(made)) }
    }
  ),
  createLabel: mutation("repositoryId name color description", (view, input, perform) => {
    const { params } = repositoryIn(view, textIn(input, "repositoryId"))
    const fields = given(input, { name: "name", color: "color", description: "description" })
    return { label: after(view, nodeIdIn(perform("Labels.create", params, fields))) }
  }),
  createLinkedBranch: mutation("issueId oid name repositoryId", (view, input, perform) => {
    const id = textIn(input, "issueId")
    const { issue, repository } = subject(view, id, "Issue")
    const elsewhere = textIn(input, "repositoryId")
    const target = elsewhere === "" ? repository : repositoryIn(view, elsewhere).repository
    const name = textIn(input, "name").replace(/^refs\/heads\//, "") || branchNameOf(issue)
    perform("Refs.create", { owner: target.owner, repo: target.name }, { ref: branchRef(name), sha: input["oid"] })
    const { linkedBranches } = view.world
    const linked = { id: nextId(view.world, "linked branch"), repository: target.id, name }
    linkedBranches.set(issue.id, [...(linkedBranches.get(issue.id) ?? []), linked])
    return { issue: after(view, id), linkedBranch: linkedBranch(target, linked) }
  }),
  deleteIssue: mutation("issueId", (view, input, perform) => {
    const { params, repository } = issueIn(view, textIn(input, "issueId"))
    perform(deleteIssue, params)
    return { repository: reference("Repository", { repository }) }
  }),
  deleteIssueComment: mutation("id", (view, input, perform) => {
    const { comment, repository } = subject(view, textIn(input, "id"), "IssueComment")
    perform("Issues.deleteComment", { owner: repository.owner, repo: repository.name, comment_id: comment.id })
    return {}
  }),
  deleteLabel: mutation("id", (view, input, perform) => {
    const { label, repository } = subject(view, textIn(input, "id"), "Label")
    perform("Labels.delete", { owner: repository.owner, repo: repository.name, name: label.name })
    return {}
  }),
  deleteLinkedBranch: mutation("linkedBranchId", (view, input) => {
    const { linked, repository } = subject(view, textIn(input, "linkedBranchId"), "LinkedBranch")
    if (!may(view, repository, "write")) {
      throw refusal(
        "FORBIDDEN",
        `${view.viewer} does not have the correct permissions to execute \`DeleteLinkedBranch\``
      )
    }
    const { linkedBranches } = view.world
    const [id = 0, all = []] = [...linkedBranches].find(([, each]) => each.includes(linked)) ?? []
    linkedBranches.set(
      id,
      all.filter((each) => each !== linked)
    )
    const found = placed(view.world, id)
    return { issue: found === undefined ? null : reference("Issue", found) }
  }),
  lockLockable: mutation("lockableId lockReason", (view, input, perform) => {
    const id = textIn(input, "lockableId")
    const reason = lower(input["lockReason"])
    const named = reason === "too_heated" ? "too heated" : reason?.replace("_", "-")
    perform("Issues.lock", conversationIn(view, id).params, named === undefined ? {} : { lock_reason: named })
    return { actor: account(view, view.viewer), lockedRecord: after(view, id) }
  }),
  pinIssue: pinned(pin),
  removeAssigneesFromAssignable: listed("assignable", "assigneeIds", (view, id, ids, perform) => {
    perform("Issues.removeAssignees", conversationIn(view, id).params, { assignees: logins(view, ids) })
  }),
  removeLabelsFromLabelable: listed("labelable", "labelIds", (view, id, ids, perform) => {
    const { params } = conversationIn(view, id)
    for (const name of labelNames(view, ids)) perform("Labels.removeFromIssue", { ...params, name })
  }),
  removeReaction: reacted(false),
  reopenIssue: mutation("issueId", update("open", "issue")),
  transferIssue: mutation("issueId repositoryId createLabelsIfMissing", (view, input, perform) => {
    const { params } = issueIn(view, textIn(input, "issueId"))
    const { repository } = repositoryIn(view, textIn(input, "repositoryId"))
    const fields = { repository: repository.id, labels: input["createLabelsIfMissing"] === true }
    return { issue: after(view, nodeIdIn(perform(transferred, params, fields))) }
  }),
  unlockLockable: mutation("lockableId", (view, input, perform) => {
    const id = textIn(input, "lockableId")
    perform("Issues.unlock", conversationIn(view, id).params)
    return { actor: account(view, view.viewer), unlockedRecord: after(view, id) }
  }),
  unpinIssue: pinned(unpin),
  updateIssue: mutation("id title body state assigneeIds labelIds milestoneId", (view, input, perform) => {
    const id = textIn(input, "id")
    const { params } = issueIn(view, id)
    const state = lower(input["state"])
    perform("Issues.update", params, {
      ...given(input, { title: "title", body: "body" }),
      ...(state === undefined ? {} : { state }),
      ...content(view, input)
    })
    return { actor: account(view, view.viewer), issue: after(view, id) }
  }),
  updateIssueComment: mutation("id body", (view, input, perform) => {
    const id = textIn(input, "id")
    const { comment, repository } = subject(view, id, "IssueComment")
    const params = { owner: repository.owner, repo: repository.name, comment_id: comment.id }
    perform("Issues.updateComment", params, given(input, { body: "body" }))
    return { issueComment: after(view, id) }
  }),
  updateLabel: mutation("id name color description", (view, input, perform) => {
    const id = textIn(input, "id")
    const { label, repository } = subject(view, id, "Label")
    const params = { owner: repository.owner, repo: repository.name, name: label.name }
    perform("Labels.update", params, given(input, { name: "new_name", color: "color", description: "description" }))
    return { label: after(view, id) }
  })
}
