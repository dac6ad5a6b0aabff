/**
 * A cache of responses that outlives the process, and that processes can share.
 *
 * It has two tiers: memory, with decoded values, in front of a store. The store is whatever `Persistence` of
 * `effect/persistence` is provided: files, Redis, SQL, the storage of a browser. This module loads `effect/persistence`,
 * so nothing else imports it.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import type * as Path from "effect/Path"
import * as Persistence from "effect/persistence/Persistence"
import { Redis } from "effect/persistence/Redis"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import { isSqlError } from "effect/sql/SqlError"
import * as HttpCache from "./HttpCache.ts"
import { saysNothingNew } from "./internal/response/replyHeaders.ts"
import * as Files from "./internal/persist/files.ts"
import * as Seals from "./internal/persist/seal.ts"
import { makeStore } from "./internal/persist/store.ts"
import * as Lease from "./Lease.ts"
import * as Metrics from "./Metrics.ts"
import { makeWriter } from "./internal/persist/writer.ts"

/** Options of a persisted cache. */
export interface Options {
  /** The bounds of the tier in memory. Default: those of `HttpCache.layerMemory`. */
  readonly memory?: HttpCache.MemoryOptions | undefined
  /** How long the store keeps an entry after it was written. Default: 30 days. */
  readonly age?: Duration.Input | undefined
  /** The longest body that is stored, in characters before compression. Default: 8 Mi. */
  readonly bodyLength?: number | undefined
  /** How long a request waits for the store. A store that takes longer is not asked for a while. Default: 250 ms. */
  readonly timeout?: Duration.Input | undefined
  /**
   * The name of the store: a prefix of its keys, or of the name of its table. Caches of the same name share their
   * entries. Default: `forgecast_http`.
   */
  readonly storeId?: string | undefined
  /**
   * Encrypts and authenticates entries (AES-256-GCM): 32 bytes in base64, such as `openssl rand -base64 32` makes. An
   * entry of another key, or one that was changed, is a miss. If it is not such a key, the cache works in memory alone,
   * and logs an error. Default: none, so anyone who can read or write the store can read or forge entries.
   */
  readonly key?: Redacted.Redacted<string> | undefined
}

const defaultStore = "forgecast_http"

const defaultAge = Duration.days(30)

/**
 * Caches responses in memory and in a store.
 *
 * Entries are written in the background. The end of the Layer's scope waits for them, at most 5 seconds. A store that
 * fails, hangs, is full or damaged never fails a request, and delays it by no more than `timeout`: that is logged once,
 * and counted by `Metrics.cacheStoreFailures`. After three failures in a row, the cache works in memory alone, and tries
 * the store again after 1 to 30 seconds.
 *
 * Names of entries are digests, and no entry contains a token. Bodies are stored as the service sent them, compressed:
 * anyone who can read the store can read what its principals may read, unless there is a `key`.
 */
export const layer = (options: Options = {}): Layer.Layer<HttpCache.HttpCache, never, Persistence.Persistence> =>
  Layer.effect(HttpCache.HttpCache, make(options))

/** Options of a cache in Redis. */
export interface RedisOptions extends Options {
  /**
   * How long a read waits for another process that is reading the same, if neither memory nor the store has it. Then it is
   * sent, too. Default: 5 seconds; 0 does not wait.
   */
  readonly wait?: Duration.Input | undefined
}

/**
 * Like `layer`, in Redis. When several processes read the same thing at the same time, and have no entry for it yet,
 * one sends the request, and the others wait for the entry. When that process fails, dies, or gets a response that
 * cannot be cached, the others send theirs. While Redis is away, nobody waits.
 */
export const layerRedis = ({ wait = "5 seconds", ...options }: RedisOptions = {}): Layer.Layer<
  HttpCache.HttpCache,
  never,
  Redis
> => {
  const longest = Duration.fromInputUnsafe(wait)
  const leases = ({ storeId = defaultStore }: Options) =>
    Effect.map(Redis, (redis) => Lease.make(redis, `${storeId}:lease:`, longest))
  return Layer.effect(
    HttpCache.HttpCache,
    Duration.isZero(longest) ? make(options) : Effect.flatMap(leases(options), (found) => make(options, found))
  ).pipe(Layer.provide(Persistence.layerRedis))
}

const make = Effect.fnUntraced(function* (options: Options, leases?: Lease.Leases) {
  const { age = defaultAge, bodyLength = 8 * 1024 * 1024, storeId = defaultStore, timeout = 250 } = options
  const memory = Context.get(yield* Layer.build(HttpCache.layerMemory(options.memory)), HttpCache.HttpCache)
  const seal = yield* Effect.result(
    options.key === undefined ? Effect.succeed(Seals.digested) : Seals.keyed(options.key)
  )
  if (Result.isFailure(seal)) {
    yield* Effect.logError(`The HTTP cache works in memory alone: ${seal.failure.reason}`)
    return memory
  }
  const longest = Duration.fromInputUnsafe(age)
  const store = yield* makeStore(yield* Persistence.Persistence, {
    storeId,
    age: longest,
    seal: seal.success,
    timeout: Duration.fromInputUnsafe(timeout)
  })
  /** When the entries in memory were written to the store, for those that were. */
  const writtenAt = new WeakMap<HttpCache.Entry, number>()
  const turns =
    leases &&
    Lease.turns({
      claim: (key) => store.claim(leases, key),
      end: (key) => store.end(leases, key),
      longest: leases.duration,
      onWait: Metric.update(Metrics.cacheStoreWaits, 1)
    })
  /** Keys whose entry is about to be written. */
  const writing = new Set<string>()
  const { inBackground, write } = yield* makeWriter((key, entry) =>
    Effect.flatMap(store.set(key, entry), (isWritten) => {
      if (isWritten) writtenAt.set(entry, entry.storedAt)
      writing.delete(key)
      return turns?.end(key) ?? Effect.void
    })
  )
  /** When the store got an entry that equals this one. An entry that is half as old as it may be is written again. */
  const writtenBefore = (entry: HttpCache.Entry, former: HttpCache.Entry | undefined): number | undefined => {
    if (former === undefined || !isSame(entry, former)) return undefined
    const time = writtenAt.get(former)
    return time !== undefined && Math.abs(entry.storedAt - time) < Duration.toMillis(longest) / 2 ? time : undefined
  }
  return HttpCache.HttpCache.of({
    get: Effect.fnUntraced(function* (key, suffices) {
      const recent = yield* memory.get(key)
      if (recent !== undefined && suffices?.(recent) !== false) return recent
      let found = yield* store.get(key)
      if (found === null && recent === undefined && turns !== undefined && (yield* turns.take(key))) {
        found = yield* store.get(key)
      }
      if (found === null || found === undefined || (recent !== undefined && suffices?.(found) === false)) return recent
      // The same text has the same value.
      const entry = found.body === recent?.body ? { ...found, decoded: recent.decoded } : found
      writtenAt.set(entry, entry.storedAt)
      yield* memory.set(key, entry)
      return entry
    }),
    set: Effect.fnUntraced(function* (key, entry) {
      const time = writtenBefore(entry, yield* memory.get(key))
      yield* memory.set(key, entry)
      if (time !== undefined) writtenAt.set(entry, time)
      else if (entry.body.length <= bodyLength) {
        writing.add(key)
        if (!(yield* write(key, entry))) writing.delete(key)
      }
    }),
    ...(turns !== undefined && {
      ended: (key) => (turns.isMine(key) && !writing.has(key) ? inBackground(turns.end(key)) : Effect.void)
    })
  })
})

/** Whether two entries differ in nothing that a store should know, but their age. */
const isSame = (one: HttpCache.Entry, other: HttpCache.Entry): boolean =>
  one.fingerprint === other.fingerprint && saysNothingNew(one.headers, other.headers) && one.body === other.body

/** The pauses before a Layer is built again, in milliseconds. */
const shortestPause = 100

const longestPause = 30_000

/**
 * Whether another process creates the same table or index: with PostgreSQL, `IF NOT EXISTS` fails then, with a name that is not
 * unique, for all but one.
 */
const isCreatedTwice = (cause: Cause.Cause<unknown>): boolean => {
  const error = Cause.squash(cause)
  return isSqlError(error) && error.reason._tag === "UniqueViolation"
}

/**
 * Provides a `Persistence` whose Layer may fail: it is built in the background, again after a pause of up to 30 seconds
 * when it failed. Until then a persisted cache works in memory. Without it, a program does not start while its Redis is
 * down.
 */
export const layerWhenAvailable = <E, R>(
  layer: Layer.Layer<Persistence.Persistence, E, R>
): Layer.Layer<Persistence.Persistence, never, R> =>
  Layer.effect(
    Persistence.Persistence,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      let attempt = Deferred.makeUnsafe<Persistence.Persistence["Service"], Persistence.PersistenceError>()
      const build = Effect.gen(function* () {
        for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
          const part = yield* Scope.fork(scope)
          const exit = yield* Effect.exit(Layer.buildWithScope(layer, part))
          if (Exit.isSuccess(exit)) {
            return yield* Deferred.succeed(attempt, Context.get(exit.value, Persistence.Persistence))
          }
          yield* Scope.close(part, exit)
          // The store waits for the second try, and for what other processes create at the same time.
          const { cause } = exit
          const waits = pause === shortestPause || isCreatedTwice(cause)
          const message = "The store is not available"
          if (!waits) yield* Deferred.fail(attempt, new Persistence.PersistenceError({ message, cause }))
          yield* Effect.sleep(pause)
          if (!waits) attempt = Deferred.makeUnsafe()
        }
      })
      yield* Effect.forkScoped(build)
      return {
        make: (options) =>
          // As the Layers of effect do when a table cannot be created.
          Effect.flatMap(Effect.orDie(Effect.suspend(() => Deferred.await(attempt))), (built) => built.make(options))
      }
    })
  )

/** The bounds of a directory. */
export interface FilesOptions {
  /** Maximum size of all entries in bytes. The oldest entries are removed first. Default: 256 MiB. */
  readonly bytes?: number | undefined
  /** How old an entry may become. Default: 30 days, as in `Options`. */
  readonly age?: Duration.Input | undefined
}

/**
 * Keeps entries as files in a directory, which is created if it is missing. Entries beyond the bounds are removed at the
 * start and every 5 minutes; other files are left alone. Processes may share the directory.
 */
export const layerFiles = (
  directory: string,
  { age = defaultAge, bytes = 256 * 1024 * 1024 }: FilesOptions = {}
): Layer.Layer<Persistence.Persistence, never, FileSystem.FileSystem | Path.Path> =>
  layerWhenAvailable(Files.layer(directory, bytes, Duration.toMillis(Duration.fromInputUnsafe(age))))
