/** Requests under way at once. Waiting for a slot takes from what a call may wait, as waiting for a limit does. */
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { Limited, Contender, Patience, Slots } from "../../Limit.ts"
import { noteWait } from "./patience.ts"

export const make = (size: number): Slots => ({ size, taken: 0, queue: new Map() })

/** Takes a slot, if one is free and nobody waits for it. */
export const take = (slots: Slots, contender: Contender): boolean => {
  if (slots.taken >= slots.size || slots.queue.size > 0) return false
  slots.taken++
  contender.hasSlot = true
  return true
}

/** Leaves the slot, which goes to the next in the queue; or the queue. */
export const leave = (
  slots: Slots,
  contender: Contender,
  { currentDispatcher }: Fiber.Fiber<unknown, unknown>
): void => {
  if (!contender.hasSlot) return void slots.queue.delete(contender)
  contender.hasSlot = false
  for (const [next, turn] of slots.queue) {
    slots.queue.delete(next)
    next.hasSlot = true
    // Not at once: the next may end at once too, and so on through the whole queue.
    return currentDispatcher.scheduleTask(() => Deferred.doneUnsafe(turn, Effect.void), 0)
  }
  slots.taken--
}

/** Waits for a slot. Fails with `Limited` when none becomes free in time. */
export const awaitSlot = (
  slots: Slots,
  contender: Contender,
  resource: string,
  patience: Patience
): Effect.Effect<void, Limited> =>
  Effect.flatMap(Clock.Clock, (clock) => {
    if (take(slots, contender)) return Effect.void
    const begin = clock.currentTimeMillisUnsafe()
    const turn = Deferred.makeUnsafe<void>()
    slots.queue.set(contender, turn)
    const inTurn = Effect.map(Deferred.await(turn), () => {
      noteWait(patience, clock.currentTimeMillisUnsafe() - begin)
    })
    if (patience.left === Infinity) return inTurn
    const late = Effect.suspend(() =>
      contender.hasSlot ? Effect.never : Effect.fail(busy(slots.size, resource, clock.currentTimeMillisUnsafe()))
    )
    return Effect.raceFirst(inTurn, Effect.andThen(Effect.sleep(Math.max(0, patience.left)), late))
  })

/** Describes that so many requests hold another one back. */
export const busy = (size: number, resource: string, now: number): Limited => ({
  _tag: "Limited",
  kind: "secondary",
  resource,
  limit: size,
  remaining: 0,
  retryAt: DateTime.fromDateUnsafe(new Date(now)),
  underWay: size
})
