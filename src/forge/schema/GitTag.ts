import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { Verification } from "./GitCommit.ts"
import { GitIdentity } from "./GitIdentity.ts"
import { GitRefObject } from "./GitRef.ts"

/** An annotated tag as an object of git. The ref `refs/tags/<tag>` points to it, if there is one. */
export class GitTag extends Schema.Opaque<GitTag>()(
  Schema.Struct({
    sha: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The name, such as `v1.0.0`. */
    tag: Schema.String,
    message: Schema.String,
    /** Who created it, and when; null for a tag without it, which old versions of git wrote. */
    tagger: Wire.nullable(GitIdentity),
    /** The object that it names, usually a commit. */
    object: GitRefObject,
    /** Null where the service does not return it. */
    verification: Wire.nullable(Verification),
    /** API URL. */
    url: Schema.String
  })
) {}
