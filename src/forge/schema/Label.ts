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
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Wire.nullable(Schema.String),
    /** Whether it is one of those that every new repository gets. */
    default: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** A label as an issue carries it: there the service does not promise the name either. */
const CarriedLabel = /* @__PURE__ */ Schema.Opaque<Label>()(
  /* @__PURE__ */ Schema.Struct({ ...Label.fields, name: /* @__PURE__ */ Wire.withDefault(Schema.String, "") })
)

/** A label where the wire has either the record or the bare name; then all but the name is null. */
export const LabelOrName = /* @__PURE__ */ Schema.Union([
  CarriedLabel,
  /* @__PURE__ */ Schema.String.pipe(
    /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.toType(Label), {
      decode: /* @__PURE__ */ SchemaGetter.transform((name) => Label.make({ name })),
      encode: /* @__PURE__ */ SchemaGetter.transform((label) => label.name)
    })
  )
])
