/** Refusals: the errors of responses that are not a success. The gate learns of the limits that they state. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type { Response } from "../../Dialect.ts"
import type { Notice } from "../../Limit.ts"
import type { Failure } from "../../RestError.ts"
import * as ResponseError from "../response/responseError.ts"
import { retryAfter, sentAt as serverTimeOf } from "../response/serverTime.ts"
import type { Redact } from "../text/redact.ts"
import type { OngoingCall, Permit } from "./call.ts"
import { CredentialRefused } from "./outcome.ts"

/** A request that was sent with a permit. */
export interface Attempt {
  readonly call: OngoingCall
  readonly permit: Permit
  readonly redact: Redact
}

export type ExchangeFailure = Failure | CredentialRefused

/** The response as its dialect looks at it. */
export const responseOf = (
  call: OngoingCall,
  status: number,
  headers: Headers.Headers,
  body: string,
  now: number
): Response => ({ status, headers, body, retryAfter: retryAfterOf(call, headers, now) })

/** `Retry-After`, as far as it is plausible. */
export const retryAfterOf = (
  { policies }: OngoingCall,
  headers: Headers.Headers,
  now: number
): Duration.Duration | undefined => {
  const after = retryAfter(headers, now)
  return after && Duration.millis(Math.min(Duration.toMillis(after), policies.maxRetryAfter))
}

/** Fails with the error of a response that is not a success. */
export const refused = (
  { call, permit, redact }: Attempt,
  head: Pick<Response, "status" | "headers"> & {
    readonly arrivedAt: number
    readonly notice: Notice | undefined
    /** Whether the token was sent; undefined for an origin that does not get it. */
    readonly hasToken: boolean | undefined
  },
  body: string
): Effect.Effect<never, ExchangeFailure> => {
  const { asked, info, service } = call
  const { dialect, limits } = service
  const { arrivedAt, hasToken, headers, notice, status } = head
  const response = responseOf(call, status, headers, body, arrivedAt)
  const limit = status < 400 || notice === undefined ? undefined : dialect.limit(response, arrivedAt)
  // What the head was taken for, the body may deny.
  const noted =
    notice === undefined || (limit === undefined && notice.limit === undefined)
      ? Effect.undefined
      : limits.note(permit.bucket, { sentAt: permit.sentAt, budget: notice.budget, limit, replaces: notice })
  return Effect.flatMap(noted, (limited) => {
    const meaning = (notice && dialect.meaning?.(response)) ?? status
    const { retryAfter } = response
    const refusal = { info, status, expected: asked.statuses, meaning, headers, body, limited, retryAfter, hasToken }
    const failure = ResponseError.fromRefusal(refusal, asked.declared, dialect, redact)
    const { credential } = permit
    return Effect.fail(
      status === 401 && notice !== undefined
        ? new CredentialRefused(failure, { credential, serverTime: serverTimeOf(headers) })
        : failure
    )
  })
}
