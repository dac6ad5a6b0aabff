/**
 * Decodes parsed JSON with a schema. Valid input decodes fast; for invalid input the result names the place of the
 * mismatch.
 */
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import type * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaParser from "effect/SchemaParser"
import * as Generate from "./internal/decode/generate.ts"
import * as FieldPath from "./internal/decode/fieldPath.ts"
import * as Mismatches from "./internal/decode/mismatch.ts"
import * as Shortcut from "./internal/decode/shortcut.ts"

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
    return Result.mapError(parse(input), (issue) => Mismatches.mismatchOf(issue, input))
  }
}

/**
 * The mismatch of a value, from the issue that a parser of the schema has found. It describes the deepest part of the
 * issue, and shows no text that might be a secret.
 */
export const mismatchOf = (issue: SchemaIssue.Issue, input: unknown): Mismatch => Mismatches.mismatchOf(issue, input)

/** The path of a field as errors show it, such as `[3].user.login` for 3, `user` and `login`. */
export const pathOf = (keys: ReadonlyArray<PropertyKey>): string => FieldPath.show(keys)

/**
 * Lets the decoder use a function in place of the decoding getter of a transformation, which would otherwise be opaque,
 * and slower. Returns the getter.
 *
 * **Details**
 *
 * `convert` must return what the getter returns, and undefined where the getter fails. It gets what the encoded side of
 * the transformation has decoded, and must be pure.
 *
 * **Example** (An enumeration in any case)
 *
 * ```ts
 * import * as Decoder from "forgecast/rest/Decoder"
 * import * as Schema from "effect/Schema"
 * import * as SchemaGetter from "effect/SchemaGetter"
 *
 * const lower = (text: string) => text.toLowerCase()
 *
 * const State = Schema.String.pipe(
 *   Schema.decodeTo(Schema.Literals(["open", "closed"]), {
 *     decode: Decoder.shortcut(SchemaGetter.transform(lower), lower),
 *     encode: SchemaGetter.passthroughSubtype()
 *   })
 * )
 * ```
 */
export const shortcut = <T, E, R>(
  getter: SchemaGetter.Getter<T, E, R>,
  convert: (encoded: E) => NoInfer<T> | undefined
): SchemaGetter.Getter<T, E, R> => Shortcut.register(getter, { _tag: "Convert", convert })

const generate = (ast: SchemaAST.AST): Generate.Generated => {
  try {
    return Generate.generate(ast)
  } catch {
    return () => Generate.refused
  }
}
