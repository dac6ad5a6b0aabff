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

/** Waits for a rate limit, by resource. */
export const waits = /* @__PURE__ */ Metric.counter("forgecast_waits_total", {
  description: "Waits for a rate limit",
  incremental: true
})

/** Time waited for rate limits in milliseconds, by resource. */
export const waitMillis = /* @__PURE__ */ Metric.counter("forgecast_wait_milliseconds_total", {
  description: "Time waited for rate limits",
  incremental: true
})

/** What was left of the budget by the last answer, by resource. */
export const remainingBudget = /* @__PURE__ */ Metric.gauge("forgecast_rate_limit_remaining", {
  description: "Requests left in the window"
})

const byResource = <Input, State>(metric: Metric.Metric<Input, State>) => {
  const known = new Map<string, Metric.Metric<Input, State>>()
  return (resource: string): Metric.Metric<Input, State> => {
    let one = known.get(resource)
    if (one === undefined) known.set(resource, (one = Metric.withAttributes(metric, { resource })))
    return one
  }
}

const waitsOf = /* @__PURE__ */ byResource(waits)
const waitMillisOf = /* @__PURE__ */ byResource(waitMillis)
const remainingOf = /* @__PURE__ */ byResource(remainingBudget)

/** Counts one wait. */
export const waited = (resource: string, milliseconds: number): Effect.Effect<void> =>
  Effect.andThen(Metric.update(waitsOf(resource), 1), Metric.update(waitMillisOf(resource), milliseconds))

/** Keeps what is left of a budget. */
export const remaining = (resource: string, count: number): Effect.Effect<void> =>
  Metric.update(remainingOf(resource), count)
