import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"

/** The author or the committer of a commit in an event. */
export class CommitUser extends Schema.Opaque<CommitUser>()(
  Schema.Struct({
    name: Schema.String,
    email: Wire.nullable(Schema.String),
    /** The login; null when the e-mail address belongs to no account. */
    username: Wire.nullable(Schema.String),
    date: Wire.nullable(Wire.Timestamp)
  })
) {}

/** A commit of an event. */
export class EventCommit extends Schema.Opaque<EventCommit>()(
  Schema.Struct({
    /** The sha. */
    id: Schema.String,
    /** The sha of the tree. */
    tree_id: Schema.String,
    message: Schema.String,
    timestamp: Wire.Timestamp,
    author: CommitUser,
    committer: CommitUser
  })
) {}

/** The fields of a commit of an event. */
export type EventCommitFields = { readonly [K in keyof typeof EventCommit.fields]: (typeof EventCommit.fields)[K] }

/** Adds the fields of a commit of an event. A call like `inRepo`, whose named type keeps the docstrings. */
const withCommit = <const F extends Schema.Struct.Fields>(fields: F): EventCommitFields & F => ({
  ...EventCommit.fields,
  ...fields
})

/** A commit of a push. */
export class PushCommit extends Schema.Opaque<PushCommit>()(
  Schema.Struct(
    withCommit({
      /** Whether no earlier push had it. */
      distinct: Schema.Boolean,
      /** Web page URL. */
      url: Schema.String,
      /** Paths of the files that it adds. */
      added: Wire.withDefault(Schema.Array(Schema.String), []),
      /** Paths of the files that it removes. */
      removed: Wire.withDefault(Schema.Array(Schema.String), []),
      /** Paths of the files that it changes. */
      modified: Wire.withDefault(Schema.Array(Schema.String), [])
    })
  )
) {}
