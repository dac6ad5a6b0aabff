/**
 * Every way in which an operation can fail.
 *
 * The errors are `Schema.TaggedError` classes: match them with `Effect.catchTag`, send them across processes with
 * `Schema.toCodecJson`. Each says what was asked (`operation`, `method`, `url`), what came back (`status`, `requestId`,
 * the service's own words) and has a `message` for people. None of them ever holds a secret.
 */
import type * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"

/** In JSON a number of milliseconds: Effect's own schema says beside it whether they are that, or nanoseconds. */
const Milliseconds = /* @__PURE__ */ Schema.declare(Duration.isDuration, {
  expected: "Duration",
  toCodec: () =>
    Schema.link<Duration.Duration>()(
      Schema.Number,
      SchemaTransformation.transform({ decode: Duration.millis, encode: Duration.toMillis })
    )
})

// Other fields are added to these by a call: unlike a spread, bundlers know it to have no effect.
/** The fields that all errors have but `InvalidInput`. */
export const requestFields = {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  method: Schema.String,
  /** What was asked for, without secrets. */
  url: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}

/** The fields that all errors made from a response have. An error of a service of your own has them too. */
export const responseFields = {
  ...requestFields,
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
export class RateLimited extends Schema.TaggedError<RateLimited>("forgecast/RateLimited")(
  "RateLimited",
  Struct.assign(responseFields, {
    kind: Schema.Literals(["primary", "secondary"]),
    /** The budget that is spent, such as `core` or `search`. */
    resource: Schema.String,
    /** Requests allowed in a window, where told. */
    limit: Schema.NullOr(Schema.Finite),
    /** Requests left in the window, where told. */
    remaining: Schema.NullOr(Schema.Finite),
    /** When it is worth asking again, by this machine's clock. */
    retryAt: Schema.DateTimeUtc
  })
) {}

/** 401: no credentials, wrong or expired ones; `status` is null when the provider of credentials failed. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("forgecast/Unauthorized")(
  "Unauthorized",
  responseFields
) {}

/** 403 that is no rate limit. */
export class Forbidden extends Schema.TaggedError<Forbidden>("forgecast/Forbidden")(
  "Forbidden",
  Struct.assign(responseFields, {
    /** Sets of permissions, any one of which would do; empty when the service does not say. */
    acceptedPermissions: Schema.Array(Schema.Record(Schema.String, Schema.String)),
    /** Where to authorise the token for single sign-on, when that is what is missing. */
    ssoUrl: Schema.NullOr(Schema.String)
  })
) {}

/** 400: the service does not understand the request. */
export class BadRequest extends Schema.TaggedError<BadRequest>("forgecast/BadRequest")(
  "BadRequest",
  Struct.assign(responseFields, {
    reason: Schema.String
  })
) {}

/** 404: it does not exist, or these credentials may not see it. */
export class NotFound extends Schema.TaggedError<NotFound>("forgecast/NotFound")("NotFound", responseFields) {
  static of(base: ResponseInfo, { status }: ErrorResponse): NotFound | undefined {
    return status === 404 ? new NotFound(base) : undefined
  }
}

/** 410: it was deleted, or the feature is switched off. */
export class Gone extends Schema.TaggedError<Gone>("forgecast/Gone")("Gone", responseFields) {
  static of(base: ResponseInfo, { status }: ErrorResponse): Gone | undefined {
    return status === 410 ? new Gone(base) : undefined
  }
}

/** 409: the state has changed meanwhile (a stale sha), or does not allow it (an empty repository). */
export class Conflict extends Schema.TaggedError<Conflict>("forgecast/Conflict")("Conflict", responseFields) {
  static of(base: ResponseInfo, { status }: ErrorResponse): Conflict | undefined {
    return status === 409 ? new Conflict(base) : undefined
  }
}

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
  Struct.assign(responseFields, { errors: Schema.Array(ValidationIssue) })
) {
  /** Whether something of that name exists already. */
  get alreadyExists(): boolean {
    return this.errors.some((issue) => issue.code === "already_exists")
  }

  static of(base: ResponseInfo, { issues, status }: ErrorResponse): ValidationFailed | undefined {
    if (status !== 422) return undefined
    return new ValidationFailed({ ...base, message: base.message + summaryOf(issues), errors: issues })
  }
}

/** 304 to `.ifChanged`: nothing has changed. */
export class NotModified extends Schema.TaggedError<NotModified>("forgecast/NotModified")(
  "NotModified",
  Struct.assign(responseFields, {
    validators: Schema.Struct({
      etag: Schema.optionalKey(Schema.String),
      lastModified: Schema.optionalKey(Schema.String)
    })
  })
) {}

/** 408, 500, 502, 503 or 504 that outlasted the retries. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>("forgecast/ServiceUnavailable")(
  "ServiceUnavailable",
  Struct.assign(responseFields, {
    /** How long the service asked to be left alone. */
    retryAfter: Schema.NullOr(Milliseconds)
  })
) {}

/** A status that the operation does not know. */
export class UnexpectedStatus extends Schema.TaggedError<UnexpectedStatus>("forgecast/UnexpectedStatus")(
  "UnexpectedStatus",
  Struct.assign(responseFields, {
    /** The first 1,000 characters of the answer. */
    body: Schema.String
  })
) {}

/** No whole answer came: refused, reset, timed out or cut off. */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("forgecast/TransportFailed")(
  "TransportFailed",
  Struct.assign(requestFields, {
    /** Whether the service may have received and carried out the request: a write may have happened. */
    mayHaveArrived: Schema.Boolean
  })
) {}

/** The answer is not what the operation's schema says. */
export class DecodeFailed extends Schema.TaggedError<DecodeFailed>("forgecast/DecodeFailed")(
  "DecodeFailed",
  Struct.assign(responseFields, {
    /** Where, such as `[3].user.login`; empty for the answer as a whole. */
    path: Schema.String,
    /** What was expected and what was found there. */
    found: Schema.String
  })
) {}

/** The input, or what the Layer was built with, was refused before anything was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>("forgecast/InvalidInput")("InvalidInput", {
  operation: Schema.String,
  message: Schema.String,
  /** The field, such as `per_page` or `assignees[10]`; or what the Layer was given, such as `hosts.api`. */
  path: Schema.String,
  reason: Schema.String
}) {}

/** A redirect or a Link that leads in a circle, too far, or with a write or a listing to a foreign origin. */
export class UnsafeRedirect extends Schema.TaggedError<UnsafeRedirect>("forgecast/UnsafeRedirect")(
  "UnsafeRedirect",
  Struct.assign(requestFields, {
    from: Schema.String,
    to: Schema.String
  })
) {}

/** A download whose bytes are not those that its record promised. */
export class IntegrityFailed extends Schema.TaggedError<IntegrityFailed>("forgecast/IntegrityFailed")(
  "IntegrityFailed",
  Struct.assign(requestFields, { expected: Schema.String, found: Schema.String })
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

/** The declared errors that every service may have. A service may add errors of its own. */
export type CommonError = NotFound | Gone | Conflict | ValidationFailed | IntegrityFailed

/** Every error of this module. */
export type RestError = RequestError | CommonError | NotModified

/**
 * Every error of this module as one schema, through which a queue or a workflow sends them across processes with
 * `Schema.toCodecJson`.
 */
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
  ValidationFailed,
  IntegrityFailed,
  NotModified
])

/** An error that an operation fails with only if its declaration names it. */
export interface DeclaredError extends Cause.YieldableError {
  readonly _tag: string
  readonly operation: string
}

/** The class of an error that a declaration names in `errors`. */
export interface DeclaredErrorClass {
  /** Makes the error of a response; undefined when the response means something else. */
  readonly of: (base: ResponseInfo, response: ErrorResponse) => DeclaredError | undefined
  readonly fields: { readonly _tag: { readonly schema: { readonly literal: string } } }
  new (...args: never): DeclaredError
}

/** Every way in which a call may fail, whatever it declares. */
export type Failure = RequestError | NotModified | DeclaredError

/** What is known of a call before there is a response. */
export interface RequestInfo {
  readonly operation: string
  readonly method: string
  /** Without secrets. */
  readonly url: string
}

/** The fields that all errors made from a response share. */
export type ResponseInfo = Schema.Struct.Type<typeof responseFields>

/** What the body of an error response says. */
export interface ErrorBody {
  readonly message: string | undefined
  readonly documentationUrl: string | undefined
  /** The issues of a 422. */
  readonly issues: ReadonlyArray<ValidationIssue>
}

/** What an error response says, and what its status means. */
export interface ErrorResponse extends ErrorBody {
  readonly status: number
}

/** The first issues, for people. Often the service's words begin with the field. */
const summaryOf = (issues: ReadonlyArray<ValidationIssue>): string => {
  const told = issues
    .slice(0, 3)
    .map(({ code = "", field = "", message = code }) =>
      message.toLowerCase().startsWith(`${field} `.toLowerCase()) ? message : `${field} ${message}`.trim()
    )
  return told.length === 0 ? "" : `: ${told.join("; ").slice(0, 300)}`
}
