/** The caches of workflow runs. */
import * as Schema from "effect/Schema"
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { Direction, inRepo, Name, Ordinal, Removed, RepoPath } from "./internal/fields.ts"
import { ActionsCache, CacheUsage, DeletedCaches } from "./schema/ActionsCache.ts"

/**
 * Lists the caches of a repository. `.page` also returns the `total_count`.
 *
 * GET /repos/{owner}/{repo}/actions/caches
 */
export const list = Forge.listing("Caches.list", "GET /repos/{owner}/{repo}/actions/caches", {
  path: RepoPath,
  query: {
    /** Only the caches of this full ref: `refs/heads/main`, or `refs/pull/7/merge` for a pull request. */
    ref: Name,
    /** Only the caches whose key starts with this. */
    key: Name,
    /** The order. Default: last_accessed_at. */
    sort: Schema.optional(Schema.Literals(["created_at", "last_accessed_at", "size_in_bytes"])),
    /** The direction of the order. Default: desc. */
    direction: Direction
  },
  item: ActionsCache,
  envelope: "actions_caches",
  errors: [NotFound]
})

/**
 * Gets how much a repository has cached. The service counts every five minutes or so.
 *
 * GET /repos/{owner}/{repo}/actions/cache/usage
 */
export const getUsage = Forge.operation("Caches.getUsage", "GET /repos/{owner}/{repo}/actions/cache/usage", {
  path: RepoPath,
  success: CacheUsage,
  errors: [NotFound]
})

/**
 * Deletes the caches with a key, and returns them. Fails with `NotFound` if there is none.
 *
 * DELETE /repos/{owner}/{repo}/actions/caches · needs write access · not retried when the service may have acted
 */
export const deleteByKey = Forge.operation("Caches.deleteByKey", "DELETE /repos/{owner}/{repo}/actions/caches", {
  path: RepoPath,
  query: {
    /** The whole key. */
    key: Schema.NonEmptyString,
    /** Only the caches of this full ref: `refs/heads/main`, or `refs/pull/7/merge` for a pull request. */
    ref: Name
  },
  success: DeletedCaches,
  errors: [NotFound]
})

/**
 * Deletes a cache.
 *
 * DELETE /repos/{owner}/{repo}/actions/caches/{cache_id} · needs write access
 */
const delete_ = Forge.operation("Caches.delete", "DELETE /repos/{owner}/{repo}/actions/caches/{cache_id}", {
  path: inRepo({
    /** The `id` of the cache. */
    cache_id: Ordinal
  }),
  errors: [NotFound],
  foundBy: Removed
})

export { delete_ as delete }
