import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A part of a fragment that matches the query. */
export class MatchedText extends Schema.Opaque<MatchedText>()(
  Schema.Struct({
    text: Schema.String,
    /** Where it starts and ends in the fragment. */
    indices: Schema.Array(Schema.Int)
  })
) {}

/** Where a search found its words. */
export class TextMatch extends Schema.Opaque<TextMatch>()(
  Schema.Struct({
    /** API URL of what has the text. */
    object_url: Wire.nullable(Schema.String),
    /** The kind of record that has the text, such as `Issue` or `IssueComment`. */
    object_type: Wire.nullable(Schema.String),
    /** The field that has the text, such as `body`. */
    property: Schema.String,
    /** The part of the text around the matches. */
    fragment: Schema.String,
    matches: Wire.withDefault(Schema.Array(MatchedText), [])
  })
) {}
