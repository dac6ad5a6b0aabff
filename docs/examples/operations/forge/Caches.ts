import { Caches } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Lists the largest caches of a branch. */
export const list = Caches.list({ ...repo, ref: "refs/heads/main", sort: "size_in_bytes" }).pipe(
  Stream.map(({ key, size_in_bytes }) => ({ key, size_in_bytes })),
  Stream.runCollect
)

/** Reads how much a repository has cached. */
export const getUsage = Caches.getUsage(repo).pipe(
  Effect.map(({ active_caches_count, active_caches_size_in_bytes }) => ({
    caches: active_caches_count,
    bytes: active_caches_size_in_bytes
  }))
)

/** Deletes a cache that a wrong build has written, for all branches. */
export const deleteByKey = Caches.deleteByKey({ ...repo, key: "npm-2" }).pipe(
  Effect.map(({ total_count }) => total_count),
  Effect.catchTag("NotFound", () => Effect.succeed(0))
)

/** Deletes one cache. */
const delete_ = Caches.delete({ ...repo, cache_id: 1201 })

export { delete_ as delete }
