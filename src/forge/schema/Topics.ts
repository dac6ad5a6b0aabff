import * as Schema from "effect/Schema"

/** All topics of a repository. */
export class Topics extends Schema.Opaque<Topics>()(
  Schema.Struct({
    names: Schema.Array(Schema.String)
  })
) {}
