/**
 * Retries.
 *
 * Lost connections and transient statuses are retried only when that is safe: the operation is declared safe to retry,
 * or the service certainly did not act. Rate-limited requests are retried once the gate lets them through.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

/** How often, and after which delays, a call is retried. */
export interface Policy {
  /** Maximum number of attempts for one call, including the first. Default: 4. 1 disables retries. */
  readonly attempts?: number | undefined
  /** How long after the first failure another attempt may start. Default: 1 minute. */
  readonly within?: Duration.Input | undefined
  /**
   * Upper bound of the first delay. It doubles with each attempt. The actual delay is random, evenly distributed below
   * the bound. Default: 500 ms.
   */
  readonly base?: Duration.Input | undefined
  /** Upper bound of any delay. Default: 20 seconds. */
  readonly cap?: Duration.Input | undefined
  /**
   * How many retries may fail in an outage before no more are made, over all calls of the Layer. Each success earns a
   * fifth of a retry back, or the retries that it took. Default: 100.
   */
  readonly budget?: number | undefined
}

/** Default: 4 attempts within 1 minute, with delays up to 500 ms, 1 s and 2 s. One attempt disables retries. */
export const RetryPolicy = Context.Reference<Policy>("forgecast/rest/Retry/RetryPolicy", {
  defaultValue: () => ({})
})
