import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Ordinal } from "../internal/fields.ts"

/** A field that is not sent when it is null or undefined. */
const maybe = <A>(schema: Schema.Codec<A>) =>
  Schema.optionalKey(schema).pipe(
    Schema.decodeTo(Schema.optional(Schema.NullOr(Schema.toType(schema))), {
      decode: SchemaGetter.passthroughSubtype<A | null | undefined, A>(),
      encode: SchemaGetter.transformOptional<A, A | null | undefined>(
        Option.filter((value) => value !== null && value !== undefined)
      )
    })
  )

const Side = Schema.Literals(["LEFT", "RIGHT"])

/**
 * A comment on lines of the diff, sent with a review. `side` defaults to `RIGHT`, the new code. Fields that are null
 * are not sent.
 */
export class DraftReviewComment extends Schema.Opaque<DraftReviewComment>()(
  Schema.Struct({
    /** The path of the file. */
    path: Schema.NonEmptyString,
    /** Markdown. */
    body: Schema.NonEmptyString,
    /** The line, or the last line of a multi-line comment. */
    line: Ordinal,
    /** `LEFT` is the old code, `RIGHT` the new. */
    side: maybe(Side),
    /** The first line of a multi-line comment. */
    start_line: maybe(Ordinal),
    start_side: maybe(Side)
  })
) {}
