import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** A link to a commit. */
export class CommitLink extends Schema.Opaque<CommitLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A tag of a repository. */
export class Tag extends Schema.Opaque<Tag>()(
  Schema.Struct({
    name: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The tagged commit. */
    commit: CommitLink,
    /** URL of the files as an archive. */
    zipball_url: Schema.String,
    /** URL of the files as an archive. */
    tarball_url: Schema.String
  }).pipe(
    Wire.extendTo(
      {
        /** The sha of the tagged commit. */
        sha: Schema.String
      },
      { sha: (tag) => Option.some(tag.commit.sha) }
    )
  )
) {}
