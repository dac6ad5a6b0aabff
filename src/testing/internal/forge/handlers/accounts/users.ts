/** Handlers of users. */
import * as Result from "effect/Result"
import { httpDate, json } from "../../../exchange.ts"
import { type Handler, handler } from "../../http/call.ts"
import { notFound } from "../../http/refusals.ts"
import { userOf } from "../../state/model.ts"
import * as Wire from "../../wire/accounts.ts"

/** Organizations have such a profile, too. */
export const get: Handler = handler(function* (call) {
  const found = userOf(call.world, call.params["username"] ?? "")
  if (found === undefined) return yield* Result.fail(notFound(call))
  return json(200, Wire.publicUser(call, found), { "last-modified": httpDate(found.created_at) })
})
