/** Handlers of the `Caches` operations. */
import * as Result from "effect/Result"
import { isoDate, json, noContent } from "../../exchange.ts"
import { pathNumber, readable, writable } from "../access/lookups.ts"
import { type Handler, handler } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { malformed, notFound } from "../http/refusals.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Cache } from "../state/automation.ts"
import { fullName, type Repository } from "../state/model.ts"
import { stablePath } from "../wire/common.ts"

const written = (cache: Cache) => ({
  ...cache,
  created_at: isoDate(cache.created_at),
  last_accessed_at: isoDate(cache.last_accessed_at)
})

const cachesOf = ({ caches }: Repository, ref: string | null, test: (cache: Cache) => boolean) =>
  [...caches.values()].filter((cache) => (ref === null || cache.ref === ref) && test(cache))

const list: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const sort = yield* Input.choice(call, "sort", ["last_accessed_at", "created_at", "size_in_bytes"], "Cache")
  const direction = yield* Input.choice(call, "direction", ["desc", "asc"], "Cache")
  const key = call.query.get("key") ?? ""
  const sign = direction === "asc" ? 1 : -1
  const found = cachesOf(repository, call.query.get("ref"), (cache) => cache.key.startsWith(key)).sort(
    (a, b) => sign * (a[sort] - b[sort] || a.id - b.id)
  )
  const { headers, items } = cut(call, `${stablePath(repository)}/actions/caches`, found)
  return json(200, { total_count: found.length, actions_caches: items.map(written) }, headers)
})

/** The real service counts some minutes later. */
const usage: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const caches = [...repository.caches.values()]
  return json(200, {
    full_name: fullName(repository),
    active_caches_size_in_bytes: caches.reduce((sum, { size_in_bytes }) => sum + size_in_bytes, 0),
    active_caches_count: caches.length
  })
})

const removeByKey: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const key = call.query.get("key")
  if (key === null) return yield* Result.fail(malformed(call, `"key" wasn't supplied.`))
  const found = cachesOf(repository, call.query.get("ref"), (cache) => cache.key === key)
  if (found.length === 0) return yield* Result.fail(notFound(call))
  for (const { id } of found) repository.caches.delete(id)
  return json(200, { total_count: found.length, actions_caches: found.map(written) })
})

const remove: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  return repository.caches.delete(pathNumber(call, "cache_id") ?? 0) ? noContent : yield* Result.fail(notFound(call))
})

const actions = "/repos/{owner}/{repo}/actions"

const endpoint = endpointsOf("actions/cache")

export const routes: ReadonlyArray<Route> = [
  endpoint("Caches.list", `GET ${actions}/caches`, "list-github-actions-caches-for-a-repository", list),
  endpoint("Caches.getUsage", `GET ${actions}/cache/usage`, "get-github-actions-cache-usage-for-a-repository", usage),
  endpoint(
    "Caches.deleteByKey",
    `DELETE ${actions}/caches`,
    "delete-github-actions-caches-for-a-repository-using-a-cache-key",
    removeByKey
  ),
  endpoint(
    "Caches.delete",
    `DELETE ${actions}/caches/{cache_id}`,
    "delete-a-github-actions-cache-for-a-repository-using-a-cache-id",
    remove
  )
]
