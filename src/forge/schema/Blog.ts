import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"

const Encoded = /* @__PURE__ */ Schema.optional(/* @__PURE__ */ Schema.NullOr(Schema.String))

const Decoded = /* @__PURE__ */ Schema.NullOr(Schema.NonEmptyString).pipe(
  /* @__PURE__ */ Schema.withConstructorDefault(/* @__PURE__ */ Effect.succeed(null))
)

/** The website of a profile. The service sends an empty string for one that was cleared; it decodes to null. */
export const Blog = /* @__PURE__ */ Encoded.pipe(
  /* @__PURE__ */ Schema.decodeTo(Decoded, {
    decode: /* @__PURE__ */ SchemaGetter.transformOptional((text: Option.Option<string | null | undefined>) =>
      Option.some(Option.getOrNull(text) || null)
    ),
    encode: /* @__PURE__ */ SchemaGetter.passthroughSubtype<string | null | undefined, string | null>()
  })
)
