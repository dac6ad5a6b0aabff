import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { Ordinal } from "../internal/fields.ts"

/** A field that is sent only when there is something in it. */
const maybe = <A>(schema: Schema.Codec<A>) =>
  Schema.optionalKey(schema).pipe(
    Schema.decodeTo(Schema.optional(Schema.NullOr(Schema.toType(schema))), {
      decode: SchemaGetter.passthroughSubtype<A | null | undefined, A>(),
      encode: SchemaGetter.transformOptional<A, A | null | undefined>(
        Option.filter((value) => value !== null && value !== undefined)
      )
    })
  )

const Side = /* @__PURE__ */ Schema.Literals(["LEFT", "RIGHT"])

/**
 * A comment on lines of the diff, as it is sent with a review. `side` defaults to RIGHT, the new code; what is null is
 * not sent.
 */
export class DraftReviewComment extends Schema.Opaque<DraftReviewComment>()(
  Schema.Struct({
    /** The file. */
    path: Schema.NonEmptyString,
    /** Markdown. */
    body: Schema.NonEmptyString,
    /** The line, of several the last. */
    line: Ordinal,
    /** The old code or the new. */
    side: maybe(Side),
    /** Of several lines the first. */
    start_line: maybe(Ordinal),
    start_side: maybe(Side)
  })
) {}
