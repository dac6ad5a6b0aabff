/**
 * What was answered before.
 *
 * A read sends the validators of the answer that is kept, and a 304 serves that answer again: the caller sees no
 * difference but speed and an untouched quota. Keyed by method, URL, Accept and principal.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What tells whether something has changed since it was read: pass it to `.ifChanged`. */
export interface Validators {
  readonly etag?: string
  readonly lastModified?: string
}

/** An answer that is kept. All but `decoded` is plain data, so that it can be stored outside the process. */
export interface Entry {
  readonly status: number
  /** The headers that a later 304 may leave out, `Link` among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly validators: Validators
  /** Whose token the ETag was made for: ETags depend on the token, dates do not. */
  readonly fingerprint: string
  /** When it was stored or last confirmed, in milliseconds. */
  readonly storedAt: number
  /**
   * The value that `reader` made of the body: spares a 304 the parsing. Of a text of more than 65,536 characters it is
   * kept from the first 304 on. In memory only.
   */
  readonly decoded?: { readonly reader: object; readonly value: unknown } | undefined
}

/**
 * A store of answers. It is there for speed alone: one that can't read or write answers `undefined` and says nothing,
 * and no request fails because of it.
 */
export class HttpCache extends Context.Service<
  HttpCache,
  {
    readonly get: (key: string) => Effect.Effect<Entry | undefined>
    readonly set: (key: string, entry: Entry) => Effect.Effect<void>
  }
>()("forgecast/rest/HttpCache") {}

/** `revalidate` asks whether the kept answer still holds, `reload` reads anew and keeps the answer, `off` does neither. */
export type Mode = "revalidate" | "reload" | "off"

/** How reads use the cache. Default: `revalidate`. */
export const CacheMode = /* @__PURE__ */ Context.Reference<Mode>("forgecast/rest/HttpCache/CacheMode", {
  defaultValue: () => "revalidate"
})

/** How long an answer is served without asking, for services without validators. Default: not at all. */
export const TimeToLive = /* @__PURE__ */ Context.Reference<Duration.Input>("forgecast/rest/HttpCache/TimeToLive", {
  defaultValue: () => 0
})

/** Keeps nothing. */
export const layerNone: Layer.Layer<HttpCache> = /* @__PURE__ */ Layer.succeed(HttpCache, {
  get: () => Effect.undefined,
  set: () => Effect.void
})

export interface MemoryOptions {
  /** Answers kept at most. Default: 1,000. */
  readonly entries?: number | undefined
  /** Bytes kept at most, a text counted three times: two bytes a character, and its value beside it. Default: 32 MiB. */
  readonly bytes?: number | undefined
}

/**
 * Keeps answers and their decoded values in memory. The least recently used goes first: of a listing that is longer than
 * what is kept, nothing is there when it is read again. A value is given to all who ask for it: treat it as read-only, as
 * its type says.
 */
export const layerMemory = (options?: MemoryOptions): Layer.Layer<HttpCache> =>
  Layer.sync(HttpCache, () => makeMemory(options?.entries ?? 1_000, options?.bytes ?? 32 * 1024 * 1024))

const makeMemory = (maxEntries: number, maxBytes: number): HttpCache["Service"] => {
  // A Map iterates in the order of insertion: the first key is the least recently used.
  const kept = new Map<string, { readonly entry: Entry; readonly bytes: number }>()
  let bytes = 0
  const remove = (key: string) => {
    const found = kept.get(key)
    if (found === undefined) return
    kept.delete(key)
    bytes -= found.bytes
  }
  return {
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
