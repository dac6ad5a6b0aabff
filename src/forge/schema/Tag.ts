import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** Where a commit is. */
export class CommitLink extends Schema.Opaque<CommitLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}

/** A tag of a repository. */
export class Tag extends Schema.Opaque<Tag>()(
  Schema.Struct({
    name: Schema.String,
    node_id: Wire.nullable(Schema.String),
    /** The tagged commit. */
    commit: CommitLink,
    /** Its files as an archive. */
    zipball_url: Wire.nullable(Schema.String),
    /** Its files as an archive. */
    tarball_url: Wire.nullable(Schema.String)
  }).pipe(
    Wire.extendTo(
      {
        /** Of the tagged commit. */
        sha: Schema.String
      },
      { sha: (tag) => Option.some(tag.commit.sha) }
    )
  )
) {}
