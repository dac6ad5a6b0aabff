/** The parameters of a request as a JSON body, and those that a service does not declare. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { QueryFields, Scalar } from "../../../rest/Declaration.ts"
import * as Input from "../../../rest/Input.ts"
import { whyUnencodable } from "../../../rest/PathTemplate.ts"
import { type InvalidInput, invalidInput } from "../../../rest/RestError.ts"
import { Box, Places } from "../../Input.ts"

type Values = Readonly<Record<string, unknown>>

/** Parameters with a value for each place: lists in a body, though a query may have a single value. */
const lists: ReadonlySet<string> = new Set([
  "latitude",
  "longitude",
  "elevation",
  "timezone",
  "start_date",
  "end_date",
  "start_hour",
  "end_hour",
  "start_minutely_15",
  "end_minutely_15"
])

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The same parameters as in a query, under the same names. */
export const bodyOf = (values: Values): Values => {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isEmpty(value)) body[name] = lists.has(name) && !Array.isArray(value) ? [value] : value
  }
  return body
}

/** The parameters of places. */
const taken: ReadonlyArray<string> = [
  "latitude",
  "longitude",
  "elevation",
  ...Object.keys(Places.fields),
  ...Object.keys(Box.fields)
]

const Single = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])

const Extra = {
  extra: Schema.optional(Schema.Record(Schema.String, Schema.Union([Single, Schema.Array(Single)])))
}

type Extras = Readonly<Record<string, Scalar | ReadonlyArray<Scalar>>>

/** Makes the function that checks the parameters that a service does not declare. */
export const extraOf = (operation: string, declared: QueryFields) => {
  const encode = Input.fieldsEncoder(operation, Extra)
  const whyRefused = (name: string): string | undefined => {
    if (!/^[A-Za-z][\w.-]*$/.test(name)) return "is not the name of a parameter"
    if (name === "apikey") return "is an option of the Layer, which keeps it secret"
    return taken.includes(name) || name in declared ? "is a parameter of its own" : undefined
  }
  return (input: unknown): Result.Result<Extras, InvalidInput> =>
    Result.flatMap(encode(input), ({ extra }) => {
      // The schema has just checked it.
      const values = (extra ?? {}) as Extras
      for (const [name, value] of Object.entries(values)) {
        const reason = whyRefused(name) ?? (isWritable(value) ? undefined : "cannot be written into a URL")
        if (reason !== undefined) return Result.fail(invalidInput(operation, `extra.${name}`, reason))
      }
      return Result.succeed(values)
    })
}

/** Commas separate values. */
const isWritable = (value: Scalar | ReadonlyArray<Scalar>): boolean =>
  typeof value === "object"
    ? value.every((item) => !String(item).includes(",") && isWritable(item))
    : whyUnencodable(String(value)) === undefined

/** Writes them at the end of a query. */
export const withExtra = (url: string, extra: Extras): string => {
  let query = url
  for (const [name, value] of Object.entries(extra)) {
    if (isEmpty(value)) continue
    const text = typeof value === "object" ? value.join(",") : String(value)
    query += `${query.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(text)}`
  }
  return query
}
