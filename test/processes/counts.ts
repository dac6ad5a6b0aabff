import type * as Metric from "effect/Metric"

/** The count of a metric, 0 if nothing was counted. */
export const count = (metrics: ReadonlyArray<Metric.Metric.Snapshot>, id: string): number => {
  const state = metrics.find((metric) => metric.id === id)?.state
  return typeof state === "object" && "count" in state ? Number(state.count) : 0
}
