import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"

/** A label of a repository. Its name is unique there, ignoring case. */
export class Label extends Schema.Opaque<Label>()(
  Schema.Struct({
    /** Globally unique. */
    id: Wire.nullable(Schema.Int),
    node_id: Wire.nullable(Schema.String),
    /** API URL. */
    url: Wire.nullable(Schema.String),
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Wire.nullable(Schema.String),
    /** Whether it is one of the labels that every new repository gets. */
    default: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** A label of an issue. There, the service does not guarantee the name either. */
const CarriedLabel = /* @__PURE__ */ Schema.Opaque<Label>()(
  /* @__PURE__ */ Schema.Struct({ ...Label.fields, name: /* @__PURE__ */ Wire.withDefault(Schema.String, "") })
)

/** A label that the service sends as a record or as a bare name. For a bare name, the other fields are null. */
export const LabelOrName = /* @__PURE__ */ Schema.Union([
  CarriedLabel,
  /* @__PURE__ */ Schema.String.pipe(
    /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.toType(Label), {
      decode: /* @__PURE__ */ SchemaGetter.transform((name) => Label.make({ name })),
      encode: /* @__PURE__ */ SchemaGetter.transform((label) => label.name)
    })
  )
])
