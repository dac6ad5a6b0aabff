/**
 * Every way in which an operation can fail.
 *
 * The errors are `Schema.TaggedError` classes: match them with `Effect.catchTag`, send them across processes with
 * `Schema.toCodecJson`. Each says what was asked (`operation`, `method`, `url`), what came back (`status`, `requestId`,
 * the service's own words) and has a `message` for people. None of them ever holds a secret.
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as ErrorBody from "./internal/answer/errorBody.ts"

/** In JSON a number of milliseconds: Effect's own schema says beside it whether they are that, or nanoseconds. */
const Milliseconds = /* @__PURE__ */ Schema.declare(Duration.isDuration, {
  expected: "Duration",
  toCodec: () =>
    Schema.link<Duration.Duration>()(
      Schema.Number,
      SchemaTransformation.transform({ decode: Duration.millis, encode: Duration.toMillis })
    )
})

const asked = {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  /** The HTTP method, such as `GET`. */
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

/** Fields of every error of a request. */
export type AskedFields = { readonly [K in keyof typeof asked]: (typeof asked)[K] }

/** Fields of every error that an answer can be. */
export type AnsweredFields = { readonly [K in keyof typeof answered]: (typeof answered)[K] }

// A call adds further fields: bundlers drop it when the class is unused, but keep a spread. An intersection with a named
// type keeps the docstrings in declaration files.

const askedWith = <const F extends Schema.Struct.Fields>(fields: F): AskedFields & F => ({ ...asked, ...fields })

/** The fields of an error that an answer can be, and these. @internal */
export const answeredWith = <const F extends Schema.Struct.Fields>(fields: F): AnsweredFields & F => ({
  ...answered,
  ...fields
})

/** A primary (quota) or secondary (abuse) rate limit: an answer said so, or waiting for it would exceed `maxWait`. */
export class RateLimited extends Schema.TaggedError<RateLimited>("forgecast/RateLimited")(
  "RateLimited",
  answeredWith({
    /** `primary` is the quota of a window, `secondary` a limit against abuse. */
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
  answered
) {}

/** 403 that is no rate limit. */
export class Forbidden extends Schema.TaggedError<Forbidden>("forgecast/Forbidden")(
  "Forbidden",
  answeredWith({
    /** Sets of permissions, any one of which would do; empty when the service does not say. */
    acceptedPermissions: Schema.Array(Schema.Record(Schema.String, Schema.String)),
    /** Where to authorise the token for single sign-on, when that is what is missing. */
    ssoUrl: Schema.NullOr(Schema.String)
  })
) {}

/** 400: the service does not understand the request. */
export class BadRequest extends Schema.TaggedError<BadRequest>("forgecast/BadRequest")(
  "BadRequest",
  answeredWith({
    /** Why, in the words of the service. */
    reason: Schema.String
  })
) {}

/** 404: it does not exist, or these credentials may not see it. */
export class NotFound extends Schema.TaggedError<NotFound>("forgecast/NotFound")("NotFound", answered) {
  /** @internal */
  static of(base: Answered, { status }: Said): NotFound | undefined {
    return status === 404 ? new NotFound(base) : undefined
  }
}

/** 410: it was deleted, or the feature is switched off. */
export class Gone extends Schema.TaggedError<Gone>("forgecast/Gone")("Gone", answered) {
  /** @internal */
  static of(base: Answered, { status }: Said): Gone | undefined {
    return status === 410 ? new Gone(base) : undefined
  }
}

/** 409: the state has changed meanwhile (a stale sha), or does not allow it (an empty repository). */
export class Conflict extends Schema.TaggedError<Conflict>("forgecast/Conflict")("Conflict", answered) {
  /** @internal */
  static of(base: Answered, { status }: Said): Conflict | undefined {
    return status === 409 ? new Conflict(base) : undefined
  }
}

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
export class Unmergeable extends Schema.TaggedError<Unmergeable>("forgecast/Unmergeable")(
  "Unmergeable",
  answeredWith({
    /** Why it can't be merged; `unknown` when the service's words are not known. */
    reason: UnmergeableReason
  })
) {
  /** @internal */
  static of(base: Answered, { message = "", status }: Said): Unmergeable | undefined {
    if (status !== 405 && status !== 409) return undefined
    return new Unmergeable({ ...base, reason: ErrorBody.unmergeableReason(message) })
  }
}

/** One complaint of a 422. */
export const ValidationIssue = /* @__PURE__ */ Schema.Struct({
  /** The kind of record, such as `Issue`. */
  resource: Schema.optionalKey(Schema.String),
  /** The field of it. */
  field: Schema.optionalKey(Schema.String),
  /** `missing`, `missing_field`, `invalid`, `already_exists`, `unprocessable`, `custom`; others may come. */
  code: Schema.optionalKey(Schema.String),
  /** One sentence for people. */
  message: Schema.optionalKey(Schema.String),
  /** Which item of a list. */
  index: Schema.optionalKey(Schema.Finite),
  /** What was refused. */
  value: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)])))
})
export type ValidationIssue = typeof ValidationIssue.Type

/** 422: the service refuses what the request says. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>("forgecast/ValidationFailed")(
  "ValidationFailed",
  answeredWith({
    /** What is wrong, complaint by complaint; empty when the service does not say it. */
    errors: Schema.Array(ValidationIssue)
  })
) {
  /** Whether something of that name exists already. */
  get alreadyExists(): boolean {
    return this.errors.some((issue) => issue.code === "already_exists")
  }

  /** @internal */
  static of(base: Answered, said: Said): ValidationFailed | undefined {
    if (said.status !== 422) return undefined
    const errors = ErrorBody.issuesOf(said.errors)
    return new ValidationFailed({ ...base, message: base.message + ErrorBody.inShort(errors), errors })
  }
}

/**
 * A search has more results than the 1,000 that the service gives: a stream has come to its last page (`status` is null
 * then), or a page beyond was asked for (422).
 */
export class SearchTruncated extends Schema.TaggedError<SearchTruncated>("forgecast/SearchTruncated")(
  "SearchTruncated",
  answeredWith({
    /** How many there are; null where that was not told. */
    total_count: Schema.NullOr(Schema.Int)
  })
) {
  /** @internal */
  static of(base: Answered, { message = "", status }: Said): SearchTruncated | undefined {
    if (status !== 422 || !ErrorBody.isSearchTruncated(message)) return undefined
    return new SearchTruncated({ ...base, total_count: null })
  }
}

/** 304 to `.ifChanged`: nothing has changed. */
export class NotModified extends Schema.TaggedError<NotModified>("forgecast/NotModified")(
  "NotModified",
  answeredWith({
    /** The validators that still hold. */
    validators: Schema.Struct({
      etag: Schema.optionalKey(Schema.String),
      lastModified: Schema.optionalKey(Schema.String)
    })
  })
) {}

/** 408, 500, 502, 503 or 504 that outlasted the retries. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>("forgecast/ServiceUnavailable")(
  "ServiceUnavailable",
  answeredWith({
    /** How long the service asked to be left alone. */
    retryAfter: Schema.NullOr(Milliseconds)
  })
) {}

/** A status that the operation does not know. */
export class UnexpectedStatus extends Schema.TaggedError<UnexpectedStatus>("forgecast/UnexpectedStatus")(
  "UnexpectedStatus",
  answeredWith({
    /** The first 1,000 characters of the answer. */
    body: Schema.String
  })
) {}

/** No whole answer came: refused, reset, timed out or cut off. */
export class TransportFailed extends Schema.TaggedError<TransportFailed>("forgecast/TransportFailed")(
  "TransportFailed",
  askedWith({
    /** Whether the service may have received and carried out the request: a write may have happened. */
    mayHaveArrived: Schema.Boolean
  })
) {}

/** The answer is not what the operation's schema says. */
export class DecodeFailed extends Schema.TaggedError<DecodeFailed>("forgecast/DecodeFailed")(
  "DecodeFailed",
  answeredWith({
    /** Where, such as `[3].user.login`; empty for the answer as a whole. */
    path: Schema.String,
    /** What was expected and what was found there. */
    found: Schema.String
  })
) {}

/** The input, or what the Layer was built with, was refused before anything was sent. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>("forgecast/InvalidInput")("InvalidInput", {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  /** One sentence for people. */
  message: Schema.String,
  /** The field, such as `per_page` or `assignees[10]`; or what the Layer was given, such as `hosts.api`. */
  path: Schema.String,
  /** Why it was refused. */
  reason: Schema.String
}) {}

/** A redirect or a Link that leads in a circle, too far, or with a write or a listing to a foreign origin. */
export class UnsafeRedirect extends Schema.TaggedError<UnsafeRedirect>("forgecast/UnsafeRedirect")(
  "UnsafeRedirect",
  askedWith({
    /** The URL that led on, without secrets. */
    from: Schema.String,
    /** The URL that it led to, without secrets. */
    to: Schema.String
  })
) {}

/** A download whose bytes are not those that its record promised. */
export class IntegrityFailed extends Schema.TaggedError<IntegrityFailed>("forgecast/IntegrityFailed")(
  "IntegrityFailed",
  askedWith({
    /** The digest or the length that the record promised. */
    expected: Schema.String,
    /** The digest or the length that came. */
    found: Schema.String
  })
) {}

/** What any operation can fail with, even if its answer is not decoded. */
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

/** What any operation can fail with whose answer is decoded. */
export type RequestError = ExchangeError | DecodeFailed

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
  /** The error that an answer is; undefined when it is another. Classes that no answer is have none. @internal */
  readonly of?: (base: Answered, said: Said) => DeclaredError | undefined
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

/** What all errors of an answer say. */
export type Answered = Schema.Struct.Type<typeof answered>

/** The words of an answer that is no success, and what its status means. */
interface Said extends ErrorBody.ErrorBody {
  readonly status: number
}
