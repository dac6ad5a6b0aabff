/** Handlers of the `Branches` operations. */
import * as Result from "effect/Result"
import { json, noContent } from "../../exchange.ts"
import { isAncestor } from "../../git/history.ts"
import { isRefName } from "../../git/names.ts"
import { type Commit, commitOf, type Sha } from "../../git/objects.ts"
import { putSigned } from "../../git/signature.ts"
import { mustBeAdmin, readable, writable } from "../access/lookups.ts"
import { mayMove } from "../access/protection.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { conflict, missing, moved, notFound, unprocessable } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { identityOf, webFlow } from "../state/identities.ts"
import type { Repository } from "../state/model.ts"
import { trialMerge } from "../state/pulls.ts"
import { branchRef, branchTip, moveRef, refNames, renameBranch, resolveCommit } from "../state/refs.ts"
import * as CommitWire from "../wire/commits.ts"
import { pathInUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/git.ts"
import * as ProtectionWire from "../wire/protection.ts"

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const wanted = yield* Input.choice(call, "protected", ["", "true", "false"], "Branch")
  const names = refNames(repository, "heads").filter(
    (name) => wanted === "" || repository.protection.has(name) === (wanted === "true")
  )
  return pageOf(call, `${stablePath(repository)}/branches`, names, (name) =>
    Wire.listedBranch(call, repository, name, branchTip(repository, name) ?? "")
  )
})

/** Whether the sender may read the settings of the repository. An installation has no role. */
const administers = (call: Call, repository: Repository): boolean => {
  const { token } = call
  const isGranted = token === null || token.permissions === null || "administration" in token.permissions
  return isGranted && ((token?.installation ?? null) !== null || may(call, repository, "admin"))
}

const getProtection: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["branch"] ?? ""
  if (!administers(call, repository)) return yield* Result.fail(notFound(call))
  if (branchTip(repository, name) === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  const rules = repository.protection.get(name)
  if (rules === undefined) return yield* Result.fail(missing(call, "Branch not protected"))
  return json(200, ProtectionWire.rules(call, repository, name, rules))
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["branch"] ?? ""
  const tip = branchTip(repository, name)
  const now = repository.renamedBranches.get(name)
  if (tip === undefined && now !== undefined) {
    return moved(301, `${call.urls.api}${stablePath(repository)}/branches/${pathInUrl(now)}`)
  }
  if (tip === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  return json(200, Wire.branch(call, repository, name, commitOf(call.world.objects, tip)))
})

const nameRule = { resource: "Branch", maximum: 255 }

const rename: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const name = call.params["branch"] ?? ""
  const tip = branchTip(repository, name)
  if (tip === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  if (name === repository.default_branch && !may(call, repository, "admin"))
    return yield* Result.fail(mustBeAdmin(call))
  const to = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "new_name", nameRule)
  if (!isRefName(branchRef(to))) return yield* Result.fail(unprocessable(call, `${to} is not a valid branch name.`))
  if (branchTip(repository, to) !== undefined) {
    return yield* Result.fail(unprocessable(call, `A branch named ${to} already exists.`))
  }
  const after = renameBranch(call.world, repository, name, to, call.now)
  return json(201, Wire.branch(call, after, to, commitOf(call.world.objects, tip)))
})

/** Moves a branch to a commit that merges another one into it. Refuses that with 409 if they conflict. */
const mergeInto = (
  call: Call,
  repository: Repository,
  viewer: string,
  branch: string,
  given: { readonly tip: Sha; readonly head: Sha; readonly message: string; readonly sync?: boolean }
): OrRefusal<Commit> =>
  Result.gen(function* () {
    const { head, message, sync = false, tip } = given
    const { now, world } = call
    const tree = trialMerge(world.objects, tip, head)
    if (tree === undefined) return yield* Result.fail(conflict(call, "Merge conflict"))
    const author = identityOf(world, viewer, now)
    const commit = putSigned(world.objects, { tree, parents: [tip, head], author, committer: webFlow(now), message })
    yield* mayMove(call, repository, { ref: branchRef(branch), to: commit.sha, sync })
    moveRef(world, repository, branchRef(branch), commit.sha, now, viewer)
    return commit
  })

const merge: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  const base = yield* Input.requiredText(call, fields, "base", nameRule)
  const name = yield* Input.requiredText(call, fields, "head", nameRule)
  const message = yield* Input.text(call, fields, "commit_message")
  const tip = branchTip(repository, base)
  if (tip === undefined) return yield* Result.fail(missing(call, "Base does not exist"))
  const head = resolveCommit(call.world, repository, name)
  if (head === undefined) return yield* Result.fail(missing(call, "Head does not exist"))
  if (isAncestor(call.world.objects, head.sha, tip)) return noContent
  const made = { tip, head: head.sha, message: message ?? `Merge ${name} into ${base}` }
  return json(201, CommitWire.commit(call, repository, yield* mergeInto(call, repository, viewer, base, made)))
})

const mergeUpstream: Handler = handler(function* (call) {
  const [repository, viewer] = yield* writable(call)
  const branch = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "branch", nameRule)
  const parent = call.world.repositories.get(repository.parent ?? 0)
  if (parent === undefined || !call.sees(parent)) {
    return yield* Result.fail(unprocessable(call, "The repository is not a fork, or its upstream was deleted."))
  }
  const tip = branchTip(repository, branch)
  const upstream = branchTip(parent, branch)
  if (tip === undefined || upstream === undefined) {
    return yield* Result.fail(unprocessable(call, `The branch ${branch} was not found in the fork and its upstream.`))
  }
  const { objects } = call.world
  const base_branch = `${parent.owner}:${branch}`
  if (isAncestor(objects, upstream, tip)) {
    const message = `This branch is not behind the upstream ${base_branch}.`
    return json(200, { message, merge_type: "none", base_branch })
  }
  const isForward = isAncestor(objects, tip, upstream)
  if (isForward) {
    yield* mayMove(call, repository, { ref: branchRef(branch), to: upstream, sync: true })
    moveRef(call.world, repository, branchRef(branch), upstream, call.now, viewer)
  } else {
    const message = `Merge branch '${base_branch}' into ${branch}`
    yield* mergeInto(call, repository, viewer, branch, { tip, head: upstream, message, sync: true })
  }
  const message = `Successfully fetched and ${isForward ? "fast-forwarded" : "merged"} from upstream ${base_branch}.`
  return json(200, { message, merge_type: isForward ? "fast-forward" : "merge", base_branch })
})

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("branches/branches")

export const routes: ReadonlyArray<Route> = [
  endpoint("Branches.list", `GET ${repo}/branches`, "list-branches", list),
  endpoint("Branches.get", `GET ${repo}/branches/{branch*}`, "get-a-branch", get),
  endpoint("Branches.rename", `POST ${repo}/branches/{branch*}/rename`, "rename-a-branch", rename),
  endpoint("Branches.merge", `POST ${repo}/merges`, "merge-a-branch", merge),
  endpoint(
    "Branches.mergeUpstream",
    `POST ${repo}/merge-upstream`,
    "sync-a-fork-branch-with-the-upstream-repository",
    mergeUpstream,
    "core",
    { permission: "contents", level: "write" }
  ),
  endpoint(
    "Branches.getProtection",
    `GET ${repo}/branches/{branch*}/protection`,
    "branches/branch-protection#get-branch-protection",
    getProtection,
    "core",
    { permission: "administration", level: "read" }
  )
]
