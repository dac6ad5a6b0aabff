/** Handlers of the `Branches` operations. */
import * as Result from "effect/Result"
import { json } from "../../../exchange.ts"
import { commitOf } from "../../../git/objects.ts"
import { readable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { missing } from "../../http/refusals.ts"
import { branchTip, refNames } from "../../state/refs.ts"
import { stablePath } from "../../wire/common.ts"
import * as Wire from "../../wire/git.ts"

export const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const wanted = yield* Input.choice(call, "protected", ["", "true", "false"], "Branch")
  const names = refNames(repository, "heads").filter(
    (name) => wanted === "" || repository.protection.has(name) === (wanted === "true")
  )
  return pageOf(call, `${stablePath(repository)}/branches`, names, (name) =>
    Wire.listedBranch(call, repository, name, branchTip(repository, name) ?? "")
  )
})

export const get: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const name = call.params["branch"] ?? ""
  const tip = branchTip(repository, name)
  if (tip === undefined) return yield* Result.fail(missing(call, "Branch not found"))
  return json(200, Wire.branch(call, repository, name, commitOf(call.world.objects, tip)))
})
