/** The one place that makes errors of answers. */
import type * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Record from "effect/Record"
import type * as RateLimit from "../../RateLimit.ts"
import * as RestError from "../../RestError.ts"
import * as ErrorBody from "./errorBody.ts"
import type { Misread } from "../decode/reader.ts"
import { requestIdOf } from "./replyHeaders.ts"
import { scrub } from "../text/secret.ts"

/** An answer that is no success. */
export interface ErrorAnswer {
  readonly asked: RestError.Asked
  readonly status: number
  /** The status that the service means, where it isn't the one that the answer has. */
  readonly meaning?: number | undefined
  readonly headers: Headers.Headers
  /** The body as text, cut at the error-body bound. */
  readonly body: string
  /** What the error must not show of any of these. */
  readonly secret: string | undefined
  /** Set when the answer is a rate limit. */
  readonly limited: RateLimit.Limited | undefined
  /** From `Retry-After`. */
  readonly retryAfter: Duration.Duration | undefined
}

/** What an answer says of itself: the part that all errors made from one share. */
export const describe = (
  asked: RestError.Asked,
  answer: { readonly status: number; readonly headers: Headers.Headers },
  said: { readonly message?: string | undefined; readonly documentationUrl?: string | undefined } = {}
): RestError.Answered => ({
  ...asked,
  status: answer.status,
  requestId: requestIdOf(answer.headers),
  serviceMessage: said.message ?? null,
  documentationUrl: said.documentationUrl ?? null,
  message: `${asked.operation}: ${answer.status}${said.message ? ` ${said.message}` : ""} (${asked.method} ${asked.url})`
})

/** The same part where there is no answer. */
export const unanswered = (asked: RestError.Asked, why: string): RestError.Answered => ({
  ...asked,
  status: null,
  requestId: null,
  serviceMessage: null,
  documentationUrl: null,
  message: `${asked.operation}: ${why}`
})

/** The error of a search that has come to the last result that the service gives. */
export const searchTruncated = (asked: RestError.Asked, most: number, total_count: number): RestError.SearchTruncated =>
  new RestError.SearchTruncated({
    ...unanswered(asked, `the service gives ${most} of the ${total_count} results (${asked.method} ${asked.url})`),
    total_count
  })

/** Statuses that pass by themselves. */
const isTransient = (status: number): boolean =>
  status === 408 || status === 500 || status === 502 || status === 503 || status === 504

/**
 * Makes the error of an answer that is no success. Beyond `RequestError` it is the first of the declared errors that the
 * answer can be; any other answer is an `UnexpectedStatus`.
 */
export const fromAnswer = (
  answer: ErrorAnswer,
  declared: ReadonlyArray<RestError.DeclaredErrorClass>
): RestError.RequestError | RestError.DeclaredError => {
  const shown = (text: string) => scrub(text, answer.secret)
  const said = shown(answer.body)
  const body = ErrorBody.parse(said)
  const headers = Headers.fromRecordUnsafe(Record.map(answer.headers, shown))
  const base = describe(answer.asked, { status: answer.status, headers }, body)
  if (answer.limited !== undefined) {
    const { _tag, ...limited } = answer.limited
    return new RestError.RateLimited({ ...base, ...limited, resource: shown(limited.resource) })
  }
  const status = answer.meaning ?? answer.status
  if (isTransient(status)) return new RestError.ServiceUnavailable({ ...base, retryAfter: answer.retryAfter ?? null })
  switch (status) {
    case 400:
      return new RestError.BadRequest({ ...base, reason: body.message ?? "" })
    case 401:
      return new RestError.Unauthorized(base)
    case 403:
      return new RestError.Forbidden({
        ...base,
        acceptedPermissions: ErrorBody.acceptedPermissions(headers["x-accepted-github-permissions"]),
        ssoUrl: ErrorBody.ssoUrl(headers["x-github-sso"])
      })
  }
  for (const error of declared) {
    const made = error.of?.(base, { ...body, status })
    if (made !== undefined) return made
  }
  return new RestError.UnexpectedStatus({ ...base, body: said.slice(0, 1_000) })
}

/** The error of a success that can't be read. What it quotes of the answer may hold the secret. */
export const misread = (
  base: RestError.Answered,
  { found, passing, path }: Misread,
  secret: string | undefined
): RestError.DecodeFailed | RestError.ServiceUnavailable => {
  const where = scrub(path, secret)
  const what = scrub(found, secret)
  const message = `${base.message}: ${where || "the answer"}: ${what}`
  return passing === true
    ? new RestError.ServiceUnavailable({ ...base, retryAfter: null, message })
    : new RestError.DecodeFailed({ ...base, path: where, found: what, message })
}
