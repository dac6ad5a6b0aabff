/** A Redis that connects in the background. A program starts without it, and finds it when it comes. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redis from "effect/persistence/Redis"
import * as References from "effect/References"

/** How long a program waits for the first attempt to connect. */
const firstAttempt = "10 seconds"

/** The longest time between two attempts to connect, in milliseconds. */
const longestBreak = 5_000

const away = Effect.fail(new Redis.RedisError({ cause: new Error("there is no connection to Redis") }))

/** Commands fail while there is no connection. */
export const layer = (url: string): Layer.Layer<Redis.Redis> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      let redis: Redis.Redis["Service"] | undefined
      const connected = yield* Deferred.make<Redis.Redis["Service"]>()
      const attempted = yield* Deferred.make<void>()
      const reconnectStrategy = (retries: number): number => {
        Deferred.doneUnsafe(attempted, Effect.void)
        return Math.min(100 * 2 ** retries, longestBreak)
      }
      // Without the queue, a command fails at once, and is not carried out late.
      yield* Layer.build(NodeRedis.layer({ url, disableOfflineQueue: true, socket: { reconnectStrategy } })).pipe(
        // The client logs every attempt. Whoever uses it says that it is away.
        Effect.provideService(References.MinimumLogLevel, "Error"),
        Effect.flatMap((context) => {
          redis = Context.get(context, Redis.Redis)
          Deferred.doneUnsafe(attempted, Effect.void)
          return Deferred.succeed(connected, redis)
        }),
        Effect.ignore,
        Effect.forkScoped
      )
      yield* Effect.timeoutOption(Deferred.await(attempted), firstAttempt)
      return {
        send: (command, ...args) => Effect.suspend(() => redis?.send(command, ...args) ?? away),
        eval:
          (script) =>
          (...params) =>
            Effect.suspend(() => redis?.eval(script)(...params) ?? away),
        subscribe: (channel) => Effect.flatMap(Deferred.await(connected), (found) => found.subscribe(channel)),
        reserve: Effect.flatMap(Deferred.await(connected), (found) => found.reserve)
      }
    })
  )
