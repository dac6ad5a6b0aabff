import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { GitIdentity } from "./GitIdentity.ts"

/** A link to the tree of a commit. */
export class TreeLink extends Schema.Opaque<TreeLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** API URL. */
    url: Schema.String
  })
) {}

/** A link to a parent of a commit. */
export class ParentLink extends Schema.Opaque<ParentLink>()(
  Schema.Struct({
    sha: Schema.String,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String)
  })
) {}

/** The verification of the signature of a commit. */
export class Verification extends Schema.Opaque<Verification>()(
  Schema.Struct({
    /** Whether the service could verify the signature. */
    verified: Schema.Boolean,
    /** Why the signature is verified, or why not. */
    reason: Wire.openEnum([
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
    ]),
    /** The signature; null if the commit is not signed. */
    signature: Wire.nullable(Schema.String),
    /** The signed text. */
    payload: Wire.nullable(Schema.String),
    /** When the service verified it. */
    verified_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** A commit as git stores it. */
export class GitCommit extends Schema.Opaque<GitCommit>()(
  Schema.Struct({
    message: Schema.String,
    /** The author. */
    author: Wire.nullable(GitIdentity),
    /** The committer. */
    committer: Wire.nullable(GitIdentity),
    /** The files, as a tree. */
    tree: TreeLink,
    /** Null where the service does not return it. */
    verification: Wire.nullable(Verification),
    /** Number of comments. */
    comment_count: Schema.Int,
    /** API URL. */
    url: Schema.String
  })
) {}
