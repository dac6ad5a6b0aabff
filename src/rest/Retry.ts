/**
 * What is tried again.
 *
 * Lost connections and transient statuses, only where a repeat is harmless: when the operation says so, or when it is
 * certain that the service did not act. Rate limits are tried again after the gate has waited.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"

export interface Policy {
  /** Requests sent for one call at most, the first included. Default: 4; 1 switches repeats off. */
  readonly attempts?: number | undefined
  /** Time after the first failure in which another attempt may begin. Default: a minute. */
  readonly within?: Duration.Input | undefined
  /** Upper bound of the first delay; it doubles with each attempt, and the delay is drawn evenly below it. Default: 500 ms. */
  readonly base?: Duration.Input | undefined
  /** Upper bound of any delay. Default: 20 seconds. */
  readonly cap?: Duration.Input | undefined
  /**
   * Retries that may fail in an outage before no more are made, over all calls of the Layer. Each success earns a fifth
   * of a retry back, or the retries that it took. Default: 100.
   */
  readonly budget?: number | undefined
}

/** Default: 4 attempts within a minute, delays up to 500 ms, 1 s, 2 s. One attempt switches repeats off. */
export const RetryPolicy = /* @__PURE__ */ Context.Reference<Policy>("forgecast/rest/Retry/RetryPolicy", {
  defaultValue: () => ({})
})
