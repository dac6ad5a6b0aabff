/** What a seeded service has besides repositories: gists and notifications. */
import * as Schema from "effect/Schema"
import { moment } from "./ForgeContentSeed.ts"
import { flag, named, natural, optional, orText, text, textOrNull, texts, whole } from "./internal/seedFields.ts"

/** A comment on a gist. */
export interface GistCommentSeed extends Schema.Struct.Type<typeof gistCommentFields> {}

const gistCommentFields = {
  body: Schema.String,
  id: whole,
  /** Login: the gist's owner by default, null for a deleted account. */
  user: textOrNull,
  /** That of the gist by default. */
  created_at: moment,
  updated_at: moment
}

const gistCommentSeed: Schema.Decoder<GistCommentSeed> = named("GistCommentSeed", gistCommentFields)

/** A further revision of a gist. */
export interface GistRevisionSeed extends Schema.Struct.Type<typeof gistRevisionFields> {}

const gistRevisionFields = {
  /** What it changes, by name. Null removes a file. */
  files: Schema.Record(Schema.String, Schema.NullOr(Schema.String)),
  /** That of the gist by default. */
  committed_at: moment
}

const gistRevisionSeed: Schema.Decoder<GistRevisionSeed> = named("GistRevisionSeed", gistRevisionFields)

/** A gist. */
export interface GistSeed extends Schema.Struct.Type<typeof gistFields> {}

const gistFields = {
  /** Hexadecimal digits. */
  id: text,
  /** Login; null for an anonymous gist. */
  owner: Schema.NullOr(Schema.String),
  description: text,
  /** False by default. */
  public: flag,
  /** The files of its first revision, by name. */
  files: Schema.Record(Schema.String, Schema.String),
  /** The oldest first. */
  revisions: optional(Schema.Array(gistRevisionSeed)),
  /** Id of the gist that it was forked from. */
  fork_of: text,
  /** Logins. */
  starred_by: texts,
  comments: orText(gistCommentSeed),
  /** The time of the seeding by default. */
  created_at: moment,
  updated_at: moment
}

/** The schema of a `GistSeed`. */
export const gistSeed: Schema.Decoder<GistSeed> = named("GistSeed", gistFields)

/** The notifications of a user about an issue, a pull request, a commit or a release. */
export interface NotificationSeed extends Schema.Struct.Type<typeof notificationFields> {}

const notificationFields = {
  id: whole,
  /** Login of who gets it. */
  user: Schema.String,
  /** `owner/name`. */
  repository: Schema.String,
  /** The number of an issue or a pull request, the full sha of a commit, or the id of a release. */
  subject: Schema.Union([natural, Schema.String, Schema.Struct({ release: natural })]),
  /** `subscribed` by default. */
  reason: optional(
    Schema.Literals([
      "assign",
      "author",
      "comment",
      "manual",
      "mention",
      "review_requested",
      "state_change",
      "subscribed",
      "team_mention"
    ])
  ),
  /** True by default. */
  unread: flag,
  /** Whether it is put away. */
  done: flag,
  /** The time of the seeding by default. */
  updated_at: moment,
  last_read_at: moment,
  /** What the user wants of further ones. */
  subscription: optional(Schema.Literals(["subscribed", "ignored", "muted"])),
  subscribed_at: moment
}

/** The schema of a `NotificationSeed`. */
export const notificationSeed: Schema.Decoder<NotificationSeed> = named("NotificationSeed", notificationFields)
