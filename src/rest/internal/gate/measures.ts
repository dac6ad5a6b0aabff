/** Records what the gate does in the client's metrics. */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Metrics from "../../Metrics.ts"

/** Records a wait, or the continuation of one. */
export const waited = (resource: string, milliseconds: number, isNew: boolean): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    Metrics.waits.of({ resource }).updateUnsafe(isNew ? 1 : 0, context)
    Metrics.waitMillis.of({ resource }).updateUnsafe(milliseconds, context)
    return Effect.void
  })

const gauges = new Map<string, ReturnType<typeof Metrics.remainingBudget>>()

/** Records what is left of a budget. The service names the resources: few, but a bound keeps it so. */
export const remaining = (context: Context.Context<never>, origin: string, resource: string, count: number): void => {
  const key = `${origin} ${resource}`
  let gauge = gauges.get(key)
  if (gauge === undefined) {
    if (gauges.size >= 1_000) return
    gauges.set(key, (gauge = Metrics.remainingBudget(origin, resource)))
  }
  gauge.updateUnsafe(count, context)
}
