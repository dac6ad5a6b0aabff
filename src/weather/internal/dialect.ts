/** What the services' answers mean where they say it in their own way. */
import * as Duration from "effect/Duration"
import * as Limits from "../../rest/internal/answer/limits.ts"
import * as Reason from "../Reason.ts"

/** Counters begin anew on the clock, and the answer names which: there is no `Retry-After`. */
export const limitOf: Limits.LimitOf = ({ body, headers, status }, now) => {
  if (status !== 429) return undefined
  const after = Limits.retryAfter(headers, now)
  const limit = Reason.fromBody(body)?.limit ?? undefined
  const ahead = Limits.skew(headers, now)
  const resetAt = limit === undefined ? undefined : Reason.resetAt(limit, now - ahead) + ahead
  return {
    kind: limit === undefined || limit === "concurrent" ? "secondary" : "primary",
    retryAt: after === undefined ? resetAt : now + Duration.toMillis(after),
    resource: limit
  }
}

/** A place that doesn't exist is a 400. */
export const meaningOf = ({ body, status }: { readonly status: number; readonly body: string }): number =>
  status === 400 && Reason.fromBody(body)?.kind === "not_found" ? 404 : status
