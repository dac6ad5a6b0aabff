import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { ParentLink, TreeLink, Verification } from "./GitCommit.ts"
import { GitIdentity } from "./GitIdentity.ts"

/** A commit as an object of git: without its files and accounts, which a `Commit` has. */
export class CommitObject extends Schema.Opaque<CommitObject>()(
  Schema.Struct({
    sha: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    message: Schema.String,
    author: GitIdentity,
    committer: GitIdentity,
    /** The files, as a tree. */
    tree: TreeLink,
    /** The commits that it follows; none for the first commit of a history. */
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    verification: Verification,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}
