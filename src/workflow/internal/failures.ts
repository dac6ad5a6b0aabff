/** The schema of what a combinator can fail with. */
import * as Schema from "effect/Schema"
import {
  BadRequest,
  DecodeFailed,
  Forbidden,
  InvalidInput,
  RateLimited,
  ResponseTooLarge,
  ServiceUnavailable,
  TransportFailed,
  Unauthorized,
  UnexpectedStatus,
  UnsafeRedirect
} from "../../rest/RestError.ts"

/**
 * What every request can fail with (`RequestError`), and errors of its own. A call, which bundlers can drop where nobody
 * needs the schema.
 */
export const failureOf = <const Own extends ReadonlyArray<Schema.Constraint>>(own: Own) =>
  Schema.Union([
    RateLimited,
    Unauthorized,
    Forbidden,
    BadRequest,
    ServiceUnavailable,
    TransportFailed,
    UnexpectedStatus,
    UnsafeRedirect,
    InvalidInput,
    DecodeFailed,
    ResponseTooLarge,
    ...own
  ])
