/** The schemas of repositories in seeds, with their releases and checks. */
import * as Schema from "effect/Schema"
import { IssueSeed, LabelSeed, MilestoneSeed, PullSeed } from "./conversations.ts"
import { BranchSeed, commits, content, FilesSeed, GitSeed } from "./git.ts"
import { flag, moment, named, natural, optional, permission, text, textOrNull, texts, whole } from "./parts.ts"

export const MergesSeed = named("MergesSeed", { merge: flag, squash: flag, rebase: flag, delete_branch: flag })

export const SettingsSeed = named("SettingsSeed", {
  has_projects: flag,
  has_wiki: flag,
  has_discussions: flag,
  is_template: flag,
  allow_forking: flag,
  allow_auto_merge: flag,
  allow_update_branch: flag,
  web_commit_signoff_required: flag,
  squash_merge_commit_title: optional(Schema.Literals(["PR_TITLE", "COMMIT_OR_PR_TITLE"])),
  squash_merge_commit_message: optional(Schema.Literals(["PR_BODY", "COMMIT_MESSAGES", "BLANK"])),
  merge_commit_title: optional(Schema.Literals(["PR_TITLE", "MERGE_MESSAGE"])),
  merge_commit_message: optional(Schema.Literals(["PR_BODY", "PR_TITLE", "BLANK"]))
})

export const ProtectionSeed = named("ProtectionSeed", { required_checks: texts, required_approvals: whole })

export const AssetSeed = named("AssetSeed", {
  name: Schema.String,
  content,
  label: text,
  content_type: text,
  id: whole,
  uploader: text,
  download_count: whole,
  created_at: moment,
  updated_at: moment
})

export const ReleaseSeed = named("ReleaseSeed", {
  tag_name: Schema.String,
  target_commitish: text,
  id: whole,
  name: textOrNull,
  body: text,
  draft: flag,
  prerelease: flag,
  make_latest: optional(Schema.NullOr(Schema.Boolean)),
  author: text,
  created_at: moment,
  published_at: moment,
  updated_at: moment,
  assets: optional(Schema.Array(AssetSeed))
})

export const StatusSeed = named("StatusSeed", {
  context: Schema.String,
  state: Schema.Literals(["success", "pending", "failure", "error"]),
  ref: text,
  id: whole,
  description: text,
  target_url: text,
  creator: textOrNull,
  created_at: moment
})

const AnnotationSeed = named("AnnotationSeed", {
  path: Schema.String,
  start_line: Schema.Int,
  end_line: optional(Schema.Int),
  start_column: optional(Schema.Int),
  end_column: optional(Schema.Int),
  annotation_level: optional(Schema.Literals(["notice", "warning", "failure"])),
  title: text,
  message: Schema.String,
  raw_details: text
})

export const CheckSeed = named("CheckSeed", {
  name: Schema.String,
  ref: text,
  status: optional(Schema.Literals(["queued", "in_progress", "completed", "waiting", "requested", "pending"])),
  conclusion: optional(
    Schema.Literals(["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required", "stale"])
  ),
  id: whole,
  suite: whole,
  app: whole,
  external_id: text,
  details_url: text,
  title: text,
  summary: text,
  text,
  annotations: optional(Schema.Array(AnnotationSeed)),
  rerequested: flag,
  started_at: moment,
  completed_at: moment
})

/** A record that is given by its name or title alone, or with more. */
const orName = <S extends Schema.Constraint>(schema: S) => optional(Schema.Array(Schema.Union([Schema.String, schema])))

export const RepositorySeed = named("RepositorySeed", {
  owner: Schema.String,
  name: Schema.String,
  id: whole,
  complete: flag,
  private: flag,
  description: textOrNull,
  homepage: text,
  topics: texts,
  archived: flag,
  stars: whole,
  created_at: moment,
  updated_at: moment,
  pushed_at: moment,
  has_issues: flag,
  formerly: texts,
  fork_of: text,
  collaborators: optional(Schema.Union([Schema.Array(Schema.String), Schema.Record(Schema.String, permission)])),
  merges: optional(MergesSeed),
  settings: optional(SettingsSeed),
  default_branch: text,
  files: optional(FilesSeed),
  commits,
  branches: optional(Schema.Record(Schema.String, BranchSeed)),
  tags: optional(Schema.Record(Schema.String, Schema.String)),
  git: optional(GitSeed),
  protection: optional(Schema.Record(Schema.String, ProtectionSeed)),
  labels: orName(LabelSeed),
  milestones: orName(MilestoneSeed),
  issues: optional(Schema.Array(IssueSeed)),
  deleted_issues: optional(Schema.Array(natural)),
  pulls: optional(Schema.Array(PullSeed)),
  releases: orName(ReleaseSeed),
  statuses: optional(Schema.Array(StatusSeed)),
  checks: optional(Schema.Array(CheckSeed))
})
