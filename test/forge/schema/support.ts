/** How the tests of records read and store them. */
import { assert } from "@effect/vitest"
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Decoder from "../../../src/rest/Decoder.ts"

/** Reads a record of the wire. */
export const decode = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): S["Type"] => {
  const result = Decoder.make<S["Type"]>(schema)(input)
  return Result.isSuccess(result) ? result.success : assert.fail(`${result.failure.path}: ${result.failure.found}`)
}

/** A record as it is after it was stored as JSON. */
export const stored = <A>(schema: Schema.Codec<A, unknown>, value: A): A => {
  const codec = Schema.toCodecJson(schema)
  return Schema.decodeUnknownSync(codec)(JSON.parse(JSON.stringify(Schema.encodeSync(codec)(value))))
}

/** A record is equal after a round trip through JSON. */
export const through = <A>(schema: Schema.Codec<A, unknown>, value: A) =>
  assert.isTrue(Equal.equals(stored(schema, value), value))
