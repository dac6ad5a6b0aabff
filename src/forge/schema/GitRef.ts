import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The object that a ref points to. */
export class GitRefObject extends Schema.Opaque<GitRefObject>()(
  Schema.Struct({
    /** An annotated tag is an object of its own, which points to the commit. */
    type: Wire.openEnum(["commit", "tag", "tree", "blob"]),
    sha: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A ref of a repository: a branch, a tag, or another name for an object. */
export class GitRef extends Schema.Opaque<GitRef>()(
  Schema.Struct({
    /** The full name, such as `refs/heads/main`. */
    ref: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** API URL. */
    url: Schema.String,
    object: GitRefObject
  })
) {}
