import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"

/** A label of a repository. Its name is unique there, ignoring case. */
export class Label extends Schema.Opaque<Label>()(
  Schema.Struct({
    /** Globally unique. */
    id: Wire.nullable(Schema.Int),
    /** The id in the service's GraphQL API. */
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
const CarriedLabel = Schema.Opaque<Label>()(
  Label.mapFields((fields) => ({ ...fields, name: Wire.withDefault(Schema.String, "") }))
)

/** A label that the service sends as a record or as a bare name. For a bare name, the other fields are null. */
export const LabelOrName = Schema.Union([
  CarriedLabel,
  Schema.String.pipe(
    Schema.decodeTo(Schema.toType(Label), {
      decode: SchemaGetter.transform((name) => Label.make({ name })),
      encode: SchemaGetter.transform((label) => label.name)
    })
  )
])
