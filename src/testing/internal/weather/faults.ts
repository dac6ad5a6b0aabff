/** Faults that only the weather services have. */
import { bytesOf, textOf } from "../exchange.ts"
import { type Fault, inPlace, type Keep, part, spoiling, type When } from "../fault.ts"
import { limitReasons, refusal, type Window } from "./refusals.ts"

export interface QuotaSpent extends When {
  /** The window that is used up, or `concurrent` for too many requests at a time; `minutely` by default. */
  readonly window?: Window | "concurrent"
}

/** Refuses as if a limit of the weather were used up: with 429, whose message names the limit but not when it ends. */
export const quotaSpent = (options: QuotaSpent = {}): Fault =>
  inPlace("quotaSpent", options, false, () => refusal(429, limitReasons[options.window ?? "minutely"]))

/** Breaks off the weather's answer with the service's error text, under a status of success. `keep` is 0 by default. */
export const streamFailed = (options: When & Keep = {}): Fault =>
  spoiling("streamFailed", options, (self) => ({
    ...self,
    body: `${textOf(bytesOf(self.body).slice(0, part(self, options.keep ?? 0)))}Unexpected error while streaming data: timeoutReached`
  }))

/** Writes a coordinate of the weather's answer as a bare `nan`, which is not JSON. */
export const bareNan = (options: When = {}): Fault =>
  spoiling("bareNan", options, (self) => ({
    ...self,
    body: textOf(self.body).replace(/"latitude":[-\d.e]+/, '"latitude":nan')
  }))
