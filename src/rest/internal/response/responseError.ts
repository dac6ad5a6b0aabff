/** Makes errors from responses. No other module does. */
import type * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import type { Misread } from "../../Call.ts"
import type { Dialect } from "../../Dialect.ts"
import type { Limited } from "../../Limit.ts"
import * as RestError from "../../RestError.ts"
import { cut, mostInMessage, mostInPart, mostInWords, named } from "../text/cut.ts"
import { type Redact, withoutSecrets } from "../text/redact.ts"
import { requestIdOf } from "./replyHeaders.ts"

/** A response that is not a success. */
export interface RefusedResponse {
  readonly info: RestError.RequestInfo
  readonly status: number
  /** The statuses of a success. */
  readonly expected: ReadonlyArray<number>
  /** The status that the service means, which may differ from the one that the response has. */
  readonly meaning: number
  readonly headers: Headers.Headers
  /** The body as text, cut at the error-body limit. */
  readonly body: string
  /** Set when the response is a rate limit. */
  readonly limited: Limited | undefined
  /** From `Retry-After`. */
  readonly retryAfter: Duration.Duration | undefined
  /** Whether the token was sent; undefined for an origin that does not get it. */
  readonly hasToken: boolean | undefined
}

/** The fields that all errors made from a response share. */
export const responseInfo = (
  asked: RestError.RequestInfo,
  response: { readonly status: number; readonly headers: Headers.Headers },
  dialect: Dialect,
  redact: Redact,
  said: Partial<RestError.ErrorBody> = {}
): RestError.ResponseInfo => {
  const info = withoutSecrets(asked, redact)
  return {
    ...info,
    status: response.status,
    requestId: words(requestIdOf(response.headers, dialect)),
    serviceMessage: words(said.message),
    documentationUrl: words(said.documentationUrl),
    message: cut(
      `${info.operation}: ${response.status}${said.message ? ` ${cut(said.message, mostInPart)}` : ""} ${named(info)}`,
      mostInMessage
    )
  }
}

const words = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : cut(text, mostInWords)

/** Statuses of temporary failures. */
const isTemporary = (status: number): boolean =>
  status === 408 || status === 500 || status === 502 || status === 503 || status === 504

/**
 * Makes the error of a response that is not a success: an error of `RequestError`, else the first declared error that
 * matches the response, else `UnexpectedStatus`.
 */
export const fromRefusal = (
  refusal: RefusedResponse,
  declared: ReadonlyArray<RestError.DeclaredErrorClass>,
  dialect: Dialect,
  redact: Redact
): RestError.RequestError | RestError.DeclaredError => {
  const text = redact(refusal.body)
  const body = bounded(dialect.errorBody(text))
  const headers = shown(refusal.headers, redact)
  const plain = responseInfo(refusal.info, { status: refusal.status, headers }, dialect, redact, body)
  if (refusal.limited !== undefined) {
    const { _tag, ...limited } = refusal.limited
    return new RestError.RateLimited({ ...plain, ...limited, resource: cut(redact(limited.resource), mostInPart) })
  }
  // A 2xx that is not a success of this call: a captive portal, say. It is not an error that the call declares, either.
  if (refusal.status < 300) {
    const message = `${plain.operation}: expected ${refusal.expected.join(" or ")}, found ${refusal.status} ${named(plain)}`
    return new RestError.UnexpectedStatus({ ...plain, message, body: text.slice(0, 1_000) })
  }
  const status = refusal.meaning
  const advice = adviceOf(dialect, status, refusal.hasToken)
  const base = advice === undefined ? plain : { ...plain, message: cut(`${plain.message}: ${advice}`, mostInMessage) }
  if (isTemporary(status)) return new RestError.ServiceUnavailable({ ...base, retryAfter: refusal.retryAfter ?? null })
  for (const error of declared) {
    const made = error.of(base, { ...body, status, body: text })
    if (made !== undefined) return made
  }
  switch (status) {
    case 400:
      return new RestError.BadRequest({ ...base, reason: body.message ?? "" })
    case 401:
      return new RestError.Unauthorized({ ...base, reason: null })
    case 403:
    case 451:
      return new RestError.Forbidden({
        ...base,
        message: RestError.withIssues(base.message, body.issues),
        errors: body.issues,
        acceptedPermissions: [],
        ssoUrl: null,
        ...dialect.forbidden?.(headers, text)
      })
  }
  return new RestError.UnexpectedStatus({ ...base, body: text.slice(0, 1_000) })
}

/** What ends the message. Nothing is known of what another origin refuses. */
const adviceOf = (dialect: Dialect, status: number, hasToken: boolean | undefined): string | undefined => {
  if (hasToken === undefined) return undefined
  const usual = hasToken ? "the token is wrong or expired" : "no token was sent"
  return dialect.advice?.(status, hasToken) ?? (status === 401 ? usual : undefined)
}

/** Headers as errors may show them. */
const shown = (headers: Headers.Headers, redact: Redact): Headers.Headers =>
  Headers.fromRecordUnsafe(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, cut(redact(value), mostInWords)]))
  )

/** The words of an error body, each of them cut. */
const bounded = ({ documentationUrl, issues, message }: RestError.ErrorBody): RestError.ErrorBody => ({
  message: message && cut(message, mostInWords),
  documentationUrl: documentationUrl && cut(documentationUrl, mostInWords),
  issues: issues.map(boundedIssue)
})

const boundedIssue = (issue: RestError.ValidationIssue): RestError.ValidationIssue => {
  const short: { -readonly [K in keyof RestError.ValidationIssue]: RestError.ValidationIssue[K] } = { ...issue }
  for (const key of ["resource", "field", "code", "message"] as const) {
    const text = issue[key]
    if (text !== undefined) short[key] = cut(text, mostInWords)
  }
  const { value } = issue
  if (typeof value === "string") short.value = cut(value, mostInWords)
  else if (typeof value === "object" && value !== null) short.value = value.map((text) => cut(text, mostInWords))
  return short
}

/** Makes the error of a success that is longer than it may be. */
export const tooLarge = (
  info: RestError.RequestInfo,
  {
    limit,
    response
  }: {
    readonly limit: number
    readonly response: { readonly status: number; readonly headers: Headers.Headers }
  },
  dialect: Dialect,
  redact: Redact
): RestError.ResponseTooLarge => {
  const headers = shown(response.headers, redact)
  const base = responseInfo(info, { status: response.status, headers }, dialect, redact)
  const why = `the response has more than ${limit} bytes, which is the limit (Transport.ResponseLimit)`
  const message = cut(`${base.message}: ${why}`, mostInMessage)
  return new RestError.ResponseTooLarge({ ...base, limit, message })
}

/** Makes the error of a success that cannot be read. It quotes the response, which may contain the secret. */
export const misread = (
  base: RestError.ResponseInfo,
  { found, passing, path }: Misread,
  redact: Redact
): RestError.DecodeFailed | RestError.ServiceUnavailable => {
  const where = cut(redact(path), mostInPart)
  const what = cut(redact(found), mostInPart)
  const message = cut(`${base.message}: ${where || "the response"}: ${what}`, mostInMessage)
  return passing === true
    ? new RestError.ServiceUnavailable({ ...base, retryAfter: null, message })
    : new RestError.DecodeFailed({ ...base, path: where, found: what, message })
}
