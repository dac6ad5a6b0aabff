/**
 * Decodes parsed JSON with a schema. Valid input decodes fast; for invalid input the result names the place of the
 * mismatch.
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import * as Generate from "./internal/decode/generate.ts"
import { mismatchOf } from "./internal/decode/mismatch.ts"

/** Why a value does not match the schema. `DecodeFailed` has the same fields. */
export interface Mismatch {
  /** Path of the mismatch, such as `[3].user.login`; empty for the value as a whole. */
  readonly path: string
  /** What was expected and what was found, such as `Expected string, found null`. */
  readonly found: string
}

/** Decodes a parsed response. */
export interface Decoder<out A> {
  (input: unknown): Result.Result<A, Mismatch>
}

/**
 * Makes a decoder for a schema without services.
 *
 * **Details**
 *
 * The decoder returns what `Schema.decodeUnknownResult` returns. On first use it generates code, once for each schema
 * and each record in it. When the generated code rejects an input, the schema's own parser decodes it again to find the
 * reason. Where a content security policy forbids generated code, the parser does all the work.
 *
 * **Gotchas**
 *
 * Transformations and checks must be pure and synchronous. An asynchronous one dies.
 */
export const make = <A>(schema: Schema.ConstraintDecoder<A>): Decoder<A> => {
  const parse = SchemaParser.decodeUnknownResult(schema)
  let generated: Generate.Generated | undefined
  return (input) => {
    const value = (generated ??= generate(schema.ast))(input)
    // Tests prove that the generated code returns what the schema's parser returns.
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
