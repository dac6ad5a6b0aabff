import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { MinimalRepo } from "./Repo.ts"

/** A file that a search found. */
export class FoundCode extends Schema.Opaque<FoundCode>()(
  Schema.Struct({
    /** The name of the file. */
    name: Schema.String,
    /** From the root of the repository. */
    path: Schema.String,
    /** The sha of its blob. */
    sha: Schema.String,
    repository: MinimalRepo,
    /** How well it matches the search. */
    score: Schema.Finite,
    /** In bytes. */
    file_size: Wire.nullable(Schema.Int),
    /** The language of the file. */
    language: Wire.nullable(Schema.String),
    last_modified_at: Wire.nullable(Wire.Timestamp),
    /** Ranges of lines, such as `73..77`. */
    line_numbers: Wire.withDefault(Schema.Array(Schema.String), []),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL of the file, with the commit that was searched. */
    url: Schema.String,
    /** API URL of the blob. */
    git_url: Schema.String
  })
) {}
