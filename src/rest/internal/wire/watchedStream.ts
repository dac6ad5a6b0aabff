/** Downloads through clients that do not watch over them. Only programs with downloads bundle this. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ClientError, WireResponse } from "./direct.ts"
import { type Bounds, type Expired, makeWatch } from "./watchdog.ts"

/**
 * The body as it arrives. Fails if a piece does not arrive in time after it has been requested, if it is too slow, or if
 * the whole takes too long.
 */
export const watchedStream = (
  bounds: Bounds,
  /** When the time of the whole began, in milliseconds. */
  begin: number,
  { stream }: WireResponse
): Stream.Stream<Uint8Array, ClientError | Expired> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const spent = (yield* Clock.currentTimeMillis) - begin
      const [watch, guard] = yield* makeWatch({ ...bounds, total: bounds.total - spent })
      const body = Stream.catchIf(
        stream,
        ({ reason }) => reason._tag === "EmptyBodyError",
        () => Stream.empty
      )
      const watched = Stream.transformPull(body, (pull) =>
        Effect.succeed(
          Effect.suspend(() => {
            watch.awaitBody()
            return Effect.map(pull, (pieces) => {
              for (const piece of pieces) watch.moved(piece.length)
              watch.rest()
              return pieces
            })
          })
        )
      )
      return Stream.interruptWhen(watched, guard)
    })
  )
