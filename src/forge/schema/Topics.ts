import * as Schema from "effect/Schema"

/** The topics of a repository, all of them. */
export class Topics extends Schema.Opaque<Topics>()(
  Schema.Struct({
    names: Schema.Array(Schema.String)
  })
) {}
