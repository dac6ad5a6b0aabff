import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** An entry of a tree: a file, a directory, a symbolic link or a submodule. */
export class TreeEntry extends Schema.Opaque<TreeEntry>()(
  Schema.Struct({
    /** Relative to the tree. */
    path: Schema.String,
    /** `100644` file, `100755` executable, `120000` symbolic link, `040000` directory, `160000` submodule. */
    mode: Wire.openEnum(["100644", "100755", "120000", "040000", "160000"]),
    /** `blob` for files and links, `tree` for directories, `commit` for submodules. */
    type: Wire.openEnum(["blob", "tree", "commit"]),
    sha: Schema.String,
    /** In bytes; null for directories and submodules. */
    size: Wire.nullable(Schema.Int),
    /** API URL; null for submodules. */
    url: Wire.nullable(Schema.String)
  })
) {}

/** A tree: a directory as git stores it. */
export class GitTree extends Schema.Opaque<GitTree>()(
  Schema.Struct({
    sha: Schema.String,
    /** The entries, in git's order. */
    tree: Schema.Array(TreeEntry),
    /** Whether entries are missing, because there are more than the service returns. */
    truncated: Schema.Boolean,
    /** API URL. */
    url: Wire.nullable(Schema.String)
  })
) {}
