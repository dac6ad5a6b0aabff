/** Records what the gate does in the client's metrics. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Budget } from "../../Limit.ts"
import * as Metrics from "../../Metrics.ts"

/** Records a wait, or the continuation of one. */
export const waited = (resource: string, milliseconds: number, isNew: boolean): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    Metrics.waits.of({ resource }).updateUnsafe(isNew ? 1 : 0, context)
    Metrics.waitMillis.of({ resource }).updateUnsafe(milliseconds, context)
    return Effect.void
  })

interface Gauges {
  readonly remaining: ReturnType<typeof Metrics.remainingBudget>
  readonly limit: ReturnType<typeof Metrics.budgetLimit>
}

const gauges = new Map<string, Gauges>()

/** Records what is left of a budget. The service names the resources: few, but a bound keeps it so. */
export const remaining = (
  context: Context.Context<never>,
  origin: string,
  { limit, remaining, resource }: Pick<Budget, "limit" | "remaining" | "resource">
): void => {
  const key = `${origin} ${resource}`
  let own = gauges.get(key)
  if (own === undefined) {
    if (gauges.size >= 1_000) return
    own = { remaining: Metrics.remainingBudget(origin, resource), limit: Metrics.budgetLimit(origin, resource) }
    gauges.set(key, own)
  }
  own.remaining.updateUnsafe(remaining, context)
  if (limit !== null) own.limit.updateUnsafe(limit, context)
}
