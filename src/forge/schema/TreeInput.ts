/** What the input of a tree contains. */
import * as Schema from "effect/Schema"
import { FullSha } from "../internal/fields.ts"

const Entry = Schema.Struct({
  /** Path from the root of the tree, without a leading or trailing slash. */
  path: Schema.NonEmptyString,
  /** `100644` file, `100755` executable, `120000` symbolic link, `040000` directory, `160000` submodule. */
  mode: Schema.Literals(["100644", "100755", "120000", "040000", "160000"]),
  /** The kind of the object. Default: what the mode says. */
  type: Schema.optional(Schema.Literals(["blob", "tree", "commit"])),
  /** The full sha of the object. Null removes the entry of the base tree. */
  sha: Schema.optional(Schema.NullOr(FullSha)),
  /** Text, of which the service makes the blob. Use `createBlob` for bytes that are not UTF-8. */
  content: Schema.optional(Schema.String)
})

/** An entry of a new tree: a path with the `sha` of an object, or with a `content`. */
export class NewTreeEntry extends Schema.Opaque<NewTreeEntry>()(
  Entry.check(
    Schema.makeFilter(({ content, sha }) => (content === undefined) !== (sha === undefined), {
      expected: "either a sha or a content"
    })
  )
) {}
