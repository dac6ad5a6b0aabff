/**
 * What errors share: their fields, and how long the texts in them may be.
 *
 * A service declares errors of its own with `withResponseFields`: see the guide "Your own service".
 */
import * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Text from "./internal/text/cut.ts"

const requestFields = {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  /** The HTTP method, such as `GET`. */
  method: Schema.String,
  /** The URL of the request, without secrets. */
  url: Schema.String,
  /** One sentence for people, of at most 600 characters. */
  message: Schema.String
}

const responseFields = {
  ...requestFields,
  /** Status of the response; null when the request was refused before it was sent. */
  status: Schema.NullOr(Schema.Int),
  /** The service's id of the request, which its support asks for. */
  requestId: Schema.NullOr(Schema.String),
  /** The service's own message. */
  serviceMessage: Schema.NullOr(Schema.String),
  /** The page of the service's documentation about the error. */
  documentationUrl: Schema.NullOr(Schema.String)
}

/** The fields of every error except `InvalidInput`. */
export type RequestFields = { readonly [K in keyof typeof requestFields]: (typeof requestFields)[K] }

/** The fields of every error that comes from a response. */
export type ResponseFields = { readonly [K in keyof typeof responseFields]: (typeof responseFields)[K] }

// A call adds the other fields: bundlers can drop a call with an unused class, but not a spread. The intersection with a
// named type keeps the docstrings in declaration files.

/** Adds the fields of every error except `InvalidInput`. */
export const withRequestFields = <const F extends Schema.Struct.Fields>(fields: F): RequestFields & F => ({
  ...requestFields,
  ...fields
})

/** Adds the fields of every error that comes from a response. Use it to declare errors of your own service. */
export const withResponseFields = <const F extends Schema.Struct.Fields>(fields: F): ResponseFields & F => ({
  ...responseFields,
  ...fields
})

/** What is known of a call before there is a response. */
export interface RequestInfo {
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string
  /** The HTTP method. */
  readonly method: string
  /** Without secrets. */
  readonly url: string
}

/** The fields that all errors from a response share. */
export type ResponseInfo = Schema.Struct.Type<typeof responseFields>

/** The fields of an error that no response has caused. `why` completes its message, after the name of the operation. */
export const withoutResponse = (info: RequestInfo, why: string): ResponseInfo => ({
  ...info,
  status: null,
  requestId: null,
  serviceMessage: null,
  documentationUrl: null,
  message: Text.cut(`${info.operation}: ${why}`, Text.mostInMessage)
})

/** The most characters of an error's `message`: 600. */
export const mostInMessage: number = Text.mostInMessage

/** The most characters of the service's own words, in fields of their own: 2,000. */
export const mostInWords: number = Text.mostInWords

/** The most characters of each part of a message, which leaves room for the others: 200. */
export const mostInPart: number = Text.mostInPart

/**
 * Cuts a text to at most that many characters, and ends it with `…` if it was longer. Redact it first: half a
 * secret is not recognized.
 */
export const cut: (text: string, most: number) => string = Text.cut

/** In JSON a number of milliseconds. Effect's own schema adds whether they are milliseconds or nanoseconds. */
export const Milliseconds = Schema.declare(Duration.isDuration, {
  expected: "Duration",
  toCodec: () =>
    Schema.link<Duration.Duration>()(
      Schema.Number,
      SchemaTransformation.transform({ decode: Duration.millis, encode: Duration.toMillis })
    )
})
