import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { GitIdentity } from "./GitIdentity.ts"

/** Where the tree of a commit is. */
export class TreeLink extends Schema.Opaque<TreeLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}

/** Where a parent of a commit is. */
export class ParentLink extends Schema.Opaque<ParentLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** Whether the signature of a commit holds. */
export class Verification extends Schema.Opaque<Verification>()(
  Schema.Struct({
    verified: Schema.Boolean,
    /** Why, or why not. */
    reason: Wire.nullable(
      Wire.openEnum([
        "valid",
        "unsigned",
        "unknown_signature_type",
        "no_user",
        "unverified_email",
        "bad_email",
        "unknown_key",
        "malformed_signature",
        "invalid",
        "expired_key",
        "not_signing_key",
        "gpgverify_error",
        "gpgverify_unavailable"
      ])
    ),
    signature: Wire.nullable(Schema.String),
    /** What was signed. */
    payload: Wire.nullable(Schema.String),
    verified_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** What a commit says, as git keeps it. */
export class GitCommit extends Schema.Opaque<GitCommit>()(
  Schema.Struct({
    message: Schema.String,
    /** Who wrote it. */
    author: Wire.nullable(GitIdentity),
    /** Who committed it. */
    committer: Wire.nullable(GitIdentity),
    tree: Wire.nullable(TreeLink),
    /** Null where the service does not say it. */
    verification: Wire.nullable(Verification),
    /** How many comments it has; null where the service does not say it. */
    comment_count: Wire.nullable(Schema.Int),
    /** Of the API. */
    url: Wire.nullable(Schema.String)
  })
) {}

/** A commit that was just made. */
export class CreatedCommit extends Schema.Opaque<CreatedCommit>()(
  Schema.Struct({
    sha: Schema.String,
    node_id: Wire.nullable(Schema.String),
    ...GitCommit.fields,
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String)
  })
) {}
