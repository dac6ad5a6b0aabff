/** Trouble that the weather services have a way of their own with. */
import { bytesOf, textOf } from "../exchange.ts"
import { type Fault, inPlace, type Keep, part, spoiling, type When } from "../fault.ts"
import { limitReasons, refusal, type Window } from "./refusals.ts"

export interface QuotaSpent extends When {
  /** Which window is used up, or that too many requests run at a time. A minute's when left out. */
  readonly window?: Window | "concurrent"
}

/** The weather's limit is reached, for once: 429 that says in words which, and not until when. */
export const quotaSpent = (options: QuotaSpent = {}): Fault =>
  inPlace("quotaSpent", options, false, () => refusal(429, limitReasons[options.window ?? "minutely"]))

/** The weather's answer breaks off in the service's own words, under a status of success. */
export const streamFailed = (options: When & Keep = {}): Fault =>
  spoiling("streamFailed", options, (self) => ({
    ...self,
    body: `${textOf(bytesOf(self.body).slice(0, part(self, options.keep ?? 0)))}Unexpected error while streaming data: timeoutReached`
  }))

/** The weather's answer has a bare `nan` for a coordinate: no JSON. */
export const bareNan = (options: When = {}): Fault =>
  spoiling("bareNan", options, (self) => ({
    ...self,
    body: textOf(self.body).replace(/"latitude":[-\d.e]+/, '"latitude":nan')
  }))
