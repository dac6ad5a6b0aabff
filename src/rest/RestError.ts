/**
 * Every way in which an operation can fail, and the one place that makes these errors from an answer.
 *
 * The errors are `Schema.TaggedError` classes: match them with `Effect.catchTag`, send them across processes with
 * `Schema.toCodecJson`. Each says what was asked (`operation`, `method`, `url`), what came back (`status`, `requestId`,
 * the service's own words) and has a `message` for people. None of them ever holds a secret.
 */
import type * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"
import * as Schema from "effect/Schema"
import * as ErrorBody from "./internal/errorBody.ts"
import type * as RateLimit from "./RateLimit.ts"

const asked = {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  method: Schema.String,
  /** What was asked for, without secrets. */
  url: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}

const answered = {
  ...asked,
  /** Status of the answer; null when the request was refused before it was sent. */
  status: Schema.NullOr(Schema.Int),
  /** The service's id of the request: what its support asks for. */
  requestId: Schema.NullOr(Schema.String),
  /** What the service said, in its own words. */
  serviceMessage: Schema.NullOr(Schema.String),
  /** The page of the service's documentation that explains it. */
  documentationUrl: Schema.NullOr(Schema.String)
}

/** A primary (quota) or secondary (abuse) rate limit: an answer said so, or waiting for it would exceed `maxWait`. */
export class RateLimited extends Schema.TaggedError<RateLimited>("forgecast/RateLimited")("RateLimited", {
  ...answered,
  kind: Schema.Literals(["primary", "secondary"]),
  /** The budget that is spent, such as `core` or `search`. */
  resource: Schema.String,
  /** Requests allowed in a window, where told. */
  limit: Schema.NullOr(Schema.Finite),
  /** Requests left in the window, where told. */
  remaining: Schema.NullOr(Schema.Finite),
  /** When it is worth asking again, by this machine's clock. */
  retryAt: Schema.DateTimeUtc
}) {}

/** 401: no credentials, wrong or expired ones; `status` is null when the provider of credentials failed. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("forgecast/Unauthorized")(
  "Unauthorized",
  answered
) {}

/** 403 that is no rate limit. */
export class Forbidden extends Schema.TaggedError<Forbidden>("forgecast/Forbidden")("Forbidden", {
  ...answered,
  /** Sets of permissions, any one of which would do; empty when the service does not say. */
  acceptedPermissions: Schema.Array(Schema.Record(Schema.String, Schema.String)),
  /** Where to authorise the token for single sign-on, when that is what is missing. */
  ssoUrl: Schema.NullOr(Schema.String)
}) {}

/** 400: the service does not understand the request. */
export class BadRequest extends Schema.TaggedError<BadRequest>("forgecast/BadRequest")("BadRequest", {
  ...answered,
  reason: Schema.String
}) {}

/** 404: it does not exist, or these credentials may not see it. */
export class NotFound extends Schema.TaggedError<NotFound>("forgecast/NotFound")("NotFound", answered) {}

/** 410: it was deleted, or the feature is switched off. */
export class Gone extends Schema.TaggedError<Gone>("forgecast/Gone")("Gone", answered) {}

/** 409: the state has changed meanwhile (a stale sha), or does not allow it (an empty repository). */
export class Conflict extends Schema.TaggedError<Conflict>("forgecast/Conflict")("Conflict", answered) {}

/** Why a pull request can't be merged. */
export const UnmergeableReason = /* @__PURE__ */ Schema.Literals([
  "conflict",
  "checks",
  "review",
  "draft",
  "head_moved",
  "base_moved",
  "already_merged",
  "unknown"
])
export type UnmergeableReason = typeof UnmergeableReason.Type

/** 405 or 409 to a merge; nothing was changed. */
export class Unmergeable extends Schema.TaggedError<Unmergeable>("forgecast/Unmergeable")("Unmergeable", {
  ...answered,
  reason: UnmergeableReason
}) {}

/** One complaint of a 422. */
export const ValidationIssue = /* @__PURE__ */ Schema.Struct({
  resource: Schema.optionalKey(Schema.String),
  field: Schema.optionalKey(Schema.String),
  /** `missing`, `missing_field`, `invalid`, `already_exists`, `unprocessable`, `custom`; others may come. */
  code: Schema.optionalKey(Schema.String),
  message: Schema.optionalKey(Schema.String),
  index: Schema.optionalKey(Schema.Finite),
  value: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)])))
})
export type ValidationIssue = typeof ValidationIssue.Type

/** 422: the service refuses what the request says. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>("forgecast/ValidationFailed")(
  "ValidationFailed",
  { ...answered, errors: Schema.Array(ValidationIssue) }
) {
  /** Whether something of that name exists already. */
  get alreadyExists(): boolean {
    return this.errors.some((issue) => issue.code === "already_exists")
  }
}

/**
 * A search has more results than the 1,000 that the service gives: a stream has come to its last page (`status` is null
 * then), or a page beyond was asked for (422).
 */
export class SearchTruncated extends Schema.TaggedError<SearchTruncated>("forgecast/SearchTruncated")(
  "SearchTruncated",
  {
    ...answered,
    /** How many there are; null where that was not told. */
    total_count: Schema.NullOr(Schema.Int)
  }
) {}

/** 304 to `.ifChanged`: nothing has changed. */
export class NotModified extends Schema.TaggedError<NotModified>("forgecast/NotModified")("NotModified", {
  ...answered,
  validators: Schema.Struct({
    etag: Schema.optionalKey(Schema.String),
    lastModified: Schema.optionalKey(Schema.String)
  })
}) {}

/** 408, 500, 502, 503 or 504 that outlasted the retries. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>("forgecast/ServiceUnavailable")(
  "ServiceUnavailable",
  {
    ...answered,
    /** How long the service asked to be left alone. */
    retryAfter: Schema.NullOr(Schema.Duration)
  }
) {}

/** A status that the operation does not know. */
export class UnexpectedStatus extends Schema.TaggedError<UnexpectedStatus>("forgecast/UnexpectedStatus")(
  "UnexpectedStatus",
  {
    ...answered,
    /** The first 1,000 characters of the answer. */
    body: Schema.String
  }
) {}

/** No whole answer came: refused, reset, timed out or cut off. */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("forgecast/TransportFailed")(
  "TransportFailed",
  {
    ...asked,
    /** Whether the service may have received and carried out the request: a write may have happened. */
    mayHaveArrived: Schema.Boolean
  }
) {}

/** The answer is not what the operation's schema says. */
export class DecodeFailed extends Schema.TaggedError<DecodeFailed>("forgecast/DecodeFailed")("DecodeFailed", {
  ...answered,
  /** Where, such as `[3].user.login`; empty for the answer as a whole. */
  path: Schema.String,
  /** What was expected and what was found there. */
  found: Schema.String
}) {}

/** The input was refused before anything was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>("forgecast/InvalidInput")("InvalidInput", {
  operation: Schema.String,
  message: Schema.String,
  /** The field, such as `per_page` or `assignees[10]`. */
  path: Schema.String,
  reason: Schema.String
}) {}

/** A redirect or a Link that leads in a circle, too far, or with a write or a listing to a foreign origin. */
export class UnsafeRedirect extends Schema.TaggedError<UnsafeRedirect>("forgecast/UnsafeRedirect")("UnsafeRedirect", {
  ...asked,
  from: Schema.String,
  to: Schema.String
}) {}

/** A download whose bytes are not those that its record promised. */
export class IntegrityFailed extends Schema.TaggedError<IntegrityFailed>("forgecast/IntegrityFailed")(
  "IntegrityFailed",
  { ...asked, expected: Schema.String, found: Schema.String }
) {}

/** What any operation can meet. */
export type RequestError =
  | RateLimited
  | Unauthorized
  | Forbidden
  | BadRequest
  | ServiceUnavailable
  | TransportFailed
  | UnexpectedStatus
  | UnsafeRedirect
  | DecodeFailed
  | InvalidInput

/** What an operation meets only if its declaration says so. */
export type DeclaredError =
  | NotFound
  | Gone
  | Conflict
  | Unmergeable
  | ValidationFailed
  | SearchTruncated
  | IntegrityFailed

export type RestError = RequestError | DeclaredError | NotModified

/** All errors as one schema: what a queue or a workflow sends across processes, through `Schema.toCodecJson`. */
export const RestError = /* @__PURE__ */ Schema.Union([
  RateLimited,
  Unauthorized,
  Forbidden,
  BadRequest,
  ServiceUnavailable,
  TransportFailed,
  UnexpectedStatus,
  UnsafeRedirect,
  DecodeFailed,
  InvalidInput,
  NotFound,
  Gone,
  Conflict,
  Unmergeable,
  ValidationFailed,
  SearchTruncated,
  IntegrityFailed,
  NotModified
])

/** The class of an error that a declaration names in `errors`. */
export interface DeclaredErrorClass {
  readonly fields: { readonly _tag: { readonly schema: { readonly literal: DeclaredError["_tag"] } } }
  new (...args: never): DeclaredError
}

/** What was asked: the part of an error that is known before there is an answer. */
export interface Asked {
  readonly operation: string
  readonly method: string
  /** Without secrets. */
  readonly url: string
}

/** An answer that is no success. */
export interface ErrorAnswer extends Asked {
  readonly status: number
  /** The status that the service means, where it isn't the one that the answer has. */
  readonly meaning?: number | undefined
  readonly headers: Headers.Headers
  /** The body as text, cut at the error-body bound, scrubbed of secrets. */
  readonly body: string
  /** Set when the answer is a rate limit. */
  readonly limited: RateLimit.Limited | undefined
  /** From `Retry-After`. */
  readonly retryAfter: Duration.Duration | undefined
}

/** The id that the service, or whoever stands before it, gave the request. */
export const requestIdOf = (headers: Headers.Headers): string | null =>
  headers["x-github-request-id"] ?? headers["x-request-id"] ?? null

/** What an answer says of itself: the part that all errors made from one share. */
export const describe = (
  asked: Asked,
  answer: { readonly status: number; readonly headers: Headers.Headers },
  said: { readonly message?: string | undefined; readonly documentationUrl?: string | undefined } = {}
) => ({
  operation: asked.operation,
  method: asked.method,
  url: asked.url,
  status: answer.status,
  requestId: requestIdOf(answer.headers),
  serviceMessage: said.message ?? null,
  documentationUrl: said.documentationUrl ?? null,
  message: `${asked.operation}: ${answer.status}${said.message ? ` ${said.message}` : ""} (${asked.method} ${asked.url})`
})

/** The error of a search that has come to the last result that the service gives. */
export const searchTruncated = (asked: Asked, most: number, total_count: number): SearchTruncated =>
  new SearchTruncated({
    operation: asked.operation,
    method: asked.method,
    url: asked.url,
    status: null,
    requestId: null,
    serviceMessage: null,
    documentationUrl: null,
    total_count,
    message: `${asked.operation}: the service gives ${most} of the ${total_count} results (${asked.method} ${asked.url})`
  })

/** The first complaints of a 422, for people. */
const complaintsOf = (errors: ReadonlyArray<ValidationIssue>): string => {
  const told = errors
    .slice(0, 3)
    .map(({ code, field, message }) => [field, message ?? code].filter((word) => word !== undefined).join(" "))
  return told.length === 0 ? "" : `: ${told.join("; ").slice(0, 300)}`
}

/** Statuses that pass by themselves. */
export const isTransient = (status: number): boolean =>
  status === 408 || status === 500 || status === 502 || status === 503 || status === 504

/**
 * Makes the error of an answer that is no success. Tags beyond `RequestError` are made only when `declared` has them;
 * any other answer is an `UnexpectedStatus`.
 */
export const fromAnswer = (answer: ErrorAnswer, declared: ReadonlySet<string>): RequestError | DeclaredError => {
  const body = ErrorBody.parse(answer.body)
  const base = describe(answer, answer, body)
  if (answer.limited !== undefined) {
    const { _tag, ...limited } = answer.limited
    return new RateLimited({ ...base, ...limited })
  }
  const status = answer.meaning ?? answer.status
  if (isTransient(status)) return new ServiceUnavailable({ ...base, retryAfter: answer.retryAfter ?? null })
  switch (status) {
    case 400:
      return new BadRequest({ ...base, reason: body.message ?? "" })
    case 401:
      return new Unauthorized(base)
    case 403:
      return new Forbidden({
        ...base,
        acceptedPermissions: ErrorBody.acceptedPermissions(answer.headers["x-accepted-github-permissions"]),
        ssoUrl: ErrorBody.ssoUrl(answer.headers["x-github-sso"])
      })
    case 404:
      if (declared.has("NotFound")) return new NotFound(base)
      break
    case 405:
    case 409:
      if (declared.has("Unmergeable")) {
        return new Unmergeable({ ...base, reason: ErrorBody.unmergeableReason(body.message ?? "") })
      }
      if (status === 409 && declared.has("Conflict")) return new Conflict(base)
      break
    case 410:
      if (declared.has("Gone")) return new Gone(base)
      break
    case 422:
      if (declared.has("SearchTruncated") && ErrorBody.isSearchTruncated(body.message ?? "")) {
        return new SearchTruncated({ ...base, total_count: null })
      }
      if (declared.has("ValidationFailed")) {
        return new ValidationFailed({ ...base, message: base.message + complaintsOf(body.errors), errors: body.errors })
      }
      break
  }
  return new UnexpectedStatus({ ...base, body: answer.body.slice(0, 1_000) })
}
