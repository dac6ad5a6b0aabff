/**
 * An inbox for deliveries: they are kept before the service gets its response, and handled afterwards, at least once.
 *
 * **Details**
 *
 * `accept` verifies a delivery and keeps it once for each of its handlers, in a queue of `effect/persistence`. A delivery
 * that was kept before is dropped by its id: the service has sent it again. Handlers take from the queue, and no handler
 * waits for another one. A handler that fails is run again; when it gives up, its delivery goes to the `DeadLetters`,
 * from where `replay` brings it back.
 *
 * A handler may get a delivery twice, if its process ends before the handler is done. Make it safe to repeat.
 *
 * **Example** (A server)
 *
 * ```ts
 * const Inbox = WebhookInbox.layer(Webhooks.handlers(welcome)).pipe(
 *   Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerMemory])
 * )
 * const Server = HttpRouter.serve(WebhookInbox.route("/webhooks").pipe(Layer.provide(Inbox)))
 * ```
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRespondable from "effect/http/HttpServerRespondable"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Redis from "effect/persistence/Redis"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import type * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as Tracer from "effect/Tracer"
import { awake } from "./internal/awake.ts"
import { fingerprint } from "../rest/Sha256.ts"
import * as DeadLetters from "./DeadLetters.ts"
import * as Bursts from "./internal/webhooks/bursts.ts"
import * as Journal from "./internal/webhooks/journal.ts"
import * as Kept from "./internal/webhooks/kept.ts"
import { bounded, persevering } from "./internal/webhooks/servers.ts"
import { decode, Raw, subjectOf } from "./WebhookDelivery.ts"
import { InboxFailed, type WebhookError } from "./WebhookError.ts"
import * as Webhooks from "./Webhooks.ts"

/** Keeps deliveries until they are handled. */
export class WebhookInbox extends Context.Service<
  WebhookInbox,
  {
    /** Verifies a delivery and keeps it. Returns once it is safe: then respond with a 202. */
    readonly accept: (request: Webhooks.Incoming) => Effect.Effect<Webhooks.Delivery, WebhookError | InboxFailed>
    /** What handlers have given up, the oldest first. */
    readonly failed: Effect.Effect<ReadonlyArray<DeadLetters.DeadLetter>, InboxFailed>
    /** Passes a dead letter to its handler again. */
    readonly replay: (letter: DeadLetters.DeadLetter) => Effect.Effect<void, InboxFailed>
  }
>()("forgecast/forge/WebhookInbox") {}

/** How deliveries are handled. */
export interface Options<in E> {
  /** The name of the queue. Default: `webhooks`. */
  readonly name?: string | undefined
  /** How many deliveries are handled at the same time. Default: 8. */
  readonly concurrency?: number | undefined
  /** How often a handler tries before it gives up. Default: 10. */
  readonly maxAttempts?: number | undefined
  /** When a handler that has failed tries again. Default: after 1 s, then each time after twice as long, up to 5 min. */
  readonly retrySchedule?: Schedule.Schedule<unknown, number> | undefined
  /**
   * Failures after which a handler gives up at once, such as those of what was deleted in the meantime: `({ _tag }) =>
   * _tag === "NotFound" || _tag === "Gone"`. Default: none, so that a 404 is tried again.
   */
  readonly isFinal?: ((error: E) => boolean) | undefined
}

/** The work of one handler for one delivery. */
const Work = Schema.Struct({
  handler: Schema.String,
  delivery: Raw,
  replays: Schema.Int,
  /** The span of the request that brought it. */
  span: Schema.NullOr(Schema.Struct({ traceId: Schema.String, spanId: Schema.String, sampled: Schema.Boolean }))
})

/** Keeps deliveries for these handlers, and runs the handlers as long as the Layer lives. */
export const layer = <E, R>(
  handlers: Webhooks.Handlers<E, R>,
  { concurrency = 8, isFinal, maxAttempts = 10, name = "webhooks", retrySchedule }: Options<E> = {}
): Layer.Layer<
  WebhookInbox,
  never,
  R | Webhooks.Webhooks | DeadLetters.DeadLetters | PersistedQueue.PersistedQueueFactory
> =>
  Layer.effect(
    WebhookInbox,
    Effect.gen(function* () {
      const webhooks = yield* Webhooks.Webhooks
      const letters = yield* DeadLetters.DeadLetters
      // The queue counts an attempt when a handler starts, so that a crash is one. What is left to do after the last
      // one is to give up, which is not an attempt of the handler.
      const queue = yield* PersistedQueue.make({ name, schema: Work, maxAttempts: 1_000_000, retrySchedule })

      const bursts = Bursts.make()
      const burstOf = ({ burst, name: of }: Webhooks.Handler<E, R>, delivery: Webhooks.Delivery) => {
        const key = burst?.key(delivery)
        return burst === undefined || key === undefined ? undefined : { key: `${of}/${key}`, quiet: burst.quiet }
      }
      const running = Semaphore.makeUnsafe(concurrency)
      // Those of a burst wait for each other outside of the running ones.
      const workers = handlers.some(({ burst }) => burst !== undefined) ? concurrency * 8 : concurrency

      const giveUp = (
        id: string,
        { delivery, handler, replays }: typeof Work.Type,
        attempts: number,
        failure: string
      ) =>
        Effect.flatMap(DateTime.now, (failed_at) =>
          letters.add({ id, handler, delivery, attempts, replays, failed_at, failure })
        )

      const work = Effect.fnUntraced(function* (
        one: typeof Work.Type,
        { attempts, id }: { readonly attempts: number; readonly id: string }
      ) {
        const handler = handlers.find(({ name: of }) => of === one.handler)
        if (handler === undefined) return yield* giveUp(id, one, attempts, "There is no longer a handler of this name")
        if (attempts > maxAttempts)
          return yield* giveUp(id, one, attempts - 1, "The program ended during the last attempt")
        const decoded = decode(one.delivery)
        // It was kept by another version of the program, with other schemas.
        if (Result.isFailure(decoded)) return yield* giveUp(id, one, attempts - 1, String(decoded.failure))
        const delivery = decoded.success
        const burst = burstOf(handler, delivery)
        const at = DateTime.toEpochMillis(delivery.receivedAt)
        if (burst !== undefined && (yield* bursts.isOld(burst.key, delivery.id, at, burst.quiet))) return
        const handled = running.withPermit(Webhooks.run(handler, delivery))
        yield* (one.span === null ? handled : Effect.withParentSpan(handled, Tracer.externalSpan(one.span))).pipe(
          Effect.catchCause((cause): Effect.Effect<void, E | InboxFailed> => {
            const error = Cause.findErrorOption(cause)
            const isLast = attempts >= maxAttempts || (error._tag === "Some" && isFinal?.(error.value) === true)
            if (Cause.hasInterruptsOnly(cause) || !isLast) return Effect.failCause(cause)
            return giveUp(id, one, attempts, Cause.pretty(cause))
          })
        )
      })

      const taken = Effect.suspend(() => {
        let about: Readonly<Record<string, unknown>> = {}
        return queue
          .take((one, attempt) => {
            about = annotationsOf(one, attempt.attempts)
            return work(one, attempt)
          })
          .pipe(
            // What has failed is in the queue again, to be tried later.
            Effect.catchCause((cause) =>
              Cause.hasInterruptsOnly(cause)
                ? Effect.failCause(cause)
                : Effect.annotateLogs(Effect.logWarning("A delivery failed", cause), about)
            )
          )
      })

      yield* taken.pipe(
        Effect.forever,
        Effect.replicateEffect(workers, { concurrency: workers, discard: true }),
        Effect.forkScoped
      )

      const offer = (id: string, one: typeof Work.Type, delay?: Duration.Duration) =>
        // Tables have room for so much.
        (id.length <= 255
          ? Effect.succeed(id)
          : Effect.map(fingerprint(id), (hash) => `${one.delivery.id}/${hash}`)
        ).pipe(
          Effect.flatMap((short) => queue.offer(one, { id: short, delay })),
          Effect.mapError((cause) => new InboxFailed({ cause }))
        )

      return {
        accept: Effect.fnUntraced(function* (request) {
          const raw = yield* Webhooks.readRaw(request).pipe(Effect.provideService(Webhooks.Webhooks, webhooks))
          const delivery = yield* Effect.fromResult(decode(raw))
          const span = yield* Effect.map(Effect.option(Effect.currentSpan), Option.map(partsOf))
          yield* Effect.forEach(
            Webhooks.handlersOf(handlers, delivery),
            (handler) => {
              const burst = burstOf(handler, delivery)
              const one = { handler: handler.name, delivery: raw, replays: 0, span: Option.getOrNull(span) }
              const kept = offer(`${raw.id}/${handler.name}`, one, burst?.quiet)
              const at = DateTime.toEpochMillis(delivery.receivedAt)
              return burst === undefined ? kept : Effect.andThen(kept, bursts.arrived(burst.key, raw.id, at))
            },
            { discard: true }
          )
          return delivery
        }),
        failed: letters.list,
        replay: ({ delivery, handler, id, replays }) =>
          // Replayed twice, it is kept once: the queue knows the id.
          offer(`${delivery.id}/${handler}#${replays + 1}`, {
            handler,
            delivery,
            replays: replays + 1,
            span: null
          }).pipe(Effect.andThen(letters.remove(id)))
      }
    })
  )

/** What a warning says of the delivery that it is about, by the names that the span of its handler has. */
const annotationsOf = ({ delivery, handler }: typeof Work.Type, attempt: number) => {
  const subject = subjectOf(delivery)
  return {
    "webhook.handler": handler,
    "webhook.event": delivery.event,
    "webhook.delivery": delivery.id,
    ...(subject !== undefined && { "webhook.subject": subject }),
    "webhook.attempt": attempt
  }
}

const partsOf = ({ sampled, spanId, traceId }: Tracer.Span) => ({ traceId, spanId, sampled })

/**
 * A route that takes deliveries: it responds with a 202 once a delivery is kept, and with the status of the failure
 * otherwise. When asked to, the service sends failed deliveries again.
 */
export const route = (path: HttpRouter.PathInput): Layer.Layer<never, never, HttpRouter.HttpRouter | WebhookInbox> =>
  Layer.unwrap(
    WebhookInbox.useSync(({ accept }) =>
      HttpRouter.add("POST", path, (request) =>
        Effect.matchEffect(accept(request), {
          onFailure: HttpServerRespondable.toResponse,
          onSuccess: () => Effect.succeed(HttpServerResponse.empty({ status: 202 }))
        })
      )
    )
  )

/** How much an inbox keeps in memory or in files. */
export interface KeptOptions {
  /**
   * The most that may wait, in characters of JSON. A delivery that does not fit fails with `InboxFailed`. Default: 64
   * Mi.
   */
  readonly capacity?: number | undefined
  /** How long it knows the ids of deliveries that are done. Default: 4 days: the service sends again for 3 days. */
  readonly remember?: Duration.Input | undefined
  /** How many dead letters it keeps, and for how long. */
  readonly deadLetters?: DeadLetters.Limits | undefined
}

const defaultMemory: Duration.Input = "4 days"

const limitsOf = ({ capacity = 64 * 1024 * 1024, deadLetters = {}, remember = defaultMemory }: KeptOptions) => ({
  bytes: capacity,
  remember: Duration.fromInputUnsafe(remember),
  letters: deadLetters
})

/** What keeps deliveries, and what handlers have given up. */
export type Store = PersistedQueue.PersistedQueueFactory | DeadLetters.DeadLetters

const queueIn = <E, R>(
  store: Layer.Layer<PersistedQueue.PersistedQueueStore | DeadLetters.DeadLetters, E, R>
): Layer.Layer<Store, E, R> => Layer.provideMerge(PersistedQueue.layer, store)

/** Keeps deliveries in memory: for tests, and for programs that may lose them when they end. */
export const layerMemoryOf = (options: KeptOptions): Layer.Layer<Store> =>
  queueIn(Layer.effectContext(Kept.make(limitsOf(options))))

/** `layerMemoryOf` with its defaults. */
export const layerMemory: Layer.Layer<Store> = layerMemoryOf({})

/**
 * Keeps deliveries in files of a directory, which is created if it is missing: for programs on one machine without a server
 * for it. A delivery is on the disk before it is accepted (`fsync`), and waits in memory as well.
 *
 * A directory belongs to one process. A process that starts takes over what is there, and the previous one accepts
 * nothing more.
 */
export const layerFiles = (
  directory: string,
  options: KeptOptions = {}
): Layer.Layer<Store, PlatformError, FileSystem.FileSystem | Path.Path> =>
  queueIn(Layer.effectContext(Kept.make(limitsOf(options), (read, lines) => Journal.open(directory, read, lines))))

/** How much an inbox keeps in a server. */
export interface ServerOptions {
  /** The table, or the prefix of the keys. Default: `forgecast_webhooks`. */
  readonly name?: string | undefined
  /** How many deliveries may wait, one for each handler. Beyond it, `accept` fails with `InboxFailed`. Default: 100,000. */
  readonly capacity?: number | undefined
  /** How long it keeps deliveries that are done, to know their ids. Default: 4 days: the service sends again for 3 days. */
  readonly remember?: Duration.Input | undefined
  /** How long the delivery of a process that has died is held before another one takes it. Default: 90 seconds. */
  readonly lockExpiration?: Duration.Input | undefined
  /** How many dead letters it keeps, and for how long. */
  readonly deadLetters?: DeadLetters.Limits | undefined
}

const locks = (lockExpiration: Duration.Input = "90 seconds") => ({
  lockExpiration,
  lockRefreshInterval: Duration.divideUnsafe(Duration.fromInputUnsafe(lockExpiration), 3)
})

const serverOf = <E>(
  { capacity = 100_000, remember = defaultMemory }: ServerOptions,
  store: Effect.Effect<PersistedQueue.PersistedQueueStore["Service"], E, Scope.Scope>,
  count: (queue: string) => Effect.Effect<number, unknown>
) =>
  PersistedQueue.layerCleanup({ timeToLive: remember, failedTimeToLive: remember }).pipe(
    Layer.provideMerge(Layer.effect(PersistedQueue.PersistedQueueStore, bounded(store, capacity, count)))
  )

/**
 * Keeps deliveries in tables of a database, such as PostgreSQL, which it creates. Processes may share them: each
 * delivery is handled by one of them.
 *
 * It waits up to a minute for a database that is starting. While the database is away later, deliveries are refused
 * within 5 seconds.
 */
export const layerSql = (options: ServerOptions = {}): Layer.Layer<Store, SqlError, SqlClient.SqlClient> =>
  Layer.unwrap(
    Effect.map(Effect.tap(SqlClient.SqlClient, awake), (sql) => {
      const tableName = options.name ?? "forgecast_webhooks"
      const store = PersistedQueue.makeStoreSql({ tableName, ...locks(options.lockExpiration) }).pipe(
        Effect.provideService(SqlClient.SqlClient, sql)
      )
      const count = (queue: string) =>
        sql<{ readonly n: number }>`
          SELECT COUNT(*) AS n FROM ${sql(tableName)} WHERE queue_name = ${queue} AND state = 'pending'
        `.pipe(Effect.map(([row]) => Number(row?.n ?? 0)))
      return queueIn(
        Layer.merge(
          serverOf(options, store, count),
          DeadLetters.layerSql({ name: `${tableName}_letters`, ...options.deadLetters })
        )
      )
    })
  )

/**
 * Keeps deliveries in a Redis. Processes may share them: each delivery is handled by one of them. They are as safe as what
 * Redis has on its disk: set `appendonly yes`, and `appendfsync always` if not even a second may be lost.
 *
 * While Redis is away, deliveries are refused within 5 seconds, and handlers wait for it.
 */
export const layerRedis = (options: ServerOptions = {}): Layer.Layer<Store, never, Redis.Redis> =>
  Layer.unwrap(
    Redis.Redis.useSync((redis) => {
      const prefix = `${options.name ?? "forgecast_webhooks"}:`
      const store = PersistedQueue.makeStoreRedis({ prefix, ...locks(options.lockExpiration) }).pipe(
        Effect.provideService(Redis.Redis, persevering(redis))
      )
      const count = (queue: string) =>
        Effect.all([
          redis.send<number>("LLEN", prefix + queue),
          redis.send<number>("ZCARD", `${prefix}${queue}:delayed`),
          redis.send<number>("HLEN", `${prefix}${queue}:pending`)
        ]).pipe(Effect.map((counts) => counts.reduce((sum, n) => sum + Number(n), 0)))
      return queueIn(
        Layer.merge(
          serverOf(options, store, count),
          DeadLetters.layerRedis({ name: `${prefix}letters`, ...options.deadLetters })
        )
      )
    })
  )
