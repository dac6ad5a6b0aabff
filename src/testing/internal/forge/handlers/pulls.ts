/** Pull requests: one, a list, how they are proposed, changed and merged, and whether they can be. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import type { Permission } from "../../../ForgeState.ts"
import { httpDate, json, noContent } from "../../exchange.ts"
import { commitOf } from "../../git/objects.ts"
import { diffText, patchText } from "../../git/patch.ts"
import { putSigned } from "../../git/signature.ts"
import { mustBeAdmin, pathNumber, readable, signedIn, writable } from "../access/lookups.ts"
import { askedOwners } from "../state/codeOwners.ts"
import { isVisible, may } from "../access/permissions.ts"
import { mayMove } from "../access/protection.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { represented } from "../http/media.ts"
import { pageOf, pageOfTexts, reversed, type Rows } from "../http/paging.ts"
import { type Fault, invalid, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, representedAs, type Route } from "../http/router.ts"
import { openBetween } from "../state/branchMoves.ts"
import { identityOf, webFlow } from "../state/identities.ts"
import { headKey, withEvents, withFirstEvents } from "../state/issues.ts"
import { type Issue, type Repository, same } from "../state/model.ts"
import { baseSha, comparedTree, diffOf, isPull, type Pull, rangeOf, register, trialMerge } from "../state/pulls.ts"
import type { PullHead } from "../state/records.ts"
import { branchRef, branchTip, moveRef } from "../state/refs.ts"
import { inNetwork } from "../state/repositories.ts"
import { newPull } from "../state/seed/pulls.ts"
import { commit, commitFile } from "../wire/commits.ts"
import { pageUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/pulls.ts"
import { newIssue, pullTransition, replaceIssue } from "./issues.ts"
import { lookAt, standingOf } from "./mergeability.ts"

type Found = OrRefusal<{ readonly repository: Repository; readonly pull: Pull }>

export const pullIn = (call: Call, repository: Repository): OrRefusal<Pull> => {
  const issue = repository.issues.get(pathNumber(call, "pull_number") ?? 0)
  return issue !== undefined && isPull(issue) ? Result.succeed(issue) : Result.fail(notFound(call))
}

/** Returns the path's pull request, or 404 if there is none. */
export const readablePull = (call: Call): Found =>
  Result.flatMap(readable(call), (repository) => Result.map(pullIn(call, repository), (pull) => ({ repository, pull })))

/** Returns the path's pull request and the viewer, or 403 without the permission. */
export const writablePull = (call: Call, least: Permission = "write") =>
  Result.flatMap(writable(call, least), ([repository, viewer]) =>
    Result.map(pullIn(call, repository), (pull) => ({ repository, pull, viewer }))
  )

export const isAuthor = ({ user }: { readonly user: string | null }, viewer: string): boolean =>
  user !== null && same(user, viewer)

/** Returns the path's pull request and the viewer, or 403 unless the viewer is its author or has the permission. */
export const editablePull = (call: Call, least: Permission = "write") =>
  Result.gen(function* () {
    const [repository, viewer] = yield* signedIn(call)
    const pull = yield* pullIn(call, repository)
    if (!isAuthor(pull, viewer) && !may(call, repository, least)) return yield* Result.fail(mustBeAdmin(call))
    return { repository, pull, viewer }
  })

const pullResponse = (call: Call, repository: Repository, pull: Pull, status = 200): Response => {
  const wire = Wire.singlePull(call, repository, pull, standingOf(call, repository, pull))
  return json(status, wire, status === 201 ? { location: wire.url } : { "last-modified": httpDate(pull.updated_at) })
}

/** The changes as text, for those who ask for them by the media type. */
const textResponse = (call: Call, repository: Repository, pull: Pull): Response | undefined => {
  const { objects } = call.world
  const base = baseSha(repository, pull)
  const { sha } = pull.pull_request.head
  if (call.media === "diff") {
    return represented("diff", diffText(objects, comparedTree(objects, base, sha), commitOf(objects, sha).tree))
  }
  return call.media === "patch"
    ? represented("patch", patchText(objects, rangeOf(objects, base, sha).ahead))
    : undefined
}

const get: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const text = textResponse(call, repository, pull)
  if (text !== undefined) return text
  // What was not worked out yet is answered as unknown.
  const standing = standingOf(call, repository, pull)
  const seen = lookAt(call, repository, pull)
  return json(200, Wire.singlePull(call, repository, seen, standing), { "last-modified": httpDate(seen.updated_at) })
})

/** Tells whether it was merged, by the status alone. */
const isMerged: Handler = handler(function* (call) {
  const { pull } = yield* readablePull(call)
  return pull.pull_request.merged_at === null ? notFound(call) : noContent
})

const mostFiles = 3000

const listFiles: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const base = baseSha(repository, pull)
  const { sha } = pull.pull_request.head
  const files = diffOf(call.world.objects, base, sha).files.slice(0, mostFiles)
  const target = `${stablePath(repository)}/pulls/${pull.number}/files`
  const from = rangeOf(call.world.objects, base, sha).mergeBase
  return pageOf(call, target, files, (file) => commitFile(call, repository, file, sha, from))
})

const mostCommits = 250

const listCommits: Handler = handler(function* (call) {
  const { pull, repository } = yield* readablePull(call)
  const { ahead: commits } = rangeOf(call.world.objects, baseSha(repository, pull), pull.pull_request.head.sha)
  const target = `${stablePath(repository)}/pulls/${pull.number}/commits`
  return pageOf(call, target, commits.slice(0, mostCommits), (each) => commit(call, repository, each))
})

const sorts = ["created", "updated", "popularity", "long-running"] as const
const month = 30 * 24 * 60 * 60 * 1000

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const state = yield* Input.choice(call, "state", ["open", "closed", "all"], "PullRequest")
  const sort = yield* Input.choice(call, "sort", sorts, "PullRequest")
  const usual = sort === "created" ? "desc" : "asc"
  const direction = yield* Input.choice(call, "direction", [usual, "asc", "desc"], "PullRequest")
  const base = call.query.get("base") ?? ""
  // Without an owner, the service ignores the filter.
  const [, owner = "", branch = ""] = /^([^:]+):(.+)$/.exec(call.query.get("head") ?? "") ?? []
  const order = sort === "popularity" ? "comments" : sort === "updated" ? "updated" : "created"
  const found = repository.issues.select(
    [
      ["kind", "pull"],
      ...(base === "" ? [] : [["base", base] as const]),
      ...(owner === "" ? [] : [["head", headKey({ owner, ref: branch })] as const])
    ],
    state,
    order
  )
  // Open for more than a month, and active within the last one.
  const isLong = ({ created_at, updated_at }: Issue) => created_at < call.now - month && updated_at >= call.now - month
  const chosen = sort === "long-running" ? found.filter(isLong) : found
  const ordered = direction === "asc" ? chosen : reversed(chosen)
  // All of them are pull requests.
  const pulls: Rows<Pull> = {
    length: ordered.length,
    slice: (start, end) => ordered.slice(start, end).filter(isPull)
  }
  return pageOfTexts(call, `${stablePath(repository)}/pulls`, pulls, (pull) => Wire.pullText(call, repository, pull))
})

const title = { resource: "PullRequest", maximum: 256 }
const branch = { resource: "PullRequest", maximum: 1024 }
const body = { resource: "PullRequest", maximum: 65_536, blank: true }

const wrong = (call: Call, field: string): Response =>
  invalid(call, { resource: "PullRequest", field, code: "invalid" })

const custom = (message: string): Fault => ({ resource: "PullRequest", code: "custom", message })

/** A head, with the repository that it is in. */
type Head = readonly [origin: Repository, head: PullHead]

/** Finds a head: `branch`, or `owner:branch` of a fork. */
const headNamed = (
  call: Call,
  repository: Repository,
  name: string,
  fork: string | null | undefined
): OrRefusal<Head> => {
  const [, owner = repository.owner, ref = name] = /^([^:]+):(.+)$/.exec(name) ?? []
  const origin = inNetwork(call.world, repository, owner, fork?.split("/").at(-1))
  const sha = origin !== undefined && isVisible(call, origin) ? branchTip(origin, ref) : undefined
  return origin === undefined || sha === undefined
    ? Result.fail(wrong(call, "head"))
    : Result.succeed([origin, { repository: origin.id, owner: origin.owner, ref, sha }])
}

/** Refuses a pull request between branches that have one, or nothing to merge. */
const canBeProposed = (
  call: Call,
  repository: Repository,
  [origin, head]: Head,
  base: { readonly ref: string; readonly sha: string }
): OrRefusal<void> => {
  const isFork = origin.id !== repository.id
  const from = isFork ? `${origin.owner}:${head.ref}` : head.ref
  const to = isFork ? `${repository.owner}:${base.ref}` : base.ref
  if (openBetween(call.world, repository, origin, head.ref, base.ref) !== undefined) {
    return Result.fail(invalid(call, custom(`A pull request already exists for ${origin.owner}:${head.ref}.`)))
  }
  const { ahead, mergeBase } = rangeOf(call.world.objects, base.sha, head.sha)
  if (mergeBase === undefined) {
    return Result.fail(invalid(call, custom(`The ${from} branch has no history in common with ${to}`)))
  }
  return ahead.length === 0 ? Result.fail(invalid(call, custom(`No commits between ${to} and ${from}`))) : Result.void
}

/** Finds the issue that is to become a pull request. */
const issueFor = (call: Call, repository: Repository, number: number): OrRefusal<Issue> => {
  const issue = repository.issues.get(number)
  return issue === undefined || issue.state === "closed" || issue.pull_request !== null
    ? Result.fail(wrong(call, "issue"))
    : Result.succeed(issue)
}

const create: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const fields = yield* Input.fieldsOf(call)
  const number = yield* Input.integer(call, fields, "issue")
  const name = number === undefined ? yield* Input.requiredText(call, fields, "title", title) : ""
  const headName = yield* Input.requiredText(call, fields, "head", branch)
  const baseName = yield* Input.requiredText(call, fields, "base", branch)
  const fork = yield* Input.text(call, fields, "head_repo")
  const text = yield* Input.boundedText(call, fields, "body", body)
  const draft = yield* Input.flag(call, fields, "draft")
  const modifiable = yield* Input.flag(call, fields, "maintainer_can_modify")
  const baseTip = branchTip(repository, baseName)
  if (baseTip === undefined) return yield* Result.fail(wrong(call, "base"))
  const [origin, head] = yield* headNamed(call, repository, headName, fork)
  if (!may(call, origin, "write")) return yield* Result.fail(mustBeAdmin(call))
  const base = { ref: baseName, sha: baseTip }
  yield* canBeProposed(call, repository, [origin, head], base)
  const issue = number === undefined ? undefined : yield* issueFor(call, repository, number)
  const opened: Pull = {
    ...(issue ?? newIssue(call, repository, viewer, name, text ?? null)),
    type: null,
    field_values: [],
    updated_at: call.now,
    pull_request: {
      ...newPull(call.world, head, base),
      draft: draft ?? false,
      // It says something about forks only: whoever may write to the repository may write to its branches.
      maintainer_can_modify: origin.id !== repository.id && modifiable !== false
    }
  }
  // Drafts ask nobody.
  const asked = draft === true ? {} : askedOwners(call.world, repository, opened)
  const proposed: Pull = { ...opened, pull_request: { ...opened.pull_request, ...asked } }
  const act = { by: viewer, now: call.now }
  const made =
    issue === undefined
      ? withFirstEvents(call.world, repository, proposed, act)
      : withEvents(call.world, repository, opened, proposed, act)
  repository.issues.set(made.number, made)
  register(call.world, repository, made.number, head)
  return pullResponse(call, repository, made, 201)
})

const fault = (field: string, message: string): Fault => ({
  resource: "PullRequest",
  code: "invalid",
  field,
  message
})

/** Checks the branch that a pull request should be merged into from now on. */
const retarget = (
  call: Call,
  repository: Repository,
  pull: Pull,
  ref: string | null | undefined
): OrRefusal<{ readonly ref: string; readonly sha: string } | undefined> => {
  const { base, head } = pull.pull_request
  if (ref === undefined || ref === null || ref === base.ref) return Result.succeed(undefined)
  if (pull.state === "closed") {
    return Result.fail(invalid(call, fault("base", "Cannot change the base branch of a closed pull request.")))
  }
  const sha = branchTip(repository, ref)
  if (sha === undefined) {
    return Result.fail(invalid(call, fault("base", `Proposed base branch '${ref}' was not found`)))
  }
  const origin = head.repository === null ? undefined : call.world.repositories.get(head.repository)
  const wanted = { ref, sha }
  return origin === undefined
    ? Result.succeed(wanted)
    : Result.map(canBeProposed(call, repository, [origin, head], wanted), () => wanted)
}

const update: Handler = handler(function* (call) {
  const { pull, repository } = yield* editablePull(call, "triage")
  const fields = yield* Input.fieldsOf(call)
  const name = fields["title"] === null ? undefined : yield* Input.boundedText(call, fields, "title", title)
  const text = yield* Input.boundedText(call, fields, "body", body)
  const state = yield* Input.oneOf(call, fields, "state", ["open", "closed"], "PullRequest")
  const ref = fields["base"] === null ? undefined : yield* Input.boundedText(call, fields, "base", branch)
  const modifiable = yield* Input.flag(call, fields, "maintainer_can_modify")
  const base = yield* retarget(call, repository, pull, ref)
  const transitioned = yield* pullTransition(call, repository, pull, state)
  const pull_request = {
    ...(transitioned.pull_request ?? pull.pull_request),
    ...(base === undefined ? {} : { base, queue: null }),
    ...(base === undefined || may(call, repository, "write") ? {} : { auto_merge: null }),
    ...(modifiable === undefined ? {} : { maintainer_can_modify: modifiable })
  }
  const changed = replaceIssue(call, repository, pull, {
    ...(typeof name === "string" ? { title: name } : {}),
    ...(text === undefined ? {} : { body: text }),
    ...transitioned,
    pull_request
  })
  return pullResponse(call, repository, { ...pull, ...changed, pull_request })
})

/** Makes a commit that merges the base into the head, which the sender must be able to move to it. */
const withBase = (
  call: Call,
  repository: Repository,
  pull: Pull,
  origin: Repository,
  viewer: string
): OrRefusal<string> => {
  const { base, head } = pull.pull_request
  const { objects } = call.world
  const tip = baseSha(repository, pull)
  if (rangeOf(objects, head.sha, tip).ahead.length === 0) {
    return Result.fail(unprocessable(call, "There are no new commits on the base branch."))
  }
  const tree = trialMerge(objects, tip, head.sha)
  if (tree === undefined) return Result.fail(unprocessable(call, "merge conflict between base and head"))
  const { sha } = putSigned(objects, {
    tree,
    parents: [head.sha, tip],
    author: identityOf(call.world, viewer, call.now),
    committer: webFlow(call.now),
    message: `Merge branch '${base.ref}' into ${head.ref}`
  })
  return Result.map(mayMove(call, origin, { ref: branchRef(head.ref), to: sha }), () => sha)
}

/** Merges the base into the head. */
const updateBranch: Handler = handler(function* (call) {
  const [repository, viewer] = yield* signedIn(call)
  const pull = yield* pullIn(call, repository)
  const { head } = pull.pull_request
  const origin = head.repository === null ? undefined : call.world.repositories.get(head.repository)
  if (origin === undefined || !may(call, origin, "write")) return yield* Result.fail(mustBeAdmin(call))
  const expected = yield* Input.text(call, yield* Input.fieldsOf(call), "expected_head_sha")
  if (typeof expected === "string" && expected !== head.sha) {
    return yield* Result.fail(unprocessable(call, "expected head sha didn’t match current head ref."))
  }
  if (pull.state === "closed") return yield* Result.fail(unprocessable(call, "Pull request is closed."))
  yield* withBase(call, repository, pull, origin, viewer)
  call.later("updateBranch", (then) => {
    // Others may have changed both branches since.
    const found = repository.issues.get(pull.number)
    if (found === undefined || !isPull(found) || found.state === "closed") return
    const sha = Result.getOrElse(withBase(then, repository, found, origin, viewer), () => undefined)
    if (sha !== undefined) moveRef(then.world, origin, branchRef(head.ref), sha, then.now, viewer)
  })
  const url = `${pageUrl(call, repository)}/pull/${pull.number}`
  return json(202, { message: "Updating pull request branch.", url })
})

const pulls = "/repos/{owner}/{repo}/pulls"
const pull = `${pulls}/{pull_number}`

const endpoint = endpointsOf("pulls/pulls")

export const routes: ReadonlyArray<Route> = [
  endpoint("PullRequests.list", `GET ${pulls}`, "list-pull-requests", list),
  representedAs(
    { diff: "PullRequests.getDiff", patch: "PullRequests.getPatch" },
    endpoint("PullRequests.get", `GET ${pull}`, "get-a-pull-request", get)
  ),
  endpoint("PullRequests.create", `POST ${pulls}`, "create-a-pull-request", create),
  endpoint("PullRequests.update", `PATCH ${pull}`, "update-a-pull-request", update),
  endpoint("PullRequests.isMerged", `GET ${pull}/merge`, "check-if-a-pull-request-has-been-merged", isMerged),
  endpoint("PullRequests.updateBranch", `PUT ${pull}/update-branch`, "update-a-pull-request-branch", updateBranch),
  endpoint("PullRequests.listFiles", `GET ${pull}/files`, "list-pull-requests-files", listFiles),
  endpoint("PullRequests.listCommits", `GET ${pull}/commits`, "list-commits-on-a-pull-request", listCommits)
]
