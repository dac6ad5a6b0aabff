/**
 * The client's metrics. Read them with `Metric.snapshot`, or export them over OTLP.
 *
 * **Details**
 *
 * No attribute has more than a few values, or names that programs make up: there are no names of repositories. A counter
 * with attributes has its sum as its value, and `of` is the counter of some attributes:
 *
 * ```ts
 * const { count } = yield* Metric.value(Metrics.sharedReads.of({ operation: "Issues.get", resource: "core" }))
 * ```
 *
 * To tell tenants apart, run their programs with `Metric.CurrentMetricAttributes`.
 */
import type * as Context from "effect/Context"
import * as Metric from "effect/Metric"

/** What became of a request, or of an attempt that was held back. */
export type RequestOutcome =
  /** A status that the operation declares as a success. */
  | "success"
  /** A 304: what is known is still valid, which costs no quota. */
  | "unchanged"
  /** A redirect. The request that follows it is counted separately. */
  | "redirected"
  /** A rate limit, of the response or of the gate. */
  | "limited"
  /** A 401. */
  | "unauthorized"
  /** Another response that is neither a success nor an outage. */
  | "refused"
  /** An outage of the service: a 408, or 500 and above. */
  | "unavailable"
  /** No complete response arrived. */
  | "lost"
  /** The program did not wait for the response. */
  | "interrupted"

/** The attributes of requests and of retries. */
export interface RequestAttributes {
  /**
   * Name of the operation, such as `Issues.get`. Requests with which `Write.once` looks for what an operation made have
   * `.look` after it: `Issues.createComment.look`.
   */
  readonly operation: string
  /** The rate-limit resource that it draws on, such as `core`. */
  readonly resource: string
  /** The class of the status: `2xx`, `3xx`, `4xx`, `5xx`; `none` without a response. */
  readonly status: string
  /** What became of it. */
  readonly outcome: RequestOutcome
}

/** A counter with attributes. Its own value is the sum over all of them. */
export interface Counted<in Attributes> extends Metric.Counter<number> {
  /** Names of its attributes. */
  readonly labels: ReadonlyArray<string>
  /** The counter of these attributes. */
  readonly of: (attributes: Attributes) => Metric.Counter<number>
}

/** How many sets of attributes a counter has. Operations of any more of them count as `other`. */
const mostSeries = 5_000

type Series = Metric.Counter<number> | Map<string, Series>

/** Makes a counter with attributes. Finding the series of attributes again makes no text. */
const counted = <Attributes extends { readonly [K in keyof Attributes]: string }>(
  id: string,
  description: string,
  labels: ReadonlyArray<keyof Attributes & string>
): Counted<Attributes> => {
  const root = new Map<string, Series>()
  let size = 0
  const of = (attributes: Attributes): Metric.Counter<number> => {
    let node: Series | undefined = root
    for (const label of labels) node = node instanceof Map ? node.get(attributes[label]) : undefined
    if (node !== undefined && !(node instanceof Map)) return node
    if (size >= mostSeries && "operation" in attributes && attributes.operation !== "other") {
      return of({ ...attributes, operation: "other" })
    }
    size++
    const names = Object.fromEntries(labels.map((label) => [label, attributes[label]]))
    const made = Metric.counter(id, { description, incremental: true, attributes: names })
    let place = root
    for (const [index, label] of labels.entries()) {
      if (index === labels.length - 1) place.set(attributes[label], made)
      else {
        const next: Series = place.get(attributes[label]) ?? new Map<string, Series>()
        place.set(attributes[label], next)
        if (next instanceof Map) place = next
      }
    }
    return made
  }
  return Object.assign(Metric.counter(id, { description, incremental: true }), {
    labels,
    of,
    valueUnsafe: (context: Context.Context<never>) => ({ count: sumOf(id, context), incremental: true })
  })
}

const sumOf = (id: string, context: Context.Context<never>): number =>
  Metric.snapshotUnsafe(context).reduce(
    (sum, snapshot) => (snapshot.id === id && snapshot.type === "Counter" ? sum + Number(snapshot.state.count) : sum),
    0
  )

/** Requests sent, including redirects and retries, by `operation`, `resource`, `status` and `outcome`, once they have ended. */
export const requests: Counted<RequestAttributes> = counted("forgecast_requests_total", "Requests sent", [
  "operation",
  "resource",
  "status",
  "outcome"
])

/** Retries, after a failure or a rate limit, by the attributes of the previous request. */
export const retries: Counted<RequestAttributes> = counted("forgecast_retries_total", "Requests retried", [
  "operation",
  "resource",
  "status",
  "outcome"
])

/** The attributes of reads that the cache served. */
export interface CacheAttributes {
  /** Name of the operation. */
  readonly operation: string
  /** The rate-limit resource that a request would have drawn on. */
  readonly resource: string
  /** `revalidated`: confirmed by a 304. `fresh`: without a request. */
  readonly outcome: "revalidated" | "fresh"
}

/** Responses served from the cache: confirmed by a 304, or still fresh. */
export const cacheHits: Counted<CacheAttributes> = counted(
  "forgecast_cache_hits_total",
  "Responses served from the cache",
  ["operation", "resource", "outcome"]
)

/** Reads that got the response of an identical one in flight, by `operation` and `resource`. */
export const sharedReads: Counted<Pick<RequestAttributes, "operation" | "resource">> = counted(
  "forgecast_shared_reads_total",
  "Reads that shared a request",
  ["operation", "resource"]
)

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

/** Waits for rate limits, by `resource`. */
export const waits: Counted<Pick<RequestAttributes, "resource">> = counted(
  "forgecast_waits_total",
  "Waits for a rate limit",
  ["resource"]
)

/** Time waited for rate limits, in milliseconds, by `resource`. */
export const waitMillis: Counted<Pick<RequestAttributes, "resource">> = counted(
  "forgecast_wait_milliseconds_total",
  "Time waited for rate limits",
  ["resource"]
)

/** Requests that workflows have sent, by the `workflow` of `Usage.Workflow`. */
export const workflowRequests: Counted<{ readonly workflow: string }> = counted(
  "forgecast_workflow_requests_total",
  "Requests sent by workflows",
  ["workflow"]
)

/** What these have used of rate limits, as `Usage` counts it. */
export const workflowQuota: Counted<{ readonly workflow: string }> = counted(
  "forgecast_workflow_quota_total",
  "Quota spent by workflows",
  ["workflow"]
)

/**
 * Workflows that have ended, by the function of `forgecast/workflow`, such as `Merge.whenGreen`, and by `outcome`: `success`,
 * the tag of the failure, `interrupted`, or `defect`.
 */
export const workflows: Counted<{ readonly function: string; readonly outcome: string }> = counted(
  "forgecast_workflows_total",
  "Workflows ended",
  ["function", "outcome"]
)

/** What was spent of the shares of `Budget` that have a name, by this name (`budget`) and `resource`. */
export const budgetQuota: Counted<{ readonly budget: string; readonly resource: string }> = counted(
  "forgecast_budget_quota_total",
  "Quota spent of shares",
  ["budget", "resource"]
)

const remainingId = "forgecast_rate_limit_remaining"

/**
 * What is left of a budget, as of the last response. There is one gauge for each `origin` and `resource` (attributes),
 * such as `https://api.example.com` and `core`.
 */
export const remainingBudget = (origin: string, resource: string) =>
  Metric.gauge(remainingId, { description: "Requests left in the window", attributes: { origin, resource } })

/** The limit of a budget: how many requests a window has, as of the last response that states it. */
export const budgetLimit = (origin: string, resource: string) =>
  Metric.gauge("forgecast_rate_limit_limit", { description: "Requests of a window", attributes: { origin, resource } })
