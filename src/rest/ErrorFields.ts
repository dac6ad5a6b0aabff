/** The fields that errors share. */
import * as Schema from "effect/Schema"

const requestFields = {
  /** Name of the operation, such as `Issues.get`. */
  operation: Schema.String,
  /** The HTTP method, such as `GET`. */
  method: Schema.String,
  /** The URL of the request, without secrets. */
  url: Schema.String,
  /** One sentence for people. */
  message: Schema.String
}

const responseFields = {
  ...requestFields,
  /** Status of the response; null when the request was refused before it was sent. */
  status: Schema.NullOr(Schema.Int),
  /** The id that the service gave the request. Its support asks for it. */
  requestId: Schema.NullOr(Schema.String),
  /** What the service said, in its own words. */
  serviceMessage: Schema.NullOr(Schema.String),
  /** The page of the service's documentation that explains it. */
  documentationUrl: Schema.NullOr(Schema.String)
}

/** The fields of every error but `InvalidInput`. */
export type RequestFields = { readonly [K in keyof typeof requestFields]: (typeof requestFields)[K] }

/** The fields of every error that is made from a response. */
export type ResponseFields = { readonly [K in keyof typeof responseFields]: (typeof responseFields)[K] }

// A call adds further fields, since bundlers drop a call when the class is unused, but keep a spread. The intersection with
// a named type keeps the docstrings in declaration files.

/** The fields of every error but `InvalidInput`, and these. */
export const withRequestFields = <const F extends Schema.Struct.Fields>(fields: F): RequestFields & F => ({
  ...requestFields,
  ...fields
})

/** The fields of every error that is made from a response, and these. A service of your own makes its errors with it. */
export const withResponseFields = <const F extends Schema.Struct.Fields>(fields: F): ResponseFields & F => ({
  ...responseFields,
  ...fields
})

/** What is known of a call before there is a response. */
export interface RequestInfo {
  readonly operation: string
  readonly method: string
  /** Without secrets. */
  readonly url: string
}

/** The fields that all errors made from a response share. */
export type ResponseInfo = Schema.Struct.Type<typeof responseFields>
