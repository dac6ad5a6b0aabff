/** The schemas that the fields of seeds share. */
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

/** A program may also give what JSON cannot hold, such as a `Duration`. */
export const duration: Schema.Decoder<Duration.Input> = Schema.Union([
  Schema.Finite,
  Schema.String.pipe(Schema.refine(isDuration, { expected, toJsonSchema: () => ({ pattern: durationPattern.source }) }))
]).annotate({ identifier: "Duration", expected, description: "Milliseconds, or a duration such as `5 minutes`." })

export const permission = Schema.Literals(["read", "triage", "write", "maintain", "admin"])
export const state = Schema.Literals(["open", "closed"])
export const lockReason = Schema.Literals(["off-topic", "too heated", "resolved", "spam"])
export const stateReason = Schema.Literals(["completed", "not_planned", "duplicate", "reopened"])
export const color = optional(Schema.Literals(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"]))
export const side = Schema.Literals(["LEFT", "RIGHT"])
export const status = optional(
  Schema.Literals(["queued", "in_progress", "completed", "waiting", "requested", "pending"])
)
export const conclusion = optional(
  Schema.Literals(["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"])
)

/** Records, each of which may be its name or title alone. */
export const orText = <S extends Schema.Constraint>(record: S) =>
  optional(Schema.Array(Schema.Union([Schema.String, record])))

export const base64 = Schema.String.annotate({ contentEncoding: "base64" }).check(
  // The flag makes it part of the JSON Schema.
  Schema.isPattern(/^[A-Za-z\d+/\s]*={0,2}\s*$/u, { expected: "Base64" })
)

/** A text. A program may also give bytes. */
export const textOrBytes: Schema.Decoder<string | Uint8Array> = Schema.String

/** The content of a file. */
export const content = Schema.Union([textOrBytes, Schema.Struct({ base64 })])
