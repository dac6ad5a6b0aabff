import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Shortcut from "../../rest/internal/decode/shortcut.ts"
import * as Wire from "../../rest/Wire.ts"
import { CommitFile } from "./CommitFile.ts"
import { GitCommit, ParentLink } from "./GitCommit.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** How the wire has nobody, beside null: an object without fields. */
const Nobody = /* @__PURE__ */ Schema.Struct({
  login: /* @__PURE__ */ Schema.optional(Schema.Undefined)
})

const known = (account: SimpleUser | typeof Nobody.Type): SimpleUser | null =>
  account.login === undefined ? null : account

/** An account, or null for nobody. */
const Account = /* @__PURE__ */ Wire.withDefault(
  /* @__PURE__ */ Schema.Union([
    Schema.Null,
    /* @__PURE__ */ Schema.Union([SimpleUser, Nobody]).pipe(
      /* @__PURE__ */ Schema.decodeTo(/* @__PURE__ */ Schema.NullOr(/* @__PURE__ */ Schema.toType(SimpleUser)), {
        decode: /* @__PURE__ */ Shortcut.register(/* @__PURE__ */ SchemaGetter.transform(known), {
          _tag: "Convert",
          convert: known
        }),
        encode: /* @__PURE__ */ SchemaGetter.transform((account: SimpleUser | null) => account ?? {})
      })
    )
  ]),
  null
)

/** How much a commit changes, in lines. */
export class CommitStats extends Schema.Opaque<CommitStats>()(
  Schema.Struct({
    additions: Wire.withDefault(Schema.Int, 0),
    deletions: Wire.withDefault(Schema.Int, 0),
    /** Both together. */
    total: Wire.withDefault(Schema.Int, 0)
  })
) {}

/** A commit. What only a single commit tells, `stats` and `files`, is null in listings. */
export class Commit extends Schema.Opaque<Commit>()(
  Schema.Struct({
    sha: Schema.String,
    node_id: Wire.nullable(Schema.String),
    /** What it says: its message, who wrote it, and when. */
    commit: GitCommit,
    /** The account of the author; null when their e-mail belongs to none. */
    author: Account,
    /** The account of the committer; null when their e-mail belongs to none. */
    committer: Account,
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    stats: Wire.nullable(CommitStats),
    /** At most 300. */
    files: Wire.nullable(Schema.Array(CommitFile)),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    comments_url: Wire.nullable(Schema.String)
  })
) {}
