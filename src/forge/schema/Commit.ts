import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Decoder from "../../rest/Decoder.ts"
import * as Wire from "../../rest/Wire.ts"
import { CommitFile } from "./CommitFile.ts"
import { GitCommit, ParentLink } from "./GitCommit.ts"
import { MinimalRepo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** The service sends null or an empty object for nobody. */
const Nobody = Schema.Struct({
  login: Schema.optional(Schema.Undefined)
})

const known = (account: SimpleUser | typeof Nobody.Type): SimpleUser | null =>
  account.login === undefined ? null : account

/** An account; null for nobody. */
const Account = Wire.withDefault(
  Schema.Union([
    Schema.Null,
    Schema.Union([SimpleUser, Nobody]).pipe(
      Schema.decodeTo(Schema.NullOr(Schema.toType(SimpleUser)), {
        decode: Decoder.shortcut(SchemaGetter.transform(known), known),
        encode: SchemaGetter.transform((account: SimpleUser | null) => account ?? {})
      })
    )
  ]),
  null
)

/** The number of lines that a commit changes. */
export class CommitStats extends Schema.Opaque<CommitStats>()(
  Schema.Struct({
    additions: Wire.withDefault(Schema.Int, 0),
    deletions: Wire.withDefault(Schema.Int, 0),
    /** The sum of both. */
    total: Wire.withDefault(Schema.Int, 0)
  })
) {}

/** A commit. `stats` and `files` are null in listings; the service returns them for a single commit only. */
export class Commit extends Schema.Opaque<Commit>()(
  Schema.Struct({
    sha: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The git commit: message, author, committer and dates. */
    commit: GitCommit,
    /** The account of the author; null when the e-mail address belongs to no account. */
    author: Account,
    /** The account of the committer; null when the e-mail address belongs to no account. */
    committer: Account,
    /** The commits that it follows. */
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    stats: Wire.nullable(CommitStats),
    /** Up to 300 files. */
    files: Wire.nullable(Schema.Array(CommitFile)),
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    comments_url: Schema.String
  })
) {}

/** A commit that a search found. */
export class FoundCommit extends Schema.Opaque<FoundCommit>()(
  Schema.Struct({
    sha: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    /** The git commit: message, author, committer and dates. */
    commit: GitCommit,
    /** The account of the author; null when the e-mail address belongs to no account. */
    author: Account,
    /** The account of the committer; null when the e-mail address belongs to no account. */
    committer: Account,
    /** The commits that it follows. */
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    repository: MinimalRepo,
    /** How well it matches the search. */
    score: Schema.Finite,
    /** Web page URL. */
    html_url: Schema.String,
    /** API URL. */
    url: Schema.String,
    comments_url: Schema.String
  })
) {}
