/** What a seeded repository has besides issues: files, commits, branches, releases and checks. */
import type * as Duration from "effect/Duration"
import * as Schema from "effect/Schema"
import {
  base64,
  conclusion,
  content,
  duration,
  flag,
  named,
  natural,
  optional,
  status,
  text,
  textOrBytes,
  textOrNull,
  texts,
  whole
} from "./internal/seedFields.ts"

/** An instant: ISO 8601, a `Date`, or a duration before the seeding. */
export type Moment = string | Date | { readonly ago: Duration.Input }

const isDate = Schema.makeFilter((value: string) => !Number.isNaN(Date.parse(value)), {
  expected: "a date such as 2030-01-01T12:00:00Z"
})

/** The schema of an instant. JSON has no `Date`. */
export const instant: Schema.Decoder<Moment> = Schema.Union([
  Schema.String.check(isDate),
  Schema.Struct({ ago: duration })
]).annotate({
  identifier: "Moment",
  expected: `a date such as 2030-01-01T12:00:00Z, or { "ago": "5 minutes" }`,
  description: "An instant in ISO 8601, or how long before the start of the simulator it was."
})

/** The schema of an instant that may be left out. */
export const moment = optional(instant)

/** A file that is not simply its text. */
export type FileSeed = typeof fileSeed.Type

const fileSeed = Schema.Union([
  Schema.Struct({ content: textOrBytes, executable: flag }),
  Schema.Struct({ base64, executable: flag }),
  Schema.Struct({ symlink: Schema.String }),
  Schema.Struct({
    /** The commit of another repository. */
    submodule: Schema.String
  })
]).annotate({ identifier: "FileSeed" })

/** Files by path. Null removes a file. */
export type FilesSeed = Readonly<Record<string, string | Uint8Array | FileSeed | null>>

/** The schema of `FilesSeed`. */
export const filesSeed: Schema.Decoder<FilesSeed> = Schema.Record(
  Schema.String,
  Schema.Union([textOrBytes, fileSeed, Schema.Null])
).annotate({ identifier: "FilesSeed" })

/** A login, or an identity as commits have it. */
export type AuthorSeed = string | { readonly name: string; readonly email: string }

const authorSeed: Schema.Decoder<AuthorSeed> = Schema.Union([
  Schema.String,
  Schema.Struct({ name: Schema.String, email: Schema.String })
]).annotate({ identifier: "AuthorSeed" })

/** A commit on a branch. */
export interface CommitSeed extends Schema.Struct.Type<typeof commitFields> {}

const commitFields = {
  /** Made from the files by default. */
  message: text,
  files: optional(filesSeed),
  /** The repository's owner by default. */
  author: optional(authorSeed),
  /** The author by default. */
  committer: optional(authorSeed),
  /** By default, commits are a minute apart, and the last one was made at the time of the seeding. */
  date: moment
}

/** The schema of a `CommitSeed`. */
export const commitSeed: Schema.Decoder<CommitSeed> = named("CommitSeed", commitFields)

/** A branch other than the default one. */
export interface BranchSeed extends Schema.Struct.Type<typeof branchFields> {}

const branchFields = {
  /** The branch, tag or sha that it starts from; the default branch by default. */
  from: text,
  /** The files of its first commit. */
  files: optional(filesSeed),
  /** Commits on top of it, the oldest first. */
  commits: optional(Schema.Array(commitSeed))
}

/** The schema of a `BranchSeed`. */
export const branchSeed: Schema.Decoder<BranchSeed> = named("BranchSeed", branchFields)

/** A reaction to an issue, a pull request, a comment or a release. */
export interface ReactionSeed extends Schema.Struct.Type<typeof reactionFields> {}

const reactionFields = {
  id: whole,
  content: Schema.Literals(["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]),
  /** Login: the repository's owner by default, null for a deleted account. */
  user: textOrNull,
  /** The time of what it is a reaction to, by default. */
  created_at: moment
}

/** The schema of a `ReactionSeed`. */
export const reactionSeed: Schema.Decoder<ReactionSeed> = named("ReactionSeed", reactionFields)

/** A comment on a commit, outside of a pull request. */
export interface CommitCommentSeed extends Schema.Struct.Type<typeof commitCommentFields> {}

const commitCommentFields = {
  body: Schema.String,
  /** The branch, tag or sha of the commit; the default branch by default. */
  ref: text,
  id: whole,
  /** Login: the repository's owner by default, null for a deleted account. */
  user: textOrNull,
  /** The file; by default, the comment is on the whole commit. */
  path: text,
  /** In lines of the file's diff. */
  position: whole,
  line: whole,
  reactions: optional(Schema.Array(reactionSeed)),
  /** By default, comments are a minute apart, and the last one was written at the time of the seeding. */
  created_at: moment,
  updated_at: moment
}

/** The schema of a `CommitCommentSeed`. */
export const commitCommentSeed: Schema.Decoder<CommitCommentSeed> = named("CommitCommentSeed", commitCommentFields)

/** A move of a branch or a tag: `files`, `commits` and `branches` of a seed are moved by nobody. */
export interface PushSeed extends Schema.Struct.Type<typeof pushFields> {}

const pushFields = {
  /** The full name, such as `refs/heads/main`. */
  ref: Schema.String,
  id: whole,
  /** The commit before; null or left out for a new ref. */
  before: textOrNull,
  /** The commit after; null or left out for a deleted ref. */
  after: textOrNull,
  /** Login. */
  actor: Schema.String,
  /** Whether it has merged a pull request; false by default. */
  merges: flag,
  created_at: moment
}

/** The schema of a `PushSeed`. */
export const pushSeed: Schema.Decoder<PushSeed> = named("PushSeed", pushFields)

/** Git objects and refs as they are. */
export interface GitSeed extends Schema.Struct.Type<typeof gitFields> {}

const gitFields = {
  /** The sha of each full ref name, such as `refs/heads/main`: that of a commit, or of an annotated tag of one. */
  refs: Schema.Record(Schema.String, Schema.String),
  /** Every object: its kind and its content in base64. */
  objects: Schema.Array(Schema.Tuple([Schema.Literals(["blob", "tree", "commit", "tag"]), base64])),
  /** Shas of objects that no ref leads to, and that the repository has by their sha all the same. */
  kept: texts
}

/** The schema of a `GitSeed`. */
export const gitSeed: Schema.Decoder<GitSeed> = named("GitSeed", gitFields)

/** Which ways of merging are allowed. All are by default. */
export interface MergesSeed extends Schema.Struct.Type<typeof mergesFields> {}

const mergesFields = {
  merge: flag,
  squash: flag,
  rebase: flag,
  /** Whether a merge deletes the branch. */
  delete_branch: flag
}

/** The schema of a `MergesSeed`. */
export const mergesSeed: Schema.Decoder<MergesSeed> = named("MergesSeed", mergesFields)

const feature = optional(Schema.Struct({ status: Schema.Literals(["enabled", "disabled"]) }))

const securityFields = {
  advanced_security: feature,
  code_security: feature,
  dependabot_security_updates: feature,
  secret_scanning: feature,
  secret_scanning_push_protection: feature,
  secret_scanning_ai_detection: feature,
  secret_scanning_non_provider_patterns: feature,
  secret_scanning_delegated_alert_dismissal: feature,
  secret_scanning_delegated_bypass: feature
}

/** Under the service's names. All have its defaults. */
export interface SettingsSeed extends Schema.Struct.Type<typeof settingsFields> {}

const settingsFields = {
  has_projects: flag,
  has_wiki: flag,
  has_discussions: flag,
  is_template: flag,
  allow_forking: flag,
  allow_auto_merge: flag,
  allow_update_branch: flag,
  web_commit_signoff_required: flag,
  /** The security features that the repository has, and whether they are on. */
  security_and_analysis: optional(named("SecuritySeed", securityFields)),
  squash_merge_commit_title: optional(Schema.Literals(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
  squash_merge_commit_message: optional(Schema.Literals(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
  merge_commit_title: optional(Schema.Literals(["PR_TITLE", "MERGE_MESSAGE"])),
  merge_commit_message: optional(Schema.Literals(["PR_BODY", "PR_TITLE", "BLANK"]))
}

/** The schema of a `SettingsSeed`. */
export const settingsSeed: Schema.Decoder<SettingsSeed> = named("SettingsSeed", settingsFields)

/** What a branch requires of a merge. */
export interface ProtectionSeed extends Schema.Struct.Type<typeof protectionFields> {}

const actors = { users: texts, teams: texts, apps: texts }

/** Logins, slugs of teams and slugs of apps. */
const actorsSeed = optional(Schema.NullOr(Schema.Struct(actors)))

const protectionFields = {
  /** Contexts of statuses, or names of check runs, that must have succeeded; with the id of an app, as reported by it. */
  required_checks: optional(
    Schema.Array(
      Schema.Union([Schema.String, Schema.Struct({ context: Schema.String, app_id: optional(Schema.NullOr(natural)) })])
    )
  ),
  /** Whether a head must contain its base. */
  strict: flag,
  required_approvals: whole,
  /** What else is required of reviews. Empty: that there is a pull request. */
  reviews: optional(
    Schema.Struct({
      required_approving_review_count: whole,
      dismiss_stale_reviews: flag,
      require_code_owner_reviews: flag,
      require_last_push_approval: flag,
      dismissal_restrictions: actorsSeed,
      bypass_pull_request_allowances: actorsSeed
    })
  ),
  /** The names of the environments that a head must have been deployed to with success. */
  required_deployments: texts,
  /** Who can push; everyone with write access by default. */
  restrictions: actorsSeed,
  /** Whether the rules also apply to administrators. True by default, as the tests of most programs run as one. */
  enforce_admins: flag,
  required_signatures: flag,
  required_linear_history: flag,
  allow_force_pushes: flag,
  allow_deletions: flag,
  block_creations: flag,
  required_conversation_resolution: flag,
  lock_branch: flag,
  allow_fork_syncing: flag
}

/** The schema of a `ProtectionSeed`. */
export const protectionSeed: Schema.Decoder<ProtectionSeed> = named("ProtectionSeed", protectionFields)

/** A file of a release. */
export interface AssetSeed extends Schema.Struct.Type<typeof assetFields> {}

const assetFields = {
  name: Schema.String,
  content,
  label: text,
  /** `application/octet-stream` by default. */
  content_type: text,
  id: whole,
  /** Login; the release's author by default. */
  uploader: text,
  download_count: whole,
  created_at: moment,
  updated_at: moment
}

const assetSeed: Schema.Decoder<AssetSeed> = named("AssetSeed", assetFields)

/** A release. A string is a published one's tag. */
export interface ReleaseSeed extends Schema.Struct.Type<typeof releaseFields> {}

const releaseFields = {
  tag_name: Schema.String,
  /** The branch or sha that is tagged if the tag is new; the default branch by default. */
  target_commitish: text,
  id: whole,
  /** The tag's name by default. */
  name: textOrNull,
  body: text,
  draft: flag,
  prerelease: flag,
  /** Whether it is the latest on purpose; null decides by date and version. By default, the last one published is. */
  make_latest: optional(Schema.NullOr(Schema.Boolean)),
  author: text,
  created_at: moment,
  published_at: moment,
  updated_at: moment,
  assets: optional(Schema.Array(assetSeed)),
  reactions: optional(Schema.Array(reactionSeed))
}

/** The schema of a `ReleaseSeed`. */
export const releaseSeed: Schema.Decoder<ReleaseSeed> = named("ReleaseSeed", releaseFields)

/** A status of a commit. */
export interface StatusSeed extends Schema.Struct.Type<typeof statusFields> {}

const statusFields = {
  context: Schema.String,
  state: Schema.Literals(["success", "pending", "failure", "error"]),
  /** The branch, tag or sha of its commit; the default branch by default. */
  ref: text,
  id: whole,
  description: text,
  target_url: text,
  /** Login: the repository's owner by default, null for a deleted account. */
  creator: textOrNull,
  created_at: moment
}

/** The schema of a `StatusSeed`. */
export const statusSeed: Schema.Decoder<StatusSeed> = named("StatusSeed", statusFields)

/** A remark of a check run on lines of a file. */
export interface AnnotationSeed extends Schema.Struct.Type<typeof annotationFields> {}

const annotationFields = {
  path: Schema.String,
  start_line: Schema.Int,
  /** `start_line` by default. */
  end_line: optional(Schema.Int),
  start_column: optional(Schema.Int),
  end_column: optional(Schema.Int),
  /** `notice` by default. */
  annotation_level: optional(Schema.Literals(["notice", "warning", "failure"])),
  title: text,
  message: Schema.String,
  raw_details: text
}

const annotationSeed: Schema.Decoder<AnnotationSeed> = named("AnnotationSeed", annotationFields)

/** A check run of a commit. */
export interface CheckSeed extends Schema.Struct.Type<typeof checkFields> {}

const checkFields = {
  name: Schema.String,
  /** The branch, tag or sha of its commit; the default branch by default. */
  ref: text,
  /** `completed` by default. */
  status,
  /** `success` by default. */
  conclusion,
  id: whole,
  /** Id of its suite: one for each app and commit by default. */
  suite: whole,
  /** Id of the app that made it; that of GitHub Actions by default. */
  app: whole,
  external_id: text,
  details_url: text,
  title: text,
  summary: text,
  text,
  annotations: optional(Schema.Array(annotationSeed)),
  /** Whether its app was asked to run it again, and has not changed it since. */
  rerequested: flag,
  started_at: moment,
  completed_at: moment
}

/** The schema of a `CheckSeed`. */
export const checkSeed: Schema.Decoder<CheckSeed> = named("CheckSeed", checkFields)

/** A check suite of an app. One is made for each app and commit that has check runs. */
export interface CheckSuiteSeed extends Schema.Struct.Type<typeof checkSuiteFields> {}

const checkSuiteFields = {
  /** Id of the app. */
  app: natural,
  /** The branch, tag or sha of its commit; the default branch by default. */
  ref: text,
  id: whole,
  /** The sha before the push that has caused it; null if none has. */
  before: textOrNull,
  created_at: moment
}

/** The schema of a `CheckSuiteSeed`. */
export const checkSuiteSeed: Schema.Decoder<CheckSuiteSeed> = named("CheckSuiteSeed", checkSuiteFields)
