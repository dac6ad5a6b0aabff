/** The conventions of Open-Meteo: how it states limits and errors. */
import * as Duration from "effect/Duration"
import { clockSkew, type Dialect, messageFrom, type Response } from "../rest/Dialect.ts"
import type { LimitSignal } from "../rest/Limit.ts"
import * as Reason from "./Reason.ts"

/** The counters restart by the clock, and the response names the one that is used up. It has no `Retry-After`. */
const limit = ({ body, headers, retryAfter, status }: Response, now: number): LimitSignal | undefined => {
  if (status !== 429) return undefined
  const counter = Reason.fromBody(body)?.limit ?? undefined
  const skew = clockSkew(headers, now)
  const resetAt = counter === undefined ? undefined : Reason.resetAt(counter, now - skew) + skew
  return {
    kind: counter === undefined || counter === "concurrent" ? "secondary" : "primary",
    retryAt: retryAfter === undefined ? resetAt : now + Duration.toMillis(retryAfter),
    resource: counter
  }
}

export const dialect: Dialect = {
  resource: "calls",
  // There are no listings.
  pageSize: { usual: 1, most: 1 },
  requestId: ["x-request-id"],
  headers: [],
  // A proxy has a `message`.
  errorBody: messageFrom(["message", "reason"]),
  // Responses do not state a budget.
  budget: () => undefined,
  limit,
  // The service responds with 400 to the id of a location that does not exist.
  meaning: ({ body, status }) => (status === 400 && Reason.fromBody(body)?.kind === "not_found" ? 404 : status)
}
