/** The client's metrics. Read them with `Metric.snapshot`, or export them over OTLP. */
import * as Metric from "effect/Metric"

/** Requests sent, including redirects and retries. */
export const requests = Metric.counter("forgecast_requests_total", {
  description: "Requests sent",
  incremental: true
})

/** Retries, after a failure or a rate limit. */
export const retries = Metric.counter("forgecast_retries_total", {
  description: "Requests retried",
  incremental: true
})

/** Responses served from the cache: confirmed by a 304, or still fresh. */
export const cacheHits = Metric.counter("forgecast_cache_hits_total", {
  description: "Responses served from the cache",
  incremental: true
})

/** Reads that got the response of an identical one in flight. */
export const sharedReads = Metric.counter("forgecast_shared_reads_total", {
  description: "Reads that shared a request",
  incremental: true
})

/** Responses that were read from the store of a persisted cache. */
export const cacheStoreHits = Metric.counter("forgecast_cache_store_hits_total", {
  description: "Cached responses read from the store",
  incremental: true
})

/** Reads that waited for another process, which was reading the same for a cache that they share. */
export const cacheStoreWaits = Metric.counter("forgecast_cache_store_waits_total", {
  description: "Reads that waited for another process",
  incremental: true
})

/**
 * Why a persisted cache went without its store: `failed`, `timeout`, `unavailable` (not asked, after failures in a row),
 * `damaged` (an entry that cannot be read), `dropped` (too many entries waited to be written).
 */
export type StoreFailure = "failed" | "timeout" | "unavailable" | "damaged" | "dropped"

/** Reads and writes of a persisted cache that its store did not serve, by their attributes `operation` and `reason`. */
export const cacheStoreFailures = (operation: "read" | "write", reason: StoreFailure) =>
  Metric.counter("forgecast_cache_store_failures_total", {
    description: "Reads and writes that the store of the cache did not serve",
    incremental: true,
    attributes: { operation, reason }
  })

/** Waits for rate limits. */
export const waits = Metric.counter("forgecast_waits_total", {
  description: "Waits for a rate limit",
  incremental: true
})

/** Time waited for rate limits, in milliseconds. */
export const waitMillis = Metric.counter("forgecast_wait_milliseconds_total", {
  description: "Time waited for rate limits",
  incremental: true
})

const remainingId = "forgecast_rate_limit_remaining"

/**
 * What is left of a budget, as of the last response. There is one gauge for each `origin` and `resource` (attributes),
 * such as `https://api.example.com` and `core`.
 */
export const remainingBudget = (origin: string, resource: string) =>
  Metric.gauge(remainingId, { description: "Requests left in the window", attributes: { origin, resource } })
