/**
 * Reads parsed JSON with a schema: fast when it fits, and with the place of the misfit when it doesn't.
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"

/** Why a value is not what the schema says: the fields of `DecodeFailed` that tell it. */
export interface Mismatch {
  /** Where, such as `[3].user.login`; empty for the value as a whole. */
  readonly path: string
  /** What was expected and what was found there, such as `Expected string, found null`. */
  readonly found: string
}

export interface Decoder<out A> {
  (input: unknown): Result.Result<A, Mismatch>
}

/**
 * Makes a decoder of a schema without services.
 *
 * **Details**
 *
 * It gives what `Schema.decodeUnknownResult` gives, and diagnoses a refusal by it. Nothing is compiled before the first
 * use, and each schema once. A schema whose transformations are asynchronous dies, as it does there.
 */
export const make = <A>(schema: Schema.ConstraintDecoder<A>): Decoder<A> => {
  const decode = SchemaParser.decodeUnknownResult(schema)
  return (input) => Result.mapError(decode(input), (issue) => diagnose(issue, input))
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The issue that lies deepest: of a union's members it is the one that fitted best. */
const diagnose = (issue: SchemaIssue.Issue, input: unknown): Mismatch => {
  let deepest: { readonly message: string; readonly path: ReadonlyArray<PropertyKey> } = { message: "", path: [] }
  for (const { message, path = [] } of issuesOf(issue).issues) {
    if (deepest.message === "" || path.length > deepest.path.length) {
      deepest = { message, path: path.map((segment) => (typeof segment === "object" ? segment.key : segment)) }
    }
  }
  let found = input
  for (const key of deepest.path) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined
  }
  return {
    path: deepest.path
      .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
      .join("")
      .replace(/^\./, ""),
    found: `${deepest.message.slice(0, 200)}, found ${describe(found)}`
  }
}

/** A value in a few words. Text that might be a secret (a token is a long run of letters and digits) is not shown. */
const describe = (value: unknown): string => {
  if (value === undefined) return "nothing"
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value)
  if (typeof value === "string") {
    return value.length > 40 || /\w{20}/.test(value) ? `a string of ${value.length} characters` : JSON.stringify(value)
  }
  return Array.isArray(value) ? `an array of ${value.length}` : "an object"
}
