/**
 * The cache of responses.
 *
 * A read sends the validators of the cached response. On a 304 the cached response is served again: the caller sees no
 * difference, except that it is faster and costs no quota. The key consists of method, URL, Accept and principal, and
 * of a digest of `Transport.RequestHeaders` if there are any.
 *
 * The Layers here cache in memory. A persisted cache (files, Redis, SQL, browsers) is `PersistedCache.layer` of the module
 * `forgecast/rest/PersistedCache`: it loads `effect/persistence`, which other programs should not have to load.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The validators of a response. Pass them to `.ifChanged` to find out whether it has changed since. */
export interface Validators {
  /** The `ETag` of the response, sent as `If-None-Match`. */
  readonly etag?: string
  /** The `Last-Modified` of the response, sent as `If-Modified-Since`. */
  readonly lastModified?: string
}

/** A cached response. All fields except `decoded` are plain data, so that it can be stored outside the process. */
export interface Entry {
  /** Status of the response. */
  readonly status: number
  /** The headers that a later 304 may leave out, such as `Link`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as text. */
  readonly body: string
  /** What the response is revalidated with. */
  readonly validators: Validators
  /** Digest of the token that the ETag was made for. ETags depend on the token, dates do not. */
  readonly fingerprint: string
  /** When it was stored or last confirmed, in milliseconds. */
  readonly storedAt: number
  /**
   * The value that `reader` decoded from the body, so that a 304 needs no decoding. It is stored with the first 304; with
   * a `TimeToLive`, a body of up to 65,536 characters has it at once. In memory only.
   */
  readonly decoded?: { readonly reader: object; readonly value: unknown } | undefined
}

/**
 * A store of responses. No request fails because of it: when the store cannot read an entry, `get` returns
 * `undefined`; when it cannot write one, `set` ignores the error. `suffices` tells whether an entry serves its purpose:
 * a cache that has several entries of a key, such as its own and one of another process, looks for one that does. Other
 * caches need not call it. `ended` is called when a call has ended, which may have called `get` or `set`: a cache in which
 * one read waits for another needs it. `inMemory` tells whether entries never leave the process. Without it, a body that
 * repeats a secret is not cached.
 */
export class HttpCache extends Context.Service<
  HttpCache,
  {
    readonly get: (key: string, suffices?: (entry: Entry) => boolean) => Effect.Effect<Entry | undefined>
    readonly set: (key: string, entry: Entry) => Effect.Effect<void>
    readonly ended?: (key: string) => Effect.Effect<void>
    readonly inMemory?: boolean
  }
>()("forgecast/rest/HttpCache") {}

/**
 * `revalidate` sends the validators of the cached response. `reload` ignores the cached response and stores the new
 * one. `off` does not use the cache.
 */
export type Mode = "revalidate" | "reload" | "off"

/** How reads use the cache. Default: `revalidate`. */
export const CacheMode = Context.Reference<Mode>("forgecast/rest/HttpCache/CacheMode", {
  defaultValue: () => "revalidate"
})

/** How long a cached response is served without a request, for services without validators. Default: 0. */
export const TimeToLive = Context.Reference<Duration.Input>("forgecast/rest/HttpCache/TimeToLive", {
  defaultValue: () => 0
})

/** Caches nothing. */
export const layerNone: Layer.Layer<HttpCache> = Layer.succeed(HttpCache, {
  get: () => Effect.undefined,
  set: () => Effect.void
})

/** The bounds of the cache in memory. */
export interface MemoryOptions {
  /** Maximum number of cached responses. Default: 1,000. */
  readonly entries?: number | undefined
  /**
   * Maximum size in bytes. A body counts three bytes per character: two for its text, one for the decoded value.
   * Default: 32 MiB.
   */
  readonly bytes?: number | undefined
}

/**
 * Caches responses and their decoded values in memory. It evicts the least recently used entry first, so a listing that
 * is larger than the cache never finds its pages there again. All callers get the same value: treat it as read-only, as
 * its type says.
 */
export const layerMemory = (options?: MemoryOptions): Layer.Layer<HttpCache> =>
  Layer.sync(HttpCache, () => makeMemory(options?.entries ?? 1_000, options?.bytes ?? 32 * 1024 * 1024))

const makeMemory = (maxEntries: number, maxBytes: number): HttpCache["Service"] => {
  // A Map iterates in insertion order: the first key is the least recently used.
  const kept = new Map<string, { readonly entry: Entry; readonly bytes: number }>()
  let bytes = 0
  const remove = (key: string) => {
    const found = kept.get(key)
    if (found === undefined) return
    kept.delete(key)
    bytes -= found.bytes
  }
  return {
    inMemory: true,
    get: (key) =>
      Effect.sync(() => {
        const found = kept.get(key)
        if (found === undefined) return undefined
        kept.delete(key)
        kept.set(key, found)
        return found.entry
      }),
    set: (key, entry) =>
      Effect.sync(() => {
        remove(key)
        const size = sizeOf(key, entry)
        if (size > maxBytes) return
        kept.set(key, { entry, bytes: size })
        bytes += size
        for (const oldest of kept.keys()) {
          if (kept.size <= maxEntries && bytes <= maxBytes) break
          remove(oldest)
        }
      })
  }
}

const sizeOf = (key: string, entry: Entry): number => {
  let size = key.length + 3 * entry.body.length
  for (const name in entry.headers) size += name.length + (entry.headers[name]?.length ?? 0)
  return size
}
