import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** How many reacted, by reaction; 0 where the service does not say it. */
export class Reactions extends Schema.Opaque<Reactions>()(
  Schema.Struct({
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    total_count: Wire.withDefault(Schema.Int, 0),
    "+1": Wire.withDefault(Schema.Int, 0),
    "-1": Wire.withDefault(Schema.Int, 0),
    laugh: Wire.withDefault(Schema.Int, 0),
    hooray: Wire.withDefault(Schema.Int, 0),
    confused: Wire.withDefault(Schema.Int, 0),
    heart: Wire.withDefault(Schema.Int, 0),
    rocket: Wire.withDefault(Schema.Int, 0),
    eyes: Wire.withDefault(Schema.Int, 0)
  })
) {}
