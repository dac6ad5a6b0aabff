/** Records in another media type: what the service adds to them, or sends in place of their fields. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaParser from "effect/SchemaParser"
import * as Decoder from "../../rest/Decoder.ts"
import type { AnyDeclaration, Representation } from "../../rest/Operation.ts"

type AnySchema = Schema.ConstraintDecoder<unknown>

/** A record as JSON, or decoded. */
export type Fields = Readonly<Record<string, unknown>>

/** How a record differs in another media type. */
export interface Difference<Added extends object> {
  readonly accept: string
  /** What the service adds. */
  readonly added: Schema.ConstraintDecoder<Added>
  /** The fields that the schema of the record reads in place of those that the service sent. */
  readonly reads?: ((added: Added) => Fields) | undefined
  /** The record in this media type. */
  readonly record: (record: Fields, added: Added) => Fields
}

/** The schema of a record in another media type. Mismatches have the paths of the service's JSON. */
const schemaOf = <Added extends object>(
  schema: AnySchema,
  { added, reads, record }: Difference<Added>
): Schema.ConstraintDecoder<unknown> => {
  // Only an object has what is added.
  const reading = (json: unknown, own: Added): Fields => ({ ...(json as object), ...reads?.(own) })
  const decodeAdded = Decoder.make(added)
  const decode = Decoder.make(schema)
  const parseAdded = SchemaParser.decodeUnknownEffect(added)
  const parse = SchemaParser.decodeUnknownEffect(schema)
  const getter = SchemaGetter.transformEffect((json: unknown, options) =>
    Effect.gen(function* () {
      const own = yield* parseAdded(json, options)
      const whole = yield* parse(reading(json, own), options)
      return isFields(whole) ? record(whole, own) : yield* Effect.fail(new SchemaIssue.InvalidValue({}, whole, options))
    })
  )
  const convert = (json: unknown): Fields | undefined => {
    const own = decodeAdded(json)
    if (Result.isFailure(own)) return undefined
    const whole = decode(reading(json, own.success))
    return Result.isSuccess(whole) && isFields(whole.success) ? record(whole.success, own.success) : undefined
  }
  return Schema.Unknown.pipe(
    Schema.decodeTo(Schema.Unknown, {
      decode: Decoder.shortcut(getter, convert),
      encode: SchemaGetter.forbidden(() => "a record in another media type is only read")
    })
  )
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** What a representation is derived from. */
export interface Derivable {
  readonly as: (schema: AnySchema, options?: Representation) => unknown
  readonly declaration: AnyDeclaration
}

/** Makes a function that derives operations and listings. It derives each of them once, so that the cache knows its reader. */
export const represented = <Added extends object>(difference: Difference<Added>) => {
  const derived = new WeakMap<object, unknown>()
  return (operation: Derivable): unknown => {
    const known = derived.get(operation)
    if (known !== undefined) return known
    const { as, declaration } = operation
    const made = as(schemaOf(declaration.result ?? Schema.Unknown, difference), { accept: difference.accept })
    derived.set(operation, made)
    return made
  }
}
