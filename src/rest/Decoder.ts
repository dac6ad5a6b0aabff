/**
 * Reads parsed JSON with a schema: fast when it fits, and with the place of the misfit when it doesn't.
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import * as FieldPath from "./internal/decode/fieldPath.ts"
import * as Generate from "./internal/decode/generate.ts"

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
 * It gives what `Schema.decodeUnknownResult` gives. On first use it writes code for the schema (once for each schema,
 * and for each record in it); what that code refuses is decoded anew by the schema's own parser, which knows the reason.
 * Where code may not be made from text, the parser does all the work.
 *
 * **Gotchas**
 *
 * Transformations and checks are taken to be pure, and synchronous: an asynchronous one dies.
 */
export const make = <A>(schema: Schema.ConstraintDecoder<A>): Decoder<A> => {
  const parse = SchemaParser.decodeUnknownResult(schema)
  let generated: Generate.Generated | undefined
  return (input) => {
    const value = (generated ??= generate(schema.ast))(input)
    // The generated code gives what the schema's parser gives: that is what its tests prove.
    if (value !== Generate.refused) return Result.succeed(value as A)
    return Result.mapError(parse(input), (issue) => diagnose(issue, input))
  }
}

const generate = (ast: SchemaAST.AST): Generate.Generated => {
  try {
    return Generate.generate(ast)
  } catch {
    return () => Generate.refused
  }
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The issue that lies deepest: of a union's members it is the one that fitted best. */
const diagnose = (issue: SchemaIssue.Issue, input: unknown): Mismatch => {
  let deepest: { readonly message: string; readonly path: ReadonlyArray<PropertyKey> } = { message: "", path: [] }
  for (const { message, path = [] } of issuesOf(issue).issues) {
    if (deepest.message === "" || path.length > deepest.path.length) {
      deepest = { message, path: FieldPath.keysOf(path) }
    }
  }
  let found = input
  for (const key of deepest.path) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined
  }
  return {
    path: FieldPath.show(deepest.path),
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
