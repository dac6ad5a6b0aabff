/**
 * Reads parsed JSON with a schema: fast when it fits, and with the place of the misfit when it doesn't.
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import * as Generate from "./internal/decode/generate.ts"
import { mismatchOf } from "./internal/decode/mismatch.ts"

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
    return Result.mapError(parse(input), (issue) => mismatchOf(issue, input))
  }
}

const generate = (ast: SchemaAST.AST): Generate.Generated => {
  try {
    return Generate.generate(ast)
  } catch {
    return () => Generate.refused
  }
}
