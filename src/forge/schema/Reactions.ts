import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Number of reactions of each kind; 0 where the service does not return it. */
export class Reactions extends Schema.Opaque<Reactions>()(
  Schema.Struct({
    /** API URL. */
    url: Schema.String,
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
