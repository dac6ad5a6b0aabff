/** Reads a GraphQL response: its data, or the error that its errors are. */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Misread, Refusal } from "../../../rest/Call.ts"
import type { Response } from "../../../rest/Dialect.ts"
import * as Decoder from "../../../rest/Decoder.ts"
import type { Limited, LimitSignal } from "../../../rest/Limit.ts"
import {
  Forbidden,
  NotFound,
  RateLimited,
  type ResponseInfo,
  ServiceUnavailable,
  UnexpectedStatus
} from "../../../rest/RestError.ts"
import { dialect } from "../../dialect.ts"
import { type GraphQLError, GraphQLFailed } from "../../ForgeError.ts"
import { errorOf, firstOf, listOf, recordOf, summaryOf, textOf } from "./errors.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** Parses JSON. With `redact`, its texts are as errors may show them. */
const parse = (text: string, redact?: (text: string) => string): unknown => {
  try {
    return JSON.parse(text, redact && ((_, value: unknown) => (typeof value === "string" ? redact(value) : value)))
  } catch {
    return undefined
  }
}

/** Whether there is anything in the data but nulls and what holds them. Data may be nested deeper than calls may be. */
const holdsValues = (data: unknown): boolean => {
  const left = [data]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== "object" && value !== undefined) return true
    if (typeof value === "object" && value !== null) for (const field of Object.values(value)) left.push(field)
  }
  return false
}

/** Types of the errors that are a primary limit. */
const limits: ReadonlySet<unknown> = new Set(["RATE_LIMITED", "RATE_LIMIT"])

const forbidden: ReadonlySet<unknown> = new Set(["FORBIDDEN", "INSUFFICIENT_SCOPES"])

/** Messages of errors without a type that are a limit. They may quote the document, so they count by their beginning. */
const speaksOfLimit = /^(?:you have exceeded a secondary rate limit|api rate limit (?:already )?exceeded)/i

/** The message of a service that gave up. */
const speaksOfOutage = /^something went wrong while executing your query/i

/** Asks the dialect as if the response had the status of a limit. */
const limitOf = (
  { headers, retryAfter }: Response,
  words: { readonly message: string; readonly documentation_url?: string | undefined },
  isPrimary: boolean,
  now: number
): LimitSignal | undefined =>
  dialect.limit(
    {
      status: isPrimary ? 429 : 403,
      headers: isPrimary ? { ...headers, "x-ratelimit-remaining": "0" } : headers,
      body: JSON.stringify(words),
      retryAfter
    },
    now
  )

const failedWith =
  (errors: ReadonlyArray<GraphQLError>, omitted: number, data: unknown) =>
  (base: ResponseInfo): GraphQLFailed =>
    new GraphQLFailed({ ...base, errors, omitted, data })

/** The error of a limit, as the gate knows it. */
const limitedBy = (base: ResponseInfo, limited: Limited | undefined): RateLimited | UnexpectedStatus => {
  if (limited === undefined) return new UnexpectedStatus({ ...base, body: "" })
  const { _tag, ...limits } = limited
  return new RateLimited({ ...base, ...limits })
}

/** Reads the data of a response. `now` is in milliseconds. */
interface ReadData {
  (response: Response, now: number, redact: (text: string) => string): Result.Result<unknown, Misread | Refusal>
}

/** Makes what reads the data of responses. */
export const readerFor = (schema: AnySchema | undefined, isMutation: boolean): ReadData => {
  const decode = schema && Decoder.make<unknown>(schema)

  /** The data that comes with errors, if the schema takes it. */
  const partial = (data: unknown): unknown => {
    if (data === null || data === undefined) return null
    return decode === undefined ? data : Result.getOrElse(decode(data), () => null)
  }

  const refusedBy = (response: Response, now: number, redact: (text: string) => string): Refusal => {
    const { data, ...body } = recordOf(parse(response.body, redact))
    const errors = listOf(body["errors"]).map(errorOf)
    if (errors.length === 0) {
      const message = textOf(body["message"])
      const documentationUrl = textOf(body["documentation_url"])
      const limit = limitOf(response, { message: message ?? "", documentation_url: documentationUrl }, false, now)
      const error = failedWith([errorOf(body)], 0, null)
      return { message: message ?? "", documentationUrl, limit, error: limit ? limitedBy : error }
    }
    const isEvery = (test: (error: GraphQLError) => boolean) => errors.every(test)
    // A mutation may have been carried out, and return nothing but nulls.
    const hasData = holdsValues(data) || (isMutation && Object.values(recordOf(data)).some((field) => field !== null))
    const kept = firstOf(errors)
    const omitted = errors.length - kept.length
    const message = summaryOf(kept, omitted)
    const failed: Refusal = { message, error: failedWith(kept, omitted, partial(data)) }
    const limited = errors.find(
      ({ message, type }) => limits.has(type) || (type === null && speaksOfLimit.test(message))
    )
    if (limited !== undefined) {
      const limit = limitOf(response, { message: limited.message }, limits.has(limited.type), now)
      // A mutation of which a part was carried out is not sent again.
      return isMutation && hasData ? { ...failed, limit } : { message, limit, error: limitedBy }
    }
    if (hasData) return failed
    if (isEvery(({ message, type }) => type === null && speaksOfOutage.test(message))) {
      return {
        ...failed,
        error: (base) => new ServiceUnavailable({ ...base, retryAfter: response.retryAfter ?? null })
      }
    }
    if (isEvery(({ type }) => type === "NOT_FOUND")) return { ...failed, error: (base) => new NotFound(base) }
    if (isEvery(({ type }) => forbidden.has(type))) {
      const { acceptedPermissions = [], ssoUrl = null } = dialect.forbidden?.(response.headers, "") ?? {}
      return { ...failed, error: (base) => new Forbidden({ ...base, acceptedPermissions, ssoUrl }) }
    }
    return failed
  }

  return (response, now, redact) => {
    const misread = (path: string, found: string) => Result.fail<Misread>({ path, found })
    const { body } = response
    const json = parse(body)
    if (json === undefined) return misread("", `Expected JSON, found ${body.length} characters that are not JSON`)
    const { data, errors, message } = recordOf(json)
    if (listOf(errors).length > 0 || (data === undefined && typeof message === "string")) {
      return Result.fail(refusedBy(response, now, redact))
    }
    if (data === null || data === undefined) return misread("data", `Expected data, found ${String(data)}`)
    if (decode === undefined) return Result.succeed(data)
    return Result.mapError(decode(data), ({ found, path }): Misread => ({ path: `data${path && `.${path}`}`, found }))
  }
}
