import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Files that workflow runs have cached under a key. */
export class ActionsCache extends Schema.Opaque<ActionsCache>()(
  Schema.Struct({
    id: Schema.Int,
    key: Schema.String,
    /** The full ref whose runs can read it, such as `refs/heads/main`. */
    ref: Schema.String,
    /** Tells caches of one key apart, by the cached paths and the compression. */
    version: Schema.String,
    size_in_bytes: Schema.Int,
    created_at: Wire.Timestamp,
    last_accessed_at: Wire.Timestamp
  })
) {}

/** The caches that were deleted. */
export class DeletedCaches extends Schema.Opaque<DeletedCaches>()(
  Schema.Struct({ total_count: Schema.Int, actions_caches: Schema.Array(ActionsCache) })
) {}

/** How much a repository has cached. The service counts every five minutes or so. */
export class CacheUsage extends Schema.Opaque<CacheUsage>()(
  Schema.Struct({
    /** The repository, as `owner/name`. */
    full_name: Schema.String,
    active_caches_count: Schema.Int,
    active_caches_size_in_bytes: Schema.Int
  })
) {}
