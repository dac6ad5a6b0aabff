import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

const Encoded = Schema.optional(Schema.NullOr(Schema.String))

const Decoded = Schema.NullOr(Schema.NonEmptyString).pipe(Schema.withConstructorDefault(Effect.succeed(null)))

/** The website of a profile. The service sends an empty string for one that was cleared; it decodes to null. */
export const Blog = Encoded.pipe(
  Schema.decodeTo(Decoded, {
    decode: SchemaGetter.transformOptional((text: Option.Option<string | null | undefined>) =>
      Option.some(Option.getOrNull(text) || null)
    ),
    encode: SchemaGetter.passthroughSubtype<string | null | undefined, string | null>()
  })
)
