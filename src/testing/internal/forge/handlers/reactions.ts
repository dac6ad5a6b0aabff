/** Handlers of reactions: to issues, comments of all kinds, and releases. */
import * as Result from "effect/Result"
import type { ReactionKind } from "../../../ForgeState.ts"
import { json, noContent } from "../../exchange.ts"
import { issueOf, pathNumber, readable, signedIn } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { forbidden, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { nextId, type Repository, same } from "../state/model.ts"
import type { Reaction } from "../state/records.ts"
import { reaction, stablePath } from "../wire/common.ts"
import { commentOf } from "./comments.ts"
import { commentOf as commitCommentOf } from "./commitComments.ts"
import { releaseOf } from "./releases.ts"
import { commentIn } from "./reviewComments.ts"

const kinds: ReadonlyArray<ReactionKind> = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"]

/** What can be reacted to. */
interface Subject {
  /** Its path in the repository. */
  readonly path: string
  readonly reactions: ReadonlyArray<Reaction>
  /** Whether only those who may write take part. */
  readonly isLocked: boolean
  readonly put: (reactions: ReadonlyArray<Reaction>) => void
}

type Find = (call: Call, repository: Repository) => OrRefusal<Subject>

const ofIssue: Find = (call, repository) =>
  Result.map(issueOf(call, repository), (issue) => ({
    path: `issues/${issue.number}`,
    reactions: issue.reactions,
    isLocked: issue.locked,
    put: (reactions) => repository.issues.set(issue.number, { ...issue, reactions })
  }))

const ofComment: Find = (call, repository) =>
  Result.map(commentOf(call, repository), ({ comment, issue }) => ({
    path: `issues/comments/${comment.id}`,
    reactions: comment.reactions,
    isLocked: issue.locked,
    put: (reactions) => {
      const comments = issue.comments.map((each) => (each.id === comment.id ? { ...comment, reactions } : each))
      repository.issues.set(issue.number, { ...issue, comments })
    }
  }))

const ofReviewComment: Find = (call, repository) =>
  Result.map(commentIn(call, repository), ({ comment, pull }) => ({
    path: `pulls/comments/${comment.id}`,
    reactions: comment.reactions,
    isLocked: pull.locked,
    put: (reactions) => {
      const { pull_request } = pull
      const review_comments = pull_request.review_comments.map((each) =>
        each.id === comment.id ? { ...comment, reactions } : each
      )
      repository.issues.set(pull.number, { ...pull, pull_request: { ...pull_request, review_comments } })
    }
  }))

const ofCommitComment: Find = (call, repository) =>
  Result.map(commitCommentOf(call, repository), (comment) => ({
    path: `comments/${comment.id}`,
    reactions: comment.reactions,
    isLocked: false,
    put: (reactions) => repository.commitComments.set(comment.id, { ...comment, reactions })
  }))

const ofRelease: Find = (call) =>
  Result.map(releaseOf(call), ([repository, release]) => ({
    path: `releases/${release.id}`,
    reactions: release.reactions,
    isLocked: false,
    put: (reactions) => repository.releases.set(release.id, { ...release, reactions })
  }))

const list = (find: Find, contents: typeof kinds): Handler =>
  handler(function* (call) {
    const repository = yield* readable(call)
    const { path, reactions } = yield* find(call, repository)
    const wanted = yield* Input.choice(call, "content", ["all", ...contents], "Reaction")
    const found = reactions.filter(({ content }) => wanted === "all" || content === wanted)
    return pageOf(call, `${stablePath(repository)}/${path}/reactions`, found, (each) => reaction(call, each))
  })

/** Reacting again in the same way changes nothing. A reaction leaves `updated_at` alone. */
const create = (find: Find, contents: typeof kinds): Handler =>
  handler(function* (call) {
    const [repository, viewer] = yield* signedIn(call)
    const subject = yield* find(call, repository)
    if (subject.isLocked && !may(call, repository, "write")) {
      return yield* Result.fail(forbidden(call, "Unable to create reaction because issue is locked."))
    }
    const fields = yield* Input.fieldsOf(call)
    yield* Input.required(call, fields, "content")
    const content = (yield* Input.oneOf(call, fields, "content", contents, "Reaction")) ?? "+1"
    const before = subject.reactions.find((each) => each.content === content && isBy(each, viewer))
    if (before !== undefined) return json(200, reaction(call, before))
    const made: Reaction = { id: nextId(call.world, "reaction"), user: viewer, content, created_at: call.now }
    subject.put([...subject.reactions, made])
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
    subject.put(subject.reactions.filter((each) => each.id !== id))
    return noContent
  })

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("reactions/reactions")

interface Options {
  /** All kinds by default. */
  readonly contents?: typeof kinds
  /** Section of the documentation. */
  readonly deletion?: string
  readonly reads?: Access
  readonly writes?: Access
}

/** The endpoints for one kind of subject, which ends the names of the operations. */
const endpointsFor = (kind: string, path: string, name: string, find: Find, options: Options = {}) => {
  const { contents = kinds, deletion = `delete-${name}-reaction`, reads, writes } = options
  const all = `${repo}/${path}/reactions`
  const listing = list(find, contents)
  const creation = create(find, contents)
  return [
    endpoint(`Reactions.listFor${kind}`, `GET ${all}`, `list-reactions-for-${name}`, listing, "core", reads),
    endpoint(`Reactions.createFor${kind}`, `POST ${all}`, `create-reaction-for-${name}`, creation, "core", writes),
    endpoint(`Reactions.deleteFor${kind}`, `DELETE ${all}/{reaction_id}`, deletion, remove(find), "core", writes)
  ]
}

/** Who can read commits can react to what is said of them. */
const commits: Access = { permission: "contents", level: "read" }

export const routes: ReadonlyArray<Route> = [
  ...endpointsFor("Issue", "issues/{issue_number}", "an-issue", ofIssue),
  ...endpointsFor("Comment", "issues/comments/{comment_id}", "an-issue-comment", ofComment),
  ...endpointsFor("ReviewComment", "pulls/comments/{comment_id}", "a-pull-request-review-comment", ofReviewComment, {
    deletion: "delete-a-pull-request-comment-reaction"
  }),
  ...endpointsFor("CommitComment", "comments/{comment_id}", "a-commit-comment", ofCommitComment, {
    reads: commits,
    writes: commits
  }),
  ...endpointsFor("Release", "releases/{release_id}", "a-release", ofRelease, {
    contents: kinds.filter((kind) => kind !== "-1" && kind !== "confused")
  })
]
