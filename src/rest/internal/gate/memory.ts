/** The gate of one process, kept in memory. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Bucket, Gate, Limited, Patience, PermitOptions, Contender, Slots } from "../../Limit.ts"
import * as Buckets from "./bucket.ts"
import * as Measures from "./measures.ts"
import { noteWait } from "./patience.ts"
import * as Pauses from "./pauses.ts"
import * as Queue from "./slots.ts"
import * as Spacing from "./spacing.ts"

export interface Options {
  readonly concurrency?: number | undefined
  readonly pause?: Duration.Input | undefined
}

/** How many hosts to keep before idle ones are dropped. */
const hostsKept = 1_000

/** How many resources of a host are tracked separately. */
const resourcesKept = 100

/** What is known of one principal at one service. */
interface Host {
  readonly shared: Pauses.Pausable
  readonly slots: Slots
  /** The turn of the next write, while writes are spaced. */
  readonly turn: Slots
  /** By resource. */
  readonly buckets: Map<string, Buckets.State>
  /** Requests in flight or waiting. */
  requests: number
  spacing: Spacing.Spacing
  /** Until when the next write may have to wait. */
  spacedUntil: number
}

/** What the options mean. Times are in milliseconds. */
export const settingsOf = (options: Options) => {
  const wanted = Math.floor(options.concurrency ?? Number.NaN)
  return {
    // Less than one would admit nothing. NaN means the default.
    concurrency: Number.isNaN(wanted) ? 100 : Math.max(1, wanted),
    firstPause: Duration.toMillis(options.pause ?? "1 minute")
  }
}

export const make = (options: Options = {}): Gate => {
  const { concurrency, firstPause } = settingsOf(options)
  const hosts = new Map<string, Host>()
  let forgetFrom = hostsKept
  /** The host of the last bucket: each request asks for its own twice. */
  let last: { readonly bucket: Bucket; readonly host: Host } | undefined

  const hostOf = (bucket: Bucket, now: number): Host => {
    if (last?.bucket.origin === bucket.origin && last.bucket.principal === bucket.principal) return last.host
    const key = `${bucket.origin} ${bucket.principal}`
    let host = hosts.get(key)
    if (host === undefined) {
      if (hosts.size >= forgetFrom) forgetIdle(now)
      host = {
        shared: Pauses.make(bucket.resource),
        slots: Queue.make(concurrency),
        turn: Queue.make(1),
        buckets: new Map(),
        requests: 0,
        spacing: Spacing.none,
        spacedUntil: 0
      }
      hosts.set(key, host)
    }
    last = { bucket, host }
    return host
  }

  /** Drops idle hosts: a server that makes requests on behalf of its users sees many principals. */
  const forgetIdle = (now: number) => {
    last = undefined
    for (const [key, host] of hosts) {
      if (host.requests > 0 || host.spacedUntil > now || Spacing.intervalAt(host.spacing, now) > 0) continue
      if ([...host.buckets.values()].every((state) => Buckets.isIdle(state, now))) hosts.delete(key)
    }
    // Scanning all hosts for each new one would take ever longer.
    forgetFrom = Math.max(hostsKept, 2 * hosts.size)
  }

  const withPermit = <A, E, R>(
    bucket: Bucket,
    { maxWait, observer, operation, patience: given, quota, weight = 1, write, writeInterval }: PermitOptions,
    request: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | Limited, R> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const host = hostOf(bucket, clock.currentTimeMillisUnsafe())
      const state = stateOf(host, bucket.resource)
      if (quota !== undefined) state.ledger ??= quota.ledger()
      const slots = state.ledger?.slots ?? host.slots
      const contender: Contender = { hasSlot: false }
      let isKnown = false
      let hasEntered = false

      /** The time to keep between this request and the last write. */
      const intervalAt = (now: number): number => {
        if (!write) return 0
        return writeInterval === undefined ? Spacing.intervalAt(host.spacing, now) : Duration.toMillis(writeInterval)
      }

      /** Enters with the slot that it has. If the bucket has closed while it waited for the slot, it frees the slot. */
      const enter = (): boolean => {
        const now = clock.currentTimeMillisUnsafe()
        hasEntered = Buckets.enter(state, weight, now)
        if (!hasEntered) Queue.leave(slots, contender, fiber)
        else if (write) {
          host.spacing = Spacing.wrote(host.spacing, now)
          host.spacedUntil = now + intervalAt(now)
        }
        return hasEntered
      }

      const wait = (): Effect.Effect<A, E | Limited, R> => {
        const patience = given ?? { left: Duration.toMillis(maxWait) }
        const inSlot = Effect.map(Queue.awaitSlot(slots, contender, bucket.resource, patience), enter)
        /** Waits for its turn among the writes, and leaves the turn to the next one when it is sent. */
        const inTurn = Effect.suspend(() => {
          const writer: Contender = { hasSlot: false }
          const unlimited: Patience = { left: Infinity }
          const turn = Queue.awaitSlot(host.turn, writer, bucket.resource, unlimited)
          const apart = Effect.suspend(() => {
            noteWait(patience, unlimited.waited ?? 0, false)
            return spaced(patience)
          })
          return Effect.onExitPrimitive(Effect.andThen(turn, Effect.andThen(apart, inSlot)), () => {
            Queue.leave(host.turn, writer, fiber)
            return undefined
          })
        })
        const permitted: Effect.Effect<A, E | Limited, R> = Effect.flatMap(
          Buckets.awaitOpen(state, weight, patience, (wait) => observer?.({ ...wait, operation })),
          () =>
            Effect.flatMap(intervalAt(clock.currentTimeMillisUnsafe()) > 0 ? inTurn : inSlot, (entered) =>
              entered ? request : permitted
            )
        )
        return permitted
      }

      /** Waits for the time between two writes. A timer may fire a moment early. */
      const spaced = (patience: Patience): Effect.Effect<void> => {
        const now = clock.currentTimeMillisUnsafe()
        const left = Spacing.waitFor(host.spacing, intervalAt(now), now)
        return left === 0
          ? Effect.void
          : Effect.sleep(left).pipe(
              Effect.andThen(Measures.waited(bucket.resource, left, true)),
              Effect.andThen(
                Effect.suspend(() => {
                  noteWait(patience, left, false)
                  return spaced(patience)
                })
              )
            )
      }

      // Most requests need not wait. They do without the effects of waiting, which take 3 µs.
      return Effect.onExitPrimitive(
        Effect.suspend(() => {
          isKnown = true
          host.requests++
          const isSpaced = write && intervalAt(clock.currentTimeMillisUnsafe()) > 0
          return !isSpaced && Queue.take(slots, contender) && enter() ? request : wait()
        }),
        () => {
          if (hasEntered) Buckets.leave(state, clock.currentTimeMillisUnsafe())
          Queue.leave(slots, contender, fiber)
          if (isKnown) host.requests--
          return undefined
        }
      )
    })

  const note: Gate["note"] = (bucket, notice) =>
    Effect.withFiber((fiber) => {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const { budget } = notice
      const host = hostOf(bucket, now)
      const state = stateOf(host, bucket.resource)
      if (budget !== undefined) {
        // The service names the resources. There are few, and no response makes them many.
        if (host.buckets.has(budget.resource) || host.buckets.size < resourcesKept) {
          Buckets.learn(stateOf(host, budget.resource), budget, notice.sentAt, now)
        }
        Measures.remaining(fiber.context, bucket.origin, budget)
      }
      if (notice.surcharge !== undefined) state.ledger?.spend(notice.surcharge, now)
      const limited = Buckets.pauseIfLimited(state, notice, firstPause, now)
      if (notice.limit?.kind === "secondary") {
        host.spacing = Spacing.limited(host.spacing, notice.sentAt, host.shared.pause.until, now)
      } else if (notice.success === "write") {
        host.spacing = Spacing.eased(host.spacing, notice.sentAt)
      }
      return Effect.succeed(limited)
    })

  return { withPermit, note }
}

const stateOf = (host: Host, resource: string): Buckets.State => {
  let state = host.buckets.get(resource)
  if (state === undefined) host.buckets.set(resource, (state = Buckets.make(resource, host.shared)))
  return state
}
