import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"

/** A label of a repository. Its name is unique there, whatever the case of its letters. */
export class Label extends Schema.Opaque<Label>()(
  Schema.Struct({
    /** Globally unique. */
    id: Wire.nullable(Schema.Int),
    node_id: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    name: Wire.withDefault(Schema.String, ""),
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Wire.nullable(Schema.String),
    /** Whether it is one of those that every new repository gets. */
    default: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** A label where the wire has either the record or the bare name; then all but the name is null. */
export const LabelOrName = /* @__PURE__ */ Schema.Union([
  Label,
  /* @__PURE__ */ Schema.String.pipe(
    /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.toType(Label), {
      decode: /* @__PURE__ */ SchemaGetter.transform((name) => Label.make({ name })),
      encode: /* @__PURE__ */ SchemaGetter.transform((label) => label.name)
    })
  )
])
