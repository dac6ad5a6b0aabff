/**
 * Shares of the rate limits: how much a program, or all programs of a tenant, may spend, and how much they leave to others.
 *
 * ```ts
 * // The nightly run leaves half of each limit to the programs of the day.
 * const nightly = tidyUp.pipe(Budget.share({ leave: 0.5 }))
 *
 * // No tenant spends more than a quarter of it, whatever its programs do at the same time.
 * const tenant = yield* Budget.make({ name: "acme", spend: 0.25 })
 * yield* tenant.share(triage)
 * ```
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { dual } from "effect/Function"
import { Forge } from "../forge/Forge.ts"
import * as CallSite from "../rest/CallSite.ts"
import type * as Limit from "../rest/Limit.ts"
import * as Metrics from "../rest/Metrics.ts"
import type { InvalidInput } from "../rest/RestError.ts"
import * as Transport from "../rest/Transport.ts"
import * as Usage from "../rest/Usage.ts"
import * as Given from "./internal/options.ts"

/** How much a share is, of each limit: `core`, `search`, `graphql` and so on. */
export interface Options {
  /**
   * How much is left to others: a share of the limit, from 0 to less than 1. What others spend counts: responses state it.
   * Default: 0.
   */
  readonly leave?: number | undefined
  /** The most that may be spent in a window: a share of the limit, more than 0 and at most 1. Default: 1. */
  readonly spend?: number | undefined
  /**
   * Its name in the metric `forgecast_budget_quota_total`. Each name is a series of the metric, so use few. Default:
   * none, and the share is not in that metric.
   */
  readonly name?: string | undefined
}

/** A share that programs have in common. */
export interface Budget {
  /**
   * Runs a program within the share. A request that would spend more waits for the next window, however long that takes.
   * Downloads and GraphQL count while they run.
   */
  readonly share: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Forge>
  /** What was spent of each resource in its present window. */
  readonly spent: Effect.Effect<ReadonlyMap<string, number>>
}

/**
 * Makes a share. All programs that are run with its `share` have it in common: those of a tenant, or of one kind of workflow.
 *
 * Fails with `InvalidInput` if an option is out of its range. A share counts what its own programs spend in this
 * process: give each of several processes a part of it.
 */
export const make: (options: Options) => Effect.Effect<Budget, InvalidInput> = CallSite.effect((options) =>
  Effect.andThen(
    checked("Budget.make", options),
    Effect.sync(() => shared(options))
  )
)

/**
 * Runs one program within a share of its own.
 *
 * Fails with `InvalidInput`, before anything is sent, if an option is out of its range.
 */
export const share: {
  (options: Options): <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E | InvalidInput, R | Forge>
  <A, E, R>(self: Effect.Effect<A, E, R>, options: Options): Effect.Effect<A, E | InvalidInput, R | Forge>
} = dual(2, <A, E, R>(self: Effect.Effect<A, E, R>, options: Options): Effect.Effect<A, E | InvalidInput, R | Forge> =>
  Effect.andThen(
    checked("Budget.share", options),
    Effect.suspend(() => shared(options).share(self))
  )
)

/** What is known of a limit, and what the programs of the share do with it. */
interface InUse {
  limit: Limit.Budget | undefined
  /** Calls that are under way. */
  underWay: number
  /** What was spent in the window that ends with `limit`. */
  spent: number
}

/** In milliseconds. Services state the end of one window with a second more or less. */
const aMinute = 60_000

/** Refuses options that are out of their range. */
const checked = (operation: string, { leave = 0, spend = 1 }: Options): Effect.Effect<void, InvalidInput> =>
  Given.check(operation, {
    leave: leave >= 0 && leave < 1 ? undefined : `must be from 0 to less than 1, not ${leave}`,
    spend: spend > 0 && spend <= 1 ? undefined : `must be more than 0 and at most 1, not ${spend}`
  })

/** The share that options describe, which have been checked. */
const shared = ({ leave = 0, name, spend = 1 }: Options): Budget => {
  const known = new Map<string, InUse>()
  const of = (resource: string): InUse => {
    const found = known.get(resource) ?? { limit: undefined, underWay: 0, spent: 0 }
    known.set(resource, found)
    return found
  }

  /** Begins the next window once the last one is over. */
  const at = (own: InUse, now: number): InUse => {
    if (own.limit !== undefined && now >= own.limit.resetAt) {
      own.limit = undefined
      own.spent = 0
    }
    return own
  }

  /** Takes in what a response states. By the clock of the service, the next window may have begun already. */
  const learn = (own: InUse, limit: Limit.Budget): void => {
    if (own.limit !== undefined && limit.resetAt - own.limit.resetAt > aMinute) own.spent = 0
    own.limit = limit
  }

  const turn = (resource: string): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { limit, spent, underWay } = at(of(resource), now)
      if (limit === undefined || limit.limit === null) return Effect.void
      const leaves = limit.remaining - underWay > leave * limit.limit
      const spends = spent + underWay < spend * limit.limit
      if (leaves && spends) return Effect.void
      return Effect.andThen(Effect.sleep(limit.resetAt - now), turn(resource))
    })

  const count = Effect.fnUntraced(function* (resource: string, quota: number) {
    if (quota === 0) return
    of(resource).spent += quota
    if (name === undefined) return
    const context = yield* Effect.context<never>()
    Metrics.budgetQuota.of({ budget: name, resource }).updateUnsafe(quota, context)
  })

  const around = Transport.around({
    request: (next) => (call, reader, since) =>
      Effect.andThen(
        turn(call.resource),
        Usage.counting((usage) => {
          const own = of(call.resource)
          own.underWay++
          // A request can draw on another resource than it says.
          let { resource } = call
          const sent = Effect.tap(next(call, reader, since), ({ budget }) =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              if (budget === undefined) return
              resource = budget.resource
              learn(at(of(resource), now), budget)
            })
          )
          return Effect.onExit(sent, () => {
            own.underWay--
            return count(resource, usage.quota)
          })
        })
      )
  })

  return {
    share: Effect.updateService(Forge, around),
    spent: Effect.map(
      Clock.currentTimeMillis,
      (now) => new Map([...known].map(([resource, own]) => [resource, at(own, now).spent] as const))
    )
  }
}
