import * as Schema from "effect/Schema"

/** A name and notes for a release, as the service would write them. */
export class ReleaseNotes extends Schema.Opaque<ReleaseNotes>()(
  Schema.Struct({
    name: Schema.String,
    /** Markdown. */
    body: Schema.String
  })
) {}
