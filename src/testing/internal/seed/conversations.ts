/** The schemas of issues and pull requests in seeds. */
import * as Schema from "effect/Schema"
import { commits, FilesSeed } from "./git.ts"
import {
  flag,
  instant,
  lockReason,
  moment,
  named,
  natural,
  optional,
  side,
  state,
  stateReason,
  text,
  textOrNull,
  texts,
  whole
} from "./parts.ts"

export const LabelSeed = named("LabelSeed", { name: Schema.String, id: whole, color: text, description: text })

export const MilestoneSeed = named("MilestoneSeed", {
  title: Schema.String,
  number: whole,
  id: whole,
  state: optional(state),
  description: text,
  creator: textOrNull,
  due_on: moment,
  created_at: moment,
  updated_at: moment,
  closed_at: moment
})

const ReactionSeed = named("ReactionSeed", {
  id: whole,
  content: Schema.Literals(["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"]),
  user: textOrNull,
  created_at: moment
})

const EventTypeSeed = named("EventTypeSeed", {
  id: natural,
  name: Schema.String,
  color: Schema.NullOr(Schema.String)
})

const EventSeed = named("EventSeed", {
  id: whole,
  event: Schema.String,
  actor: Schema.NullOr(Schema.String),
  created_at: moment,
  commit_id: text,
  label: optional(Schema.Struct({ name: Schema.String, color: Schema.String })),
  assignee: text,
  milestone: text,
  rename: optional(Schema.Struct({ from: Schema.String, to: Schema.String })),
  state_reason: optional(Schema.NullOr(stateReason)),
  lock_reason: optional(Schema.NullOr(lockReason)),
  requested_reviewer: text,
  requested_team: text,
  dismissed_review: optional(
    Schema.Struct({
      state: Schema.String,
      review_id: natural,
      dismissal_message: Schema.NullOr(Schema.String)
    })
  ),
  issue_type: optional(EventTypeSeed),
  prev_issue_type: optional(EventTypeSeed)
})

export const CommentSeed = named("CommentSeed", {
  body: Schema.String,
  id: whole,
  user: textOrNull,
  reactions: optional(Schema.Array(ReactionSeed)),
  created_at: moment,
  updated_at: moment
})

/** What issues and pull requests share. */
const conversation = {
  title: Schema.String,
  number: whole,
  id: whole,
  body: text,
  user: textOrNull,
  state: optional(state),
  state_reason: optional(Schema.NullOr(stateReason)),
  labels: texts,
  assignees: texts,
  milestone: optional(Schema.Union([natural, Schema.String])),
  locked: optional(Schema.Union([Schema.Boolean, lockReason])),
  comments: optional(Schema.Array(Schema.Union([Schema.String, CommentSeed]))),
  reactions: optional(Schema.Array(ReactionSeed)),
  events: optional(Schema.Array(EventSeed)),
  created_at: moment,
  updated_at: moment,
  closed_at: moment,
  closed_by: textOrNull
}

export const IssueSeed = named("IssueSeed", {
  ...conversation,
  type: text,
  issue_field_values: optional(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)]))
  ),
  duplicate_issue_id: whole,
  pull_request: optional(Schema.Union([Schema.Literal(true), Schema.Struct({ draft: flag, merged_at: moment })]))
})

export const ReviewSeed = named("ReviewSeed", {
  id: whole,
  user: Schema.NullOr(Schema.String),
  state: Schema.Literals(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
  body: text,
  commit_id: text,
  submitted_at: moment
})

export const ReviewCommentSeed = named("ReviewCommentSeed", {
  id: whole,
  path: Schema.String,
  body: Schema.String,
  line: Schema.NullOr(natural),
  side: optional(side),
  start_line: whole,
  start_side: optional(side),
  user: textOrNull,
  review: whole,
  in_reply_to: whole,
  commit_id: text,
  position: whole,
  diff_hunk: text,
  created_at: moment,
  updated_at: moment
})

export const PullSeed = named("PullSeed", {
  ...conversation,
  head: Schema.String,
  base: text,
  files: optional(FilesSeed),
  commits,
  draft: flag,
  merged: optional(Schema.Union([Schema.Boolean, instant])),
  merge_method: optional(Schema.Literals(["merge", "squash", "rebase"])),
  requested_reviewers: texts,
  requested_teams: texts,
  reviews: optional(Schema.Array(ReviewSeed)),
  review_comments: optional(Schema.Array(ReviewCommentSeed)),
  maintainer_can_modify: flag,
  pull_id: whole,
  head_sha: text,
  head_repository: textOrNull,
  base_sha: text,
  merged_by: textOrNull,
  merge_commit_sha: text,
  judged: flag
})
