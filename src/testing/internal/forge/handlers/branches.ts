/** Handlers of the `Branches` operations. */
import * as Result from "effect/Result"
import { json } from "../../exchange.ts"
import { commitOf } from "../../git/objects.ts"
import { readable } from "../access/lookups.ts"
import { may } from "../access/permissions.ts"
import { type Call, type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { missing, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Repository } from "../state/model.ts"
import { branchTip, refNames } from "../state/refs.ts"
import { stablePath } from "../wire/common.ts"
import * as Wire from "../wire/git.ts"

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
  return json(200, Wire.branchRules(call, repository, name, rules))
})

const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["branch"] ?? ""
  const tip = branchTip(repository, name)
  if (tip === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  return json(200, Wire.branch(call, repository, name, commitOf(call.world.objects, tip)))
})

const repo = "/repos/{owner}/{repo}"

const endpoint = endpointsOf("branches/branches")

export const routes: ReadonlyArray<Route> = [
  endpoint("Branches.list", `GET ${repo}/branches`, "list-branches", list),
  endpoint("Branches.get", `GET ${repo}/branches/{branch*}`, "get-a-branch", get),
  endpoint(
    "Branches.getProtection",
    `GET ${repo}/branches/{branch*}/protection`,
    "branches/branch-protection#get-branch-protection",
    getProtection,
    "core",
    { permission: "administration", level: "read" }
  )
]
