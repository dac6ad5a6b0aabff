/** Handlers of users. */
import * as Result from "effect/Result"
import { httpDate, json } from "../../../exchange.ts"
import { type Handler, handler } from "../../http/call.ts"
import { listings } from "../../http/paging.ts"
import { notFound } from "../../http/refusals.ts"
import { userOf } from "../../state/model.ts"
import * as Wire from "../../wire/accounts.ts"
import { user } from "../../wire/common.ts"

/** Lists all accounts by their ids. A page begins after an id, and links to the next one by its last id. */
export const list: Handler = handler(function* (call) {
  const since = Number(call.query.get("since") ?? 0)
  const { most, usual } = listings
  const wanted = Number(call.query.get("per_page") ?? usual)
  const perPage = Number.isInteger(wanted) && wanted >= 1 ? Math.min(most, wanted) : usual
  const all = [...call.world.users.values()].filter(({ id }) => !(id <= since)).sort((a, b) => a.id - b.id)
  const items = all.slice(0, perPage)
  const last = items.at(-1)
  const query = new URLSearchParams(call.query)
  query.set("since", String(last?.id ?? since))
  const root = `${call.urls.api}/users`
  const next = all.length > perPage ? `<${root}?${query}>; rel="next", ` : ""
  return yield* Result.succeed(
    json(
      200,
      items.map(({ login }) => user(call, login)),
      { link: `${next}<${root}{?since}>; rel="first"` }
    )
  )
})

/** Organizations have such a profile, too. */
export const get: Handler = handler(function* (call) {
  const found = userOf(call.world, call.params["username"] ?? "")
  if (found === undefined) return yield* Result.fail(notFound(call))
  return json(200, Wire.publicUser(call, found), { "last-modified": httpDate(found.created_at) })
})
