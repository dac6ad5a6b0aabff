/** The schema of what a combinator can fail with. */
import * as Schema from "effect/Schema"
import {
  BadRequest,
  DecodeFailed,
  type FailureSchema,
  Forbidden,
  InvalidInput,
  RateLimited,
  ResponseTooLarge,
  ServiceUnavailable,
  TransportFailed,
  Unauthorized,
  UnexpectedStatus,
  type RequestError,
  UnsafeRedirect
} from "../../rest/RestError.ts"

const common = () =>
  [
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
    ResponseTooLarge
  ] as const

/**
 * What every request can fail with (`RequestError`), and errors of its own. A call, which bundlers can drop where nobody
 * needs the schema.
 */
export const failureOf = <const Own extends ReadonlyArray<Schema.Constraint>>(
  own: Own
): FailureSchema<readonly [...ReturnType<typeof common>, ...Own], RequestError | Own[number]["Type"]> =>
  Schema.Union([...common(), ...own])
