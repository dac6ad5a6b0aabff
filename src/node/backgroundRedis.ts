/** A Redis that connects in the background. A program starts and ends without it, and finds it when it comes. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as References from "effect/References"
import * as Scope from "effect/Scope"

/**
 * How long a program waits for the first attempt to connect: 3 seconds. Work that blocks the process, such as loading
 * modules, delays timers and replies alike. Short waits leave time to read a reply that is there.
 */
const firstAttempt = Effect.repeat(Effect.sleep(500), { times: 5 })

/** The longest time between two attempts to connect, in milliseconds. */
const longestBreak = 2_000

/** How long the end of a program waits for commands under way. A frozen Redis never answers them. */
const patience = "1 second"

/** Whether Redis does not accept the user name and the password, or asks for one. */
const isRefusal = ({ message }: Error): boolean => /^(WRONGPASS|NOAUTH)\b/.test(message)

/** Commands fail while there is no connection. */
export const layer = (url: string): Layer.Layer<Redis.Redis> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      const runSync = Effect.runSyncWith(yield* Effect.context())
      let built:
        | { readonly client: NodeRedis.NodeRedis["Service"]["client"]; readonly redis: Redis.Redis["Service"] }
        | undefined
      /** Why the last attempt failed. */
      let failure: Error | undefined
      let isRefused = false
      const connected = yield* Deferred.make<Redis.Redis["Service"]>()
      const attempted = yield* Deferred.make<void>()
      const ended = new AbortController()
      const reconnectStrategy = (retries: number, cause: Error): number | false => {
        if (ended.signal.aborted) return false
        failure = cause
        const wasRefused = isRefused && retries > 0
        isRefused = isRefusal(cause)
        if (isRefused && !wasRefused) {
          runSync(Effect.logError("Redis does not accept the user name or the password", cause.message))
        }
        Deferred.doneUnsafe(attempted, Effect.void)
        return Math.min(100 * 2 ** retries, longestBreak)
      }
      // Without the queue, a command fails at once, and is not carried out late.
      const socket = { reconnectStrategy, signal: ended.signal }
      const scope = yield* Scope.make()
      const build = Layer.buildWithScope(NodeRedis.layer({ url, disableOfflineQueue: true, socket }), scope).pipe(
        // The client logs every attempt. Its users say that it is away.
        Effect.provideService(References.MinimumLogLevel, "Error"),
        Effect.flatMap((context) => {
          const { client } = Context.get(context, NodeRedis.NodeRedis)
          built = { client, redis: Context.get(context, Redis.Redis) }
          Deferred.doneUnsafe(attempted, Effect.void)
          return Deferred.succeed(connected, built.redis)
        }),
        Effect.ignore
      )
      yield* Effect.acquireRelease(Effect.forkDetach(build), (building, exit) =>
        Effect.gen(function* () {
          // A client that connects may wait for a reply. To interrupt it would wait for that, too.
          if (built === undefined) ended.abort()
          const closing = yield* Effect.forkDetach(Effect.andThen(Fiber.await(building), Scope.close(scope, exit)))
          yield* Effect.timeoutOption(Effect.interruptible(Fiber.await(closing)), patience)
          built?.client.destroy()
          ended.abort()
        })
      )
      yield* Effect.raceFirst(Deferred.await(attempted), firstAttempt)
      const away = Effect.suspend(() => {
        const detail = failure === undefined ? "" : `: ${failure.message}`
        const message = isRefused
          ? "Redis refuses the login of this process"
          : `there is no connection to Redis${detail}`
        return Effect.fail(new Redis.RedisError({ cause: new Error(message) }))
      })
      const ready = () => (built?.client.isReady === true ? built.redis : undefined)
      return {
        send: (command, ...args) => Effect.suspend(() => ready()?.send(command, ...args) ?? away),
        eval:
          (script) =>
          (...params) =>
            Effect.suspend(() => ready()?.eval(script)(...params) ?? away),
        subscribe: (channel) => Effect.flatMap(Deferred.await(connected), (redis) => redis.subscribe(channel)),
        reserve: Effect.flatMap(Deferred.await(connected), ({ reserve }) => reserve)
      }
    })
  )
