/** What the schemas of seeds share. */
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"

export const optional = <S extends Schema.Constraint>(schema: S): Schema.optionalKey<S> => Schema.optionalKey(schema)

/** A struct that the JSON Schema defines under its name. */
export const named = <const Fields extends Schema.Struct.Fields>(
  identifier: string,
  fields: Fields
): Schema.Struct<Fields> => Schema.Struct(fields).annotate({ identifier })

export const text = optional(Schema.String)
export const flag = optional(Schema.Boolean)
/** An id, a number or a count. */
export const natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
export const whole = optional(natural)
export const texts = optional(Schema.Array(Schema.String))
export const textOrNull = optional(Schema.NullOr(Schema.String))

const durationPattern = /^\d+(?:\.\d+)? (?:nano|micro|milli|second|minute|hour|day|week)s?$/u

const isDuration = (value: string): value is `${number} ${Duration.Unit}` => durationPattern.test(value)

const expected = `milliseconds, or a duration such as "5 minutes"`

/** Milliseconds, or a number with its unit. */
export const duration = Schema.Union([
  Schema.Finite,
  Schema.String.pipe(Schema.refine(isDuration, { expected, toJsonSchema: () => ({ pattern: durationPattern.source }) }))
]).annotate({ identifier: "Duration", expected, description: "Milliseconds, or a duration such as `5 minutes`." })

const isDate = Schema.makeFilter((value: string) => !Number.isNaN(Date.parse(value)), {
  expected: "a date such as 2030-01-01T12:00:00Z"
})

export const instant = Schema.Union([Schema.String.check(isDate), Schema.Struct({ ago: duration })]).annotate({
  identifier: "Moment",
  expected: `a date such as 2030-01-01T12:00:00Z, or { "ago": "5 minutes" }`,
  description: "An instant in ISO 8601, or how long before the start of the simulator it was."
})

export const moment = optional(instant)

export const permission = Schema.Literals(["read", "triage", "write", "maintain", "admin"])
export const state = Schema.Literals(["open", "closed"])
export const lockReason = Schema.Literals(["off-topic", "too heated", "resolved", "spam"])
export const stateReason = Schema.Literals(["completed", "not_planned", "duplicate", "reopened"])
export const color = optional(Schema.Literals(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"]))
export const side = Schema.Literals(["LEFT", "RIGHT"])
