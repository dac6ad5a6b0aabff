/**
 * Every way in which an operation can fail.
 *
 * The errors are `Schema.TaggedError` classes: match them with `Effect.catchTag`, send them across processes with
 * `Schema.toCodecJson`. Each names the request (`operation`, `method`, `url`) and the response (`status`, `requestId`, the
 * service's own words), and has a `message` for people. None of them ever holds a secret.
 */
import type * as Cause from "effect/Cause"
import * as Schema from "effect/Schema"
import { Milliseconds, type ResponseInfo, withRequestFields, withResponseFields } from "./ErrorFields.ts"
import { cut, mostInMessage } from "./internal/text/cut.ts"
import { isTaken, saysTaken, summaryOf } from "./internal/response/issues.ts"
import { DateTimeUtc, nullable, withDefault } from "./Wire.ts"

export { withResponseFields, withoutResponse, type RequestInfo, type ResponseInfo } from "./ErrorFields.ts"

/**
 * A primary (quota) or secondary (abuse) rate limit.
 *
 * - The call would wait longer than `RateLimit.MaxWait` (2 minutes by default) for a limit, or for a free slot among the
 *   concurrent calls. If nothing was sent, `status` is null.
 * - Or the service still refused the last retry.
 */
export class RateLimited extends Schema.TaggedError<RateLimited>("forgecast/RateLimited")(
  "RateLimited",
  withResponseFields({
    /** `primary` is the quota of a window, `secondary` a limit against abuse. */
    kind: Schema.Literals(["primary", "secondary"]),
    /** The budget that is used up, such as `core` or `search`. */
    resource: Schema.String,
    /** Requests allowed in a window; null where the service does not say. */
    limit: Schema.NullOr(Schema.Finite),
    /** Requests left in the window; null where the service does not say. */
    remaining: Schema.NullOr(Schema.Finite),
    /** When to send the request again, by this machine's clock. */
    retryAt: DateTimeUtc
  })
) {}

// An error that was stored by an earlier version does not have it.
const Transient = withDefault(Schema.Boolean, false)

/**
 * Missing, wrong or expired credentials.
 *
 * - The service responded with 401. The message says whether a token was sent.
 * - Or the provider of the credentials failed: `status` is null, and `reason` names the failure.
 */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("forgecast/Unauthorized")(
  "Unauthorized",
  withResponseFields({
    /** The name of the failure of the provider of credentials; null when the service refused them. */
    reason: Schema.NullOr(Schema.String),
    /** Whether the provider of credentials may succeed later; false when the service refused them. */
    transient: Transient
  })
) {}

/** One issue of a request that is refused. */
export const ValidationIssue = Schema.Struct({
  /** The kind of record, such as `Issue`. */
  resource: Schema.optionalKey(Schema.String),
  /** The field of it. */
  field: Schema.optionalKey(Schema.String),
  /** `missing`, `missing_field`, `invalid`, `already_exists`, `unprocessable`, `custom`, or a new one. */
  code: Schema.optionalKey(Schema.String),
  /** One sentence for people. */
  message: Schema.optionalKey(Schema.String),
  /** Which item of a list. */
  index: Schema.optionalKey(Schema.Finite),
  /** What was refused. */
  value: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)])))
})
export type ValidationIssue = typeof ValidationIssue.Type

/** Adds the first issues to a message. */
export const withIssues = (message: string, issues: ReadonlyArray<ValidationIssue>): string =>
  cut(message + summaryOf(issues), mostInMessage)

/** Why access to a resource is blocked. */
export const Block = Schema.Struct({
  /** The kind of the reason, such as `dmca`, `tos` or `sensitive_data`; null when the service does not say. */
  reason: Schema.NullOr(Schema.String),
  /** A page that explains it; null when the service does not say. */
  html_url: Schema.NullOr(Schema.String)
})
export type Block = typeof Block.Type

// An error that was stored by an earlier version has neither.
const Issues = withDefault(Schema.Array(ValidationIssue), [])
const MaybeBlock = nullable(Block)

/** 403 that is not a rate limit, or 451: it is blocked for legal reasons, and `block` says more. */
export class Forbidden extends Schema.TaggedError<Forbidden>("forgecast/Forbidden")(
  "Forbidden",
  withResponseFields({
    /** Sets of permissions. Any one of them is enough. Empty when the service does not say. */
    acceptedPermissions: Schema.Array(Schema.Record(Schema.String, Schema.String)),
    /** Where to authorise the token for single sign-on, if that is missing. */
    ssoUrl: Schema.NullOr(Schema.String),
    /** What is wrong, such as a `code` of `too_large`. Empty when the service does not say. */
    errors: Issues,
    /** Why the resource is blocked, if it is. */
    block: MaybeBlock
  })
) {}

/** 400: the service does not understand the request. */
export class BadRequest extends Schema.TaggedError<BadRequest>("forgecast/BadRequest")(
  "BadRequest",
  withResponseFields({
    /** Why, in the words of the service: at most 2,000 characters. */
    reason: Schema.String
  })
) {}

/** 404: the resource does not exist, or these credentials may not see it. The message says if no token was sent. */
export class NotFound extends Schema.TaggedError<NotFound>("forgecast/NotFound")("NotFound", withResponseFields({})) {
  static of(base: ResponseInfo, { status }: ErrorResponse): NotFound | undefined {
    return status === 404 ? new NotFound(base) : undefined
  }
}

/** 410: the resource was deleted, or a feature is switched off, such as issues. */
export class Gone extends Schema.TaggedError<Gone>("forgecast/Gone")("Gone", withResponseFields({})) {
  static of(base: ResponseInfo, { status }: ErrorResponse): Gone | undefined {
    return status === 410 ? new Gone(base) : undefined
  }
}

/** 409: the state has changed in the meantime (a stale sha), or does not allow the call (an empty repository). */
export class Conflict extends Schema.TaggedError<Conflict>("forgecast/Conflict")("Conflict", withResponseFields({})) {
  static of(base: ResponseInfo, { status }: ErrorResponse): Conflict | undefined {
    return status === 409 ? new Conflict(base) : undefined
  }
}

/** 422: the service refuses the content of the request. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>("forgecast/ValidationFailed")(
  "ValidationFailed",
  withResponseFields({
    /** What is wrong, issue by issue, in texts of at most 2,000 characters. Empty when the service does not say. */
    errors: Schema.Array(ValidationIssue)
  })
) {
  /** Whether what was to be created exists already, such as the name, the ref or the pull request. */
  get alreadyExists(): boolean {
    return saysTaken(this.serviceMessage) || this.errors.some(isTaken)
  }

  static of(base: ResponseInfo, { issues, status }: ErrorResponse): ValidationFailed | undefined {
    if (status !== 422) return undefined
    return new ValidationFailed({ ...base, message: withIssues(base.message, issues), errors: issues })
  }
}

/** 304 to `.ifChanged`: the resource has not changed. */
export class NotModified extends Schema.TaggedError<NotModified>("forgecast/NotModified")(
  "NotModified",
  withResponseFields({
    /** The validators to pass to the next `.ifChanged`. */
    validators: Schema.Struct({
      etag: Schema.optionalKey(Schema.String),
      lastModified: Schema.optionalKey(Schema.String)
    }),
    /** How long the service asks clients to wait before they read it again; null when it does not say. */
    pollInterval: Schema.NullOr(Milliseconds)
  })
) {}

/**
 * 408, 500, 502, 503 or 504, after the retries. Some services also fail with a successful status: the body is then empty,
 * cut off, HTML or prose.
 */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>("forgecast/ServiceUnavailable")(
  "ServiceUnavailable",
  withResponseFields({
    /** How long the service asks clients to wait; null when it does not say. */
    retryAfter: Schema.NullOr(Milliseconds)
  })
) {}

/**
 * A status that the operation does not declare.
 *
 * It may be a 2xx that is not one of its successes, such as the 200 of a captive portal where the service sends 204. It is
 * then open whether the service acted.
 */
export class UnexpectedStatus extends Schema.TaggedError<UnexpectedStatus>("forgecast/UnexpectedStatus")(
  "UnexpectedStatus",
  withResponseFields({
    /** The first 1,000 characters of the body. */
    body: Schema.String
  })
) {}

/**
 * No complete response arrived: the connection was refused, reset or cut off, one of the timeouts passed, or the transfer
 * was too slow.
 */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("forgecast/TransportFailed")(
  "TransportFailed",
  withRequestFields({
    /** Whether the service may have received the request: then a write may have been carried out. */
    mayHaveArrived: Schema.Boolean
  })
) {}

/**
 * The response does not match the schema of the operation. Or a page of a listing lacks the link to the next one: `path` is
 * then `Link`.
 */
export class DecodeFailed extends Schema.TaggedError<DecodeFailed>("forgecast/DecodeFailed")(
  "DecodeFailed",
  withResponseFields({
    /** The path of the value, such as `[3].user.login`; empty for the response as a whole. At most 200 characters. */
    path: Schema.String,
    /** What was expected and what was found there: at most 200 characters. */
    found: Schema.String
  })
) {}

/**
 * The response is longer than `Transport.ResponseLimit`. Its connection was closed. The service has carried out the call.
 */
export class ResponseTooLarge extends Schema.TaggedError<ResponseTooLarge>("forgecast/ResponseTooLarge")(
  "ResponseTooLarge",
  withResponseFields({
    /** The limit, in bytes. */
    limit: Schema.Finite
  })
) {}

/**
 * The input, or an option of the Layer, is invalid. Nothing was sent.
 *
 * There is one exception: an upload whose stream does not have its stated `size` is aborted while it is sent. Options of
 * the Layer are invalid if they cannot be sent, or not safely: a header that no request can have, a URL with a user or a
 * password, or plain HTTP with a token.
 */
export class InvalidInput extends Schema.TaggedError<InvalidInput>("forgecast/InvalidInput")("InvalidInput", {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  /** One sentence for people. */
  message: Schema.String,
  /** The field, such as `per_page` or `assignees[10]`, or the option of the Layer, such as `hosts.api`. */
  path: Schema.String,
  /** Why it was refused. */
  reason: Schema.String
}) {}

/**
 * Makes the error of an input that is refused before anything is sent. `path` names the field; empty for the input as a
 * whole. `reason` goes after it in the message, such as "is empty".
 */
export const invalidInput = (operation: string, path: string, reason: string): InvalidInput =>
  new InvalidInput({ operation, path, reason, message: `${operation}: ${path || "the input"}: ${reason}` })

/**
 * A redirect or a link that is not followed:
 *
 * - a redirect in a circle, or after 5 others;
 * - a redirect to a foreign origin, except for downloads;
 * - a next page or an `upload_url` at a foreign origin, or a next page that leads back;
 * - a URL that is not HTTP, has a user or a password, or repeats the token.
 */
export class UnsafeRedirect extends Schema.TaggedError<UnsafeRedirect>("forgecast/UnsafeRedirect")(
  "UnsafeRedirect",
  withRequestFields({
    /** The URL that responded with it, without secrets. */
    from: Schema.String,
    /** The URL that it leads to, without secrets. */
    to: Schema.String
  })
) {}

/**
 * The bytes of a download differ from those that its record promises, or what was stored differs from the bytes of an
 * upload.
 */
export class IntegrityFailed extends Schema.TaggedError<IntegrityFailed>("forgecast/IntegrityFailed")(
  "IntegrityFailed",
  withRequestFields({
    /** The digest or the length that the record promises, or of what was sent. */
    expected: Schema.String,
    /** The digest or the length that arrived. */
    found: Schema.String
  })
) {}

/** What every operation can fail with. */
export type ExchangeError =
  | RateLimited
  | Unauthorized
  | Forbidden
  | BadRequest
  | ServiceUnavailable
  | TransportFailed
  | UnexpectedStatus
  | UnsafeRedirect
  | InvalidInput

/** What every operation that decodes a response can fail with. */
export type RequestError = ExchangeError | DecodeFailed | ResponseTooLarge

/** The declared errors that every service may have. A service may add errors of its own. */
export type CommonError = NotFound | Gone | Conflict | ValidationFailed | IntegrityFailed

/** Every error of this module. */
export type RestError = RequestError | CommonError | NotModified

/** Every error of this module as one schema: `Schema.toCodecJson` sends them across processes. */
export const RestError = Schema.Union([
  RateLimited,
  Unauthorized,
  Forbidden,
  BadRequest,
  ServiceUnavailable,
  TransportFailed,
  UnexpectedStatus,
  UnsafeRedirect,
  DecodeFailed,
  ResponseTooLarge,
  InvalidInput,
  NotFound,
  Gone,
  Conflict,
  ValidationFailed,
  IntegrityFailed,
  NotModified
])

/** What is known of the operation that failed. The `declaration` of an operation says it. */
export interface Repeating {
  /** Whether the operation is safe to repeat even if the service has acted. Default: true for GET and HEAD only. */
  readonly repeatable?: boolean | undefined
}

/**
 * Whether the same call may succeed later, and repeating it does no harm.
 *
 * **Details**
 *
 * - `RateLimited` is: the request was not carried out. Repeat it after `retryAt`; before, it fails without being sent.
 * - `TransportFailed` is if the request cannot have arrived, or if the operation is `repeatable`.
 * - `ServiceUnavailable` is if the operation is `repeatable`. A write may have been carried out, whatever the status says.
 * - `Unauthorized` is if the provider of the credentials has failed and may succeed later (`transient`). Nothing was sent.
 * - Nothing else is, and nothing that is no error of this module.
 *
 * The library's own retries follow this rule, so such an error has outlasted them: wait for minutes, not for seconds. Only a
 * failing provider of credentials is not retried: it can do that itself.
 *
 * **Example** (A write that may be repeated)
 *
 * ```ts
 * Issues.update(input).pipe(
 *   Effect.retry({
 *     while: (error) => RestError.isTransient(error, Issues.update.declaration),
 *     schedule: Schedule.spaced("5 minutes"),
 *     times: 12
 *   })
 * )
 * ```
 */
export const isTransient = (error: unknown, { repeatable }: Repeating = {}): boolean => {
  if (error instanceof RateLimited) return true
  if (error instanceof Unauthorized) return error.transient
  if (error instanceof TransportFailed) return !error.mayHaveArrived || (repeatable ?? isRead(error))
  return error instanceof ServiceUnavailable && (repeatable ?? isRead(error))
}

const isRead = ({ method }: { readonly method: string }): boolean => method === "GET" || method === "HEAD"

/**
 * The schema of failures whose type has a name in it, such as `RequestError`, as the errors of an operation have. Editors
 * then show that name, and what else there is.
 */
export interface FailureSchema<Members extends ReadonlyArray<Schema.Constraint>, E> extends Omit<
  Schema.Union<Members>,
  "Type"
> {
  /** The failures. */
  readonly Type: E
  // As each schema has it: `Omit` leaves it out.
  new (_: never): {}
}

/** An error that an operation fails with only if its declaration names it. */
export interface DeclaredError extends Cause.YieldableError {
  /** The tag, for `Effect.catchTag`. */
  readonly _tag: string
  /** Name of the operation that failed. */
  readonly operation: string
}

/** The class of an error that a declaration names in `errors`. */
export interface DeclaredErrorClass {
  /** Makes the error of a response; undefined when the response means something else. */
  readonly of: (base: ResponseInfo, response: ErrorResponse) => DeclaredError | undefined
  /** The fields of the error, of which the tag is known. */
  readonly fields: { readonly _tag: { readonly schema: { readonly literal: string } } }
  new (...args: never): DeclaredError
}

/** Every way in which a call may fail, whatever it declares. */
export type Failure = RequestError | NotModified | DeclaredError

/** What the body of an error response says. */
export interface ErrorBody {
  /** The service's message. */
  readonly message: string | undefined
  /** The service's link to its documentation. */
  readonly documentationUrl: string | undefined
  /** The issues of a 422. */
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** What an error response says, and what its status means. */
export interface ErrorResponse extends ErrorBody {
  /** What the status of the response means: the status itself, unless the dialect says otherwise. */
  readonly status: number
  /** The body as text, without secrets, cut at `ErrorBodyLimit`. For errors that read more of it. */
  readonly body: string
}
