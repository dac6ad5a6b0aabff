/** Reading of request bodies, with the service's refusals of what doesn't have the right shape. */
import * as Result from "effect/Result"
import { type Answer, textOf } from "../../exchange.ts"
import type { Call } from "./call.ts"
import { badRequest, type Fault, invalid, malformed } from "./refusals.ts"

/** The fields of a JSON body; those not sent are absent. */
export type Fields = Readonly<Record<string, unknown>>

type Read<A> = Result.Result<A, Answer>

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The body as JSON; undefined when it is empty. */
const jsonBody = (call: Call): Read<unknown> => {
  const text = textOf(call.request.body).trim()
  if (text === "") return Result.succeed(undefined)
  try {
    return Result.succeed(JSON.parse(text))
  } catch {
    return Result.fail(badRequest(call, "Problems parsing JSON"))
  }
}

/** The body as an object; no body and `null` are one without fields. */
export const fieldsOf = (call: Call): Read<Fields> =>
  Result.flatMap(jsonBody(call), (value) => {
    if (value === undefined || value === null) return Result.succeed({})
    return isFields(value) ? Result.succeed(value) : Result.fail(badRequest(call, "Body should be a JSON object"))
  })

/** As `fieldsOf`, but a bare array is taken for the one field that the endpoint is about. */
export const fieldsOrList = (call: Call, name: string): Read<Fields> =>
  Result.flatMap(jsonBody(call), (value) => (Array.isArray(value) ? Result.succeed({ [name]: value }) : fieldsOf(call)))

const shown = (value: unknown): string => JSON.stringify(value)

const wrong = (call: Call, name: string, value: unknown, what: string): Read<never> =>
  Result.fail(malformed(call, `For 'properties/${name}', ${shown(value)} is not ${what}.`))

/** Refuses a body without that field. */
export const required = (call: Call, fields: Fields, name: string): Read<void> =>
  fields[name] === undefined ? Result.fail(malformed(call, `"${name}" wasn't supplied.`)) : Result.void

/** A text; undefined when not sent. */
export const text = (call: Call, fields: Fields, name: string): Read<string | null | undefined> => {
  const value = fields[name]
  return value === undefined || value === null || typeof value === "string"
    ? Result.succeed(value)
    : wrong(call, name, value, "a string")
}

/** A text of at most so many characters that may not be blank. */
export const boundedText = (
  call: Call,
  fields: Fields,
  name: string,
  rule: { readonly resource: string; readonly maximum: number; readonly blank?: boolean }
): Read<string | null | undefined> =>
  Result.flatMap(text(call, fields, name), (value) => {
    if (value === undefined) return Result.succeed(undefined)
    if (rule.blank !== true && (value === null || value.trim() === "")) {
      return Result.fail(invalid(call, { resource: rule.resource, code: "missing_field", field: name }))
    }
    if (value !== null && value.length > rule.maximum) {
      const message = `${name} is too long (maximum is ${rule.maximum} characters)`
      return Result.fail(invalid(call, { resource: rule.resource, code: "custom", field: name, message }))
    }
    return Result.succeed(value)
  })

/** A text that must be sent. */
export const requiredText = (
  call: Call,
  fields: Fields,
  name: string,
  rule: { readonly resource: string; readonly maximum: number }
): Read<string> =>
  Result.flatMap(required(call, fields, name), () =>
    Result.map(boundedText(call, fields, name, rule), (value) => value ?? "")
  )

/** One of the known values. */
export const oneOf = <const A extends string>(
  call: Call,
  fields: Fields,
  name: string,
  known: ReadonlyArray<A>,
  resource: string
): Read<A | null | undefined> =>
  Result.flatMap(text(call, fields, name), (value) => {
    if (value === undefined || value === null) return Result.succeed(value)
    const found = known.find((candidate) => candidate === value)
    return found === undefined
      ? Result.fail(invalid(call, { resource, code: "invalid", field: name, value }))
      : Result.succeed(found)
  })

/** A list of names, each a string or an object that has it under `key`. */
export const names = (
  call: Call,
  fields: Fields,
  name: string,
  key: string
): Read<ReadonlyArray<string> | undefined> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  if (!Array.isArray(value)) return wrong(call, name, value, "an array")
  const list: Array<string> = []
  for (const item of value as ReadonlyArray<unknown>) {
    const text = isFields(item) ? item[key] : item
    if (typeof text !== "string") return wrong(call, `${name}/items`, item, "a string")
    list.push(text)
  }
  return Result.succeed(list)
}

/** An instant, in epoch milliseconds. */
export const instant = (call: Call, fields: Fields, name: string): Read<number | null | undefined> =>
  Result.flatMap(text(call, fields, name), (value) => {
    if (value === undefined || value === null) return Result.succeed(value)
    const millis = parseInstant(value)
    return millis === undefined ? wrong(call, name, value, "a date-time") : Result.succeed(millis)
  })

const parseInstant = (text: string): number | undefined => {
  const millis = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** One of the known values of a query parameter, or the first of them when it was left out. */
export const choice = <const A extends string>(
  call: Call,
  name: string,
  known: readonly [A, ...ReadonlyArray<A>],
  resource: string
): Read<A> => {
  const value = call.query.get(name)
  if (value === null || value === "") return Result.succeed(known[0])
  const found = known.find((candidate) => candidate === value)
  return found === undefined ? Result.fail(invalid(call, queryFault(resource, name, value))) : Result.succeed(found)
}

export const queryFault = (resource: string, field: string, value: string): Fault => ({
  resource,
  code: "invalid",
  field,
  value
})

/** The query's `since`: only what was updated at that instant or later. */
export const since = (call: Call, resource: string): Read<number> => {
  const value = call.query.get("since")
  if (value === null || value === "") return Result.succeed(-Infinity)
  const millis = parseInstant(value)
  return millis === undefined
    ? Result.fail(invalid(call, queryFault(resource, "since", value)))
    : Result.succeed(millis)
}
