/** Reads request bodies and queries, and refuses invalid values in the service's words. */
import * as Result from "effect/Result"
import { isTooDeep } from "../../depth.ts"
import { textOf } from "../../exchange.ts"
import type { Call, OrRefusal } from "./call.ts"
import { badRequest, type Fault, invalid, malformed } from "./refusals.ts"

/** The fields of a JSON body; those not sent are absent. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a change would change a record. */
export const hasEffect = <A extends object>(before: A, change: Partial<A>): boolean => {
  const now: Partial<Record<string, unknown>> = { ...before }
  return Object.entries(change).some(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]))
}

/** A path without the slashes at its ends. */
export const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, "")

/** Whether the client gets the older version of the API, which is the default. */
export const isOldVersion = ({ request }: Call): boolean => request.headers["x-github-api-version"] !== "2026-03-10"

/** Parses the body as JSON; undefined if it is empty. */
const jsonBody = (call: Call): OrRefusal<unknown> => {
  const text = textOf(call.request.body).trim()
  if (text === "") return Result.succeed(undefined)
  try {
    const value: unknown = JSON.parse(text)
    if (!isTooDeep(value)) return Result.succeed(value)
  } catch {
    // As what nests too deep.
  }
  return Result.fail(badRequest(call, "Problems parsing JSON"))
}

/** Reads the body as an object. No body and `null` count as an empty one. */
export const fieldsOf = (call: Call): OrRefusal<Fields> =>
  Result.flatMap(jsonBody(call), (value) => {
    if (value === undefined || value === null) return Result.succeed({})
    return isFields(value) ? Result.succeed(value) : Result.fail(badRequest(call, "Body should be a JSON object"))
  })

/** Like `fieldsOf`, but a bare array counts as the value of the field `name`. */
export const fieldsOrList = (call: Call, name: string): OrRefusal<Fields> =>
  Result.flatMap(jsonBody(call), (value) => (Array.isArray(value) ? Result.succeed({ [name]: value }) : fieldsOf(call)))

const shown = (value: unknown): string => JSON.stringify(value)

const wrong = (call: Call, name: string, value: unknown, what: string): OrRefusal<never> =>
  Result.fail(malformed(call, `For 'properties/${name}', ${shown(value)} is not ${what}.`))

/** Refuses a body without this field. */
export const required = (call: Call, fields: Fields, name: string): OrRefusal<void> =>
  fields[name] === undefined ? Result.fail(malformed(call, `"${name}" wasn't supplied.`)) : Result.void

/** Reads a string; undefined if it was not sent. */
export const text = (call: Call, fields: Fields, name: string): OrRefusal<string | null | undefined> => {
  const value = fields[name]
  return value === undefined || value === null || typeof value === "string"
    ? Result.succeed(value)
    : wrong(call, name, value, "a string")
}

/** Reads an object; undefined if it was not sent. */
export const object = (call: Call, fields: Fields, name: string): OrRefusal<Fields | undefined> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  return isFields(value) ? Result.succeed(value) : wrong(call, name, value, "an object")
}

/** Reads a list of objects; undefined if it was not sent. */
export const objects = (call: Call, fields: Fields, name: string): OrRefusal<ReadonlyArray<Fields> | undefined> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  if (!Array.isArray(value)) return wrong(call, name, value, "an array")
  const items: ReadonlyArray<unknown> = value
  const wrongItem = items.find((item) => !isFields(item))
  return wrongItem === undefined
    ? Result.succeed(items.filter(isFields))
    : wrong(call, `${name}/items`, wrongItem, "an object")
}

/** Reads true or false; undefined if it was not sent. */
export const flag = (call: Call, fields: Fields, name: string): OrRefusal<boolean | undefined> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  return typeof value === "boolean" ? Result.succeed(value) : wrong(call, name, value, "a boolean")
}

/** Reads a whole number; undefined if it was not sent. */
export const integer = (call: Call, fields: Fields, name: string): OrRefusal<number | undefined> => {
  const value = fields[name]
  if (value === undefined || value === null) return Result.succeed(undefined)
  return typeof value === "number" && Number.isInteger(value)
    ? Result.succeed(value)
    : wrong(call, name, value, "an integer")
}

/** Reads a string of limited length, which must not be blank unless the rule allows it. */
export const boundedText = (
  call: Call,
  fields: Fields,
  name: string,
  rule: { readonly resource: string; readonly maximum: number; readonly blank?: boolean }
): OrRefusal<string | null | undefined> =>
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

/** Reads a string that must be sent. */
export const requiredText = (
  call: Call,
  fields: Fields,
  name: string,
  rule: { readonly resource: string; readonly maximum: number }
): OrRefusal<string> =>
  Result.flatMap(required(call, fields, name), () =>
    Result.map(boundedText(call, fields, name, rule), (value) => value ?? "")
  )

/** Reads one of the known values. */
export const oneOf = <const A extends string>(
  call: Call,
  fields: Fields,
  name: string,
  known: ReadonlyArray<A>,
  resource: string
): OrRefusal<A | null | undefined> =>
  Result.flatMap(text(call, fields, name), (value) => {
    if (value === undefined || value === null) return Result.succeed(value)
    const found = known.find((candidate) => candidate === value)
    return found === undefined
      ? Result.fail(invalid(call, { resource, code: "invalid", field: name, value }))
      : Result.succeed(found)
  })

/** Reads a list of names, each a string or an object with the name under `key`. */
export const names = (
  call: Call,
  fields: Fields,
  name: string,
  key: string
): OrRefusal<ReadonlyArray<string> | undefined> => {
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

/** Reads an instant, as epoch milliseconds. */
export const instant = (call: Call, fields: Fields, name: string): OrRefusal<number | null | undefined> =>
  Result.flatMap(text(call, fields, name), (value) => {
    if (value === undefined || value === null) return Result.succeed(value)
    const millis = parseInstant(value)
    return millis === undefined ? wrong(call, name, value, "a date-time") : Result.succeed(millis)
  })

const parseInstant = (text: string): number | undefined => {
  const millis = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

/** Reads a query parameter: one of the known values, or the first of them if it was left out. */
export const choice = <const A extends string>(
  call: Call,
  name: string,
  known: readonly [A, ...ReadonlyArray<A>],
  resource: string
): OrRefusal<A> => {
  const value = call.query.get(name)
  if (value === null || value === "") return Result.succeed(known[0])
  const found = known.find((candidate) => candidate === value)
  return found === undefined ? Result.fail(invalid(call, queryFault(resource, name, value))) : Result.succeed(found)
}

/** Reads a query parameter where the service ignores other values than the known ones. */
export const known = <const A extends string>(call: Call, name: string, all: ReadonlyArray<A>): A | undefined =>
  all.find((candidate) => candidate === call.query.get(name))

export const queryFault = (resource: string, field: string, value: string): Fault => ({
  resource,
  code: "invalid",
  field,
  value
})

/** Reads an instant of the query as epoch milliseconds; undefined if it was left out. */
export const queryInstant = (call: Call, name: string, resource: string): OrRefusal<number | undefined> => {
  const value = call.query.get(name)
  if (value === null || value === "") return Result.succeed(undefined)
  const millis = parseInstant(value)
  return millis === undefined ? Result.fail(invalid(call, queryFault(resource, name, value))) : Result.succeed(millis)
}

/** Reads the query's `since` as epoch milliseconds; -Infinity if it was left out. */
export const since = (call: Call, resource: string): OrRefusal<number> =>
  Result.map(queryInstant(call, "since", resource), (millis) => millis ?? -Infinity)
