/** Requests under way at once. Waiting for a slot takes from what a call may wait, as waiting for a limit does. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import type { Limited, Slots } from "../../Limit.ts"
import type { Patience } from "./bucket.ts"

export const make = (size: number): Slots => ({ size, semaphore: Semaphore.makeUnsafe(size), queued: 0 })

/** Runs a request in a slot. Fails with `Limited` when none becomes free in time. */
export const withSlot = <A, E, R>(
  slots: Slots,
  resource: string,
  patience: Patience,
  request: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Limited, R> =>
  Effect.suspend(() => {
    const queue = waitForSlot(slots, resource, patience, request)
    if (slots.queued > 0) return queue
    return Effect.flatMap(slots.semaphore.withPermitsIfAvailable(1)(request), (result) =>
      Option.isSome(result) ? Effect.succeed(result.value) : queue
    )
  })

const waitForSlot = <A, E, R>(
  slots: Slots,
  resource: string,
  patience: Patience,
  request: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Limited, R> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const begin = clock.currentTimeMillisUnsafe()
    let waits = true
    const leaveQueue = () => {
      if (!waits) return
      waits = false
      slots.queued--
    }
    const inSlot = slots.semaphore.withPermit(
      Effect.suspend(() => {
        leaveQueue()
        patience.left -= clock.currentTimeMillisUnsafe() - begin
        return request
      })
    )
    slots.queued++
    const waited =
      patience.left === Infinity
        ? inSlot
        : Effect.raceFirst(
            inSlot,
            Effect.andThen(
              Effect.sleep(Math.max(0, patience.left)),
              Effect.suspend(() =>
                waits ? Effect.fail(busy(slots, resource, clock.currentTimeMillisUnsafe())) : Effect.never
              )
            )
          )
    return Effect.ensuring(waited, Effect.sync(leaveQueue))
  })

const busy = ({ size }: Slots, resource: string, now: number): Limited => ({
  _tag: "Limited",
  kind: "secondary",
  resource,
  limit: size,
  remaining: 0,
  retryAt: DateTime.makeUnsafe(now),
  underWay: size
})
