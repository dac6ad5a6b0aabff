/** Leaves a share of each rate-limit budget to others. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Forge } from "../../forge/Forge.ts"
import type { Budget } from "../../rest/Limit.ts"
import * as Transport from "../../rest/Transport.ts"

/** What is known of a budget, and how many requests that draw on it are under way. */
interface BudgetInUse {
  budget: Budget | undefined
  underWay: number
}

/**
 * Wraps programs whose requests share what is left of a budget above `leave`, a share from 0 to 1 of its limit. A request
 * that would spend more waits for the next window. Every response states what others have spent, too.
 */
export const makeSparing = (
  leave: number
): (<A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | Forge>) => {
  const known = new Map<string, BudgetInUse>()
  const of = (resource: string): BudgetInUse => {
    const found = known.get(resource) ?? { budget: undefined, underWay: 0 }
    known.set(resource, found)
    return found
  }

  const turn = (resource: string): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { budget, underWay } = of(resource)
      if (budget === undefined || budget.limit === null || now >= budget.resetAt) return Effect.void
      if (budget.remaining - underWay > leave * budget.limit) return Effect.void
      return Effect.andThen(Effect.sleep(budget.resetAt - now), turn(resource))
    })

  /** Does something with the budget of a resource, once there is enough of it. */
  const within = <A, E, R>(resource: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.andThen(
      turn(resource),
      Effect.suspend(() => {
        const own = of(resource)
        own.underWay++
        return Effect.ensuring(
          effect,
          Effect.sync(() => own.underWay--)
        )
      })
    )

  const spare = Transport.around({
    request: (next) => (call, reader, since) =>
      within(
        call.resource,
        Effect.tap(next(call, reader, since), ({ budget }) =>
          Effect.sync(() => {
            // A request can draw on another resource than it says.
            if (budget !== undefined) of(budget.resource).budget = budget
          })
        )
      )
  })
  return Effect.updateService(Forge, spare)
}
