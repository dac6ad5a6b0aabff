import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"

/** A label of a repository. Its name is unique there, ignoring case. */
export class Label extends Schema.Opaque<Label>()(
  Schema.Struct({
    /** Globally unique. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** API URL. */
    url: Schema.String,
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Schema.String,
    /** Whether it is one of the labels that every new repository gets. */
    default: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** A label that a search found. */
export class FoundLabel extends Schema.Opaque<FoundLabel>()(
  Schema.Struct({
    /** Globally unique. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** API URL. */
    url: Schema.String,
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Schema.String,
    /** Whether it is one of the labels that every new repository gets. */
    default: Schema.Boolean,
    /** How well it matches the search. */
    score: Schema.Finite
  })
) {}

/** A label of an issue. The service may send only its name; the other fields are null then. */
export class IssueLabel extends Schema.Opaque<IssueLabel>()(
  Schema.Struct({
    id: Wire.nullable(Schema.Int),
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
    /** API URL. */
    url: Wire.nullable(Schema.String),
    name: Wire.withDefault(Schema.String, ""),
    description: Wire.nullable(Schema.String),
    /** Six hexadecimal digits, without `#`. */
    color: Wire.nullable(Schema.String),
    /** Whether it is one of the labels that every new repository gets. */
    default: Wire.withDefault(Schema.Boolean, false)
  })
) {}

/** A label of an issue that the service sends as a record or as a bare name. */
export const LabelOrName = Schema.Union([
  IssueLabel,
  Schema.String.pipe(
    Schema.decodeTo(Schema.toType(IssueLabel), {
      decode: SchemaGetter.transform((name) => IssueLabel.make({ name })),
      encode: SchemaGetter.transform((label) => label.name)
    })
  )
])
