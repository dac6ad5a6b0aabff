/** Makes samples of errors. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { ForgeError } from "../../../forge/ForgeError.ts"
import type { RequestInfo } from "../../../rest/RestError.ts"

type Tag = ForgeError["_tag"]

type Fields = Readonly<Record<string, unknown>>

/** The status and the service's words of each error, and its own fields. */
const defaults: Readonly<Record<Tag, readonly [status: number | null, words: string, own?: Fields]>> = {
  RateLimited: [
    403,
    "API rate limit exceeded",
    {
      kind: "primary",
      resource: "core",
      limit: 5_000,
      remaining: 0,
      retryAt: DateTime.makeUnsafe("2026-01-15T10:00:00Z")
    }
  ],
  Unauthorized: [401, "Bad credentials", { reason: null }],
  Forbidden: [403, "Resource not accessible by integration", { acceptedPermissions: [], ssoUrl: null }],
  BadRequest: [400, "Problems parsing JSON", { reason: "Problems parsing JSON" }],
  NotFound: [404, "Not Found"],
  NotAcceptable: [406, "Sorry, the diff exceeded the maximum number of lines (20000)"],
  Gone: [410, "This issue was deleted"],
  Conflict: [409, "Git Repository is empty."],
  ValidationFailed: [422, "Validation Failed", { errors: [] }],
  NotModified: [304, "Not Modified", { validators: {}, pollInterval: null }],
  ServiceUnavailable: [503, "Service unavailable", { retryAfter: null }],
  UnexpectedStatus: [418, "I'm a teapot", { body: "" }],
  TransportFailed: [null, "connection reset", { mayHaveArrived: true }],
  DecodeFailed: [200, "the response is not a record", { path: "", found: "expected object, got null" }],
  ResponseTooLarge: [200, "the response is too large", { limit: 64 * 1_024 * 1_024 }],
  InvalidInput: [null, "owner: is required", { path: "owner", reason: "is required" }],
  UnsafeRedirect: [null, "an unsafe redirect", { from: "https://api.github.com/", to: "https://example.com/" }],
  IntegrityFailed: [null, "the bytes are not those of the record", { expected: "1", found: "2" }],
  Unmergeable: [405, "Pull Request is not mergeable", { reason: "conflict" }],
  SearchTruncated: [422, "Only the first 1000 search results are available", { total_count: null }],
  GraphQLFailed: [
    200,
    "Body can't be blank",
    {
      errors: [
        { message: "Body can't be blank", type: "UNPROCESSABLE", path: ["addComment"], locations: [], extensions: {} }
      ],
      omitted: 0,
      data: null
    }
  ],
  MissingPeer: [null, "needs the package a, which cannot be loaded", { packages: ["a"] }]
}

const make = (tag: Tag, { method, operation, url }: RequestInfo, fields: Fields): ForgeError => {
  const [status, words, own] = defaults[tag]
  const said = { status, requestId: null, serviceMessage: words, documentationUrl: null, ...own, ...fields }
  const parts = [said.status, said.serviceMessage].filter((part) => part !== null)
  const message = `${operation}: ${parts.join(" ")} (${method} ${url})`
  return Schema.decodeUnknownSync(Schema.toType(ForgeError))(
    // The class takes the fields that it has, and ignores the others.
    instance(tag, { operation, method, url, message, ...said })
  )
}

const instance = (tag: Tag, fields: Fields): unknown => {
  const schema = ForgeError.members.find((member) => member.fields._tag.schema.literal === tag)
  return schema === undefined ? undefined : Reflect.construct(schema, [fields])
}

/** How each sample would be for another request. */
const samples = new WeakMap<object, (info: RequestInfo) => ForgeError>()

const anywhere: RequestInfo = { operation: "Sample", method: "GET", url: "https://api.github.com/" }

export const failure = (tag: Tag, fields: Fields): ForgeError => {
  const error = make(tag, anywhere, fields)
  samples.set(error, (info) => make(tag, info, fields))
  return error
}

/** The error of a request: a sample names the request, and any other error stays as it is. */
export const located = (error: unknown, info: RequestInfo): unknown =>
  typeof error === "object" && error !== null ? (samples.get(error)?.(info) ?? error) : error
