/** What the client counts, as Effect metrics: read them with `Metric.snapshot`, or export them over OTLP. */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"

/** Requests sent, redirects and repeats included. */
export const requests = /* @__PURE__ */ Metric.counter("forgecast_requests_total", {
  description: "Requests sent",
  incremental: true
})

/** Requests sent again, after a failure or a limit. */
export const retries = /* @__PURE__ */ Metric.counter("forgecast_retries_total", {
  description: "Requests sent again",
  incremental: true
})

/** Answers taken from the cache: confirmed by a 304, or still fresh. */
export const cacheHits = /* @__PURE__ */ Metric.counter("forgecast_cache_hits_total", {
  description: "Answers taken from the cache",
  incremental: true
})

/** Waits for rate limits. */
export const waits = /* @__PURE__ */ Metric.counter("forgecast_waits_total", {
  description: "Waits for a rate limit",
  incremental: true
})

/** Time waited for rate limits, in milliseconds. */
export const waitMillis = /* @__PURE__ */ Metric.counter("forgecast_wait_milliseconds_total", {
  description: "Time waited for rate limits",
  incremental: true
})

/** What was left of a budget by the last answer: one gauge for each `resource` (an attribute), such as `core`. */
export const remainingBudget = /* @__PURE__ */ Metric.gauge("forgecast_rate_limit_remaining", {
  description: "Requests left in the window"
})

/** Counts one wait. */
export const waited = (milliseconds: number): Effect.Effect<void> =>
  Effect.andThen(Metric.update(waits, 1), Metric.update(waitMillis, milliseconds))

const gauges = /* @__PURE__ */ new Map<string, typeof remainingBudget>()

/** Keeps what is left of a budget. */
export const remaining = (resource: string, count: number): Effect.Effect<void> => {
  let gauge = gauges.get(resource)
  if (gauge === undefined && gauges.size >= 100) return Effect.void
  if (gauge === undefined) gauges.set(resource, (gauge = Metric.withAttributes(remainingBudget, { resource })))
  return Metric.update(gauge, count)
}
