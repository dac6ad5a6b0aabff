/** What a seed says of issues and pull requests: their labels, milestones, comments, reviews, types and fields. */
import * as Schema from "effect/Schema"
import { commitSeed, filesSeed, instant, moment, reactionSeed } from "./ForgeContentSeed.ts"

export type { ReactionSeed } from "./ForgeContentSeed.ts"
import {
  color,
  flag,
  lockReason,
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
} from "./internal/seedFields.ts"

/** A type of issues that an organization defines. */
export interface IssueTypeSeed extends Schema.Struct.Type<typeof issueTypeFields> {}

const issueTypeFields = {
  name: Schema.String,
  id: whole,
  description: text,
  color,
  /** Issues cannot get a disabled type. True by default. */
  is_enabled: flag
}

/** The schema of an `IssueTypeSeed`. */
export const issueTypeSeed: Schema.Decoder<IssueTypeSeed> = named("IssueTypeSeed", issueTypeFields)

/** What can be selected as the value of a field. */
export interface IssueFieldOptionSeed extends Schema.Struct.Type<typeof issueFieldOptionFields> {}

const issueFieldOptionFields = {
  name: Schema.String,
  id: whole,
  /** `gray` by default. */
  color
}

const issueFieldOptionSeed: Schema.Decoder<IssueFieldOptionSeed> = named("IssueFieldOptionSeed", issueFieldOptionFields)

/** A field of issues that an organization defines. */
export interface IssueFieldSeed extends Schema.Struct.Type<typeof issueFieldFields> {}

const issueFieldFields = {
  name: Schema.String,
  id: whole,
  data_type: Schema.Literals(["text", "single_select", "multi_select", "number", "date"]),
  description: text,
  /** Of `single_select` and `multi_select`. */
  options: optional(Schema.Array(Schema.Union([Schema.String, issueFieldOptionSeed])))
}

/** The schema of an `IssueFieldSeed`. */
export const issueFieldSeed: Schema.Decoder<IssueFieldSeed> = named("IssueFieldSeed", issueFieldFields)

/** A label of a repository. */
export interface LabelSeed extends Schema.Struct.Type<typeof labelFields> {}

const labelFields = {
  name: Schema.String,
  id: whole,
  color: text,
  description: text
}

/** The schema of a `LabelSeed`. */
export const labelSeed: Schema.Decoder<LabelSeed> = named("LabelSeed", labelFields)

/** A milestone of a repository. */
export interface MilestoneSeed extends Schema.Struct.Type<typeof milestoneFields> {}

const milestoneFields = {
  title: Schema.String,
  number: whole,
  id: whole,
  state: optional(state),
  description: text,
  /** Login: the repository's owner by default, null for a deleted account. */
  creator: textOrNull,
  due_on: moment,
  created_at: moment,
  updated_at: moment,
  closed_at: moment
}

/** The schema of a `MilestoneSeed`. */
export const milestoneSeed: Schema.Decoder<MilestoneSeed> = named("MilestoneSeed", milestoneFields)

/** The type of an issue at the time of an event. */
export interface EventTypeSeed extends Schema.Struct.Type<typeof eventTypeFields> {}

const eventTypeFields = {
  id: natural,
  name: Schema.String,
  color: Schema.NullOr(Schema.String)
}

const eventTypeSeed: Schema.Decoder<EventTypeSeed> = named("EventTypeSeed", eventTypeFields)

const minimized = optional(Schema.Literals(["abuse", "duplicate", "off-topic", "outdated", "resolved", "spam"]))

/** What happened to an issue or a pull request, as its events and its timeline tell. It changes nothing. */
export interface EventSeed extends Schema.Struct.Type<typeof eventFields> {}

const eventFields = {
  id: whole,
  /** What happened, such as `labeled`, `closed` or `renamed`. */
  event: Schema.String,
  /** Login of who did it; null for a deleted account. */
  actor: Schema.NullOr(Schema.String),
  /** The time of the issue, by default. */
  created_at: moment,
  /** Of `merged`, `referenced` and the force pushes; of `closed`, if a commit has closed it. */
  commit_id: text,
  /** Id of the repository that the commit of `referenced` was pushed to, if that is another one. */
  commit_repository: whole,
  /** The commit before, of `head_ref_force_pushed` and `base_ref_force_pushed`. */
  before_commit_id: text,
  /** Id of the issue whose text mentions this one (that of a pull request, too), of `cross-referenced`. */
  source: whole,
  /** Id of the issue of the pull request whose merge has closed it, of `closed`. */
  closer: whole,
  /** Id of the other issue, of `marked_as_duplicate`, `sub_issue_added`, `blocked_by_added` and their like. */
  linked_issue: whole,
  /** Names of branches, of `base_ref_changed` and `automatic_base_change_succeeded`. */
  base: optional(Schema.Struct({ from: Schema.String, to: Schema.String })),
  /** Login of the comment's author, of `comment_deleted`. */
  comment_author: text,
  /** Of `labeled` and `unlabeled`. */
  label: optional(Schema.Struct({ name: Schema.String, color: Schema.String })),
  /** Login, of `assigned` and `unassigned`. */
  assignee: text,
  /** Title of the milestone, of `milestoned` and `demilestoned`. */
  milestone: text,
  /** Of `renamed`. */
  rename: optional(Schema.Struct({ from: Schema.String, to: Schema.String })),
  /** Of `closed` and `reopened`. */
  state_reason: optional(Schema.NullOr(stateReason)),
  /** Of `locked`. */
  lock_reason: optional(Schema.NullOr(lockReason)),
  /** Login, of `review_requested` and `review_request_removed`. */
  requested_reviewer: text,
  /** Slug of a team, of `review_requested` and `review_request_removed`. */
  requested_team: text,
  /** Of `review_dismissed`. */
  dismissed_review: optional(
    Schema.Struct({
      state: Schema.String,
      review_id: natural,
      dismissal_message: Schema.NullOr(Schema.String),
      /** The commit that dismissed it, if one did. */
      dismissal_commit_id: optional(Schema.String)
    })
  ),
  /** Of `issue_type_added`, `issue_type_changed` and `issue_type_removed`. */
  issue_type: optional(eventTypeSeed),
  /** Of `issue_type_changed`. */
  prev_issue_type: optional(eventTypeSeed),
  /** What the issue was before, of `transferred`: the ids of the repository and of the issue, and its number. */
  transferred_from: optional(Schema.Struct({ repository: natural, issue: natural, number: natural })),
  /** Of `auto_merge_disabled` and `removed_from_merge_queue`. */
  reason: text,
  /** Id, of `deployed` and `deployment_environment_changed`. */
  deployment: whole,
  /** Id of the status that has moved it, of `deployment_environment_changed`. */
  deployment_status: whole
}

const eventSeed: Schema.Decoder<EventSeed> = named("EventSeed", eventFields)

/** A comment of an issue or a pull request. */
export interface CommentSeed extends Schema.Struct.Type<typeof commentFields> {}

const commentFields = {
  body: Schema.String,
  id: whole,
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  user: textOrNull,
  reactions: optional(Schema.Array(reactionSeed)),
  /** Why it is hidden; shown by default. */
  minimized,
  created_at: moment,
  updated_at: moment
}

const commentSeed: Schema.Decoder<CommentSeed> = named("CommentSeed", commentFields)

const mergeMethod = Schema.Literals(["merge", "squash", "rebase"])

/** What issues and pull requests share. */
const conversation = {
  title: Schema.String,
  /** The next free number by default. */
  number: whole,
  id: whole,
  body: text,
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  user: textOrNull,
  state: optional(state),
  /** `completed` by default for a closed issue. */
  state_reason: optional(Schema.NullOr(stateReason)),
  /** Names. Labels that the repository does not have are created. */
  labels: texts,
  /** Logins. Users who are not collaborators become so, with the permission `triage`. */
  assignees: texts,
  /** Number or title. A milestone that the repository does not have is created. */
  milestone: optional(Schema.Union([natural, Schema.String])),
  /** True, or the reason of the lock. */
  locked: optional(Schema.Union([Schema.Boolean, lockReason])),
  comments: optional(Schema.Array(Schema.Union([Schema.String, commentSeed]))),
  reactions: optional(Schema.Array(reactionSeed)),
  /** What happened before, the oldest first. None by default: what the other fields say has no events. */
  events: optional(Schema.Array(eventSeed)),
  /** By default, issues are a minute apart, and the last one was opened at the time of the seeding. */
  created_at: moment,
  updated_at: moment,
  closed_at: moment,
  /** Login of the one who closed it: the repository's owner by default, null for nobody. */
  closed_by: textOrNull
} as const

/** An issue, or a pull request. */
export interface IssueSeed extends Schema.Struct.Type<typeof conversation>, Schema.Struct.Type<typeof issueFields> {}

const issueFields = {
  /** The name of a type that the repository's organization defines. */
  type: text,
  /** Values of fields that the organization defines, by the field's name. Names of options, if it has some. */
  issue_field_values: optional(
    Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Array(Schema.String)]))
  ),
  /** Ids of its sub-issues, in their order. */
  sub_issues: optional(Schema.Array(natural)),
  /** Ids of the issues that block it. */
  blocked_by: optional(Schema.Array(natural)),
  /** Branches on which it is worked on, in its own repository or in the one with an id. Pull requests from them close it. */
  linked_branches: optional(Schema.Array(Schema.Struct({ name: Schema.String, repository: whole, id: whole }))),
  /** Id of the issue that it repeats, if it is closed as `duplicate`. */
  duplicate_issue_id: whole,
  /** Makes it a pull request from a branch of its own that changes no file. `pulls` of the repository has the others. */
  pull_request: optional(Schema.Union([Schema.Literal(true), Schema.Struct({ draft: flag, merged_at: moment })]))
}

/** The schema of an `IssueSeed`. */
export const issueSeed: Schema.Decoder<IssueSeed> = named("IssueSeed", { ...conversation, ...issueFields })

/** A review of a pull request. */
export interface ReviewSeed extends Schema.Struct.Type<typeof reviewFields> {}

const reviewFields = {
  id: whole,
  /** Login; null for a deleted account. */
  user: Schema.NullOr(Schema.String),
  state: Schema.Literals(["APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING"]),
  body: text,
  /** The commit that was reviewed; the head's by default. */
  commit_id: text,
  /** Why it is hidden; shown by default. */
  minimized,
  submitted_at: moment
}

const reviewSeed: Schema.Decoder<ReviewSeed> = named("ReviewSeed", reviewFields)

/** A comment on a line of a pull request's files. */
export interface ReviewCommentSeed extends Schema.Struct.Type<typeof reviewCommentFields> {}

const reviewCommentFields = {
  id: whole,
  path: Schema.String,
  body: Schema.String,
  /** A line that the file's patch shows. Null comments on the whole file. */
  line: Schema.NullOr(natural),
  /** The old code (`LEFT`), or the new; `RIGHT` by default. */
  side: optional(side),
  /** The first of several lines. */
  start_line: whole,
  start_side: optional(side),
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  user: textOrNull,
  /** Id of its review. By default, it has one of its own. */
  review: whole,
  /** Id of the first comment of its thread, if it is a reply. */
  in_reply_to: whole,
  /** Login of who has resolved its thread. Of the first comment of a thread. */
  resolved_by: text,
  /** Why it is hidden; shown by default. */
  minimized,
  reactions: optional(Schema.Array(reactionSeed)),
  /** The commit that it was written for; the head's by default. */
  commit_id: text,
  /** Its place in the file's patch at that commit, and the patch up to there. Worked out by default. */
  position: whole,
  diff_hunk: text,
  created_at: moment,
  updated_at: moment
}

const reviewCommentSeed: Schema.Decoder<ReviewCommentSeed> = named("ReviewCommentSeed", reviewCommentFields)

/** Auto-merge of a pull request. */
export interface AutoMergeSeed extends Schema.Struct.Type<typeof autoMergeFields> {}

const autoMergeFields = {
  /** Login of who has enabled it, and who merges then. */
  enabled_by: Schema.String,
  enabled_at: moment,
  /** `merge` by default. */
  merge_method: optional(mergeMethod),
  commit_title: text,
  commit_message: text,
  /** The address of the author of the merge. */
  author_email: text
}

const autoMergeSeed: Schema.Decoder<AutoMergeSeed> = named("AutoMergeSeed", autoMergeFields)

/** The place of a pull request in the merge queue of its base, which a ruleset demands. */
export interface QueueEntrySeed extends Schema.Struct.Type<typeof queueEntryFields> {}

const queueEntryFields = {
  id: whole,
  /** Login of who has added it: the author of the pull request by default. */
  enqueuer: text,
  enqueued_at: moment,
  /** Whether it has jumped the queue. */
  jump: flag,
  /** Entries are merged in this order: that of the pull requests by default. */
  order: Schema.optionalKey(Schema.Finite),
  /** What is checked, and the base that it was made on. Made by default, once it is its turn. */
  group: optional(Schema.Struct({ base_sha: Schema.String, head_sha: Schema.String, requested_at: instant }))
}

const queueEntrySeed: Schema.Decoder<QueueEntrySeed> = named("QueueEntrySeed", queueEntryFields)

/** A pull request with its branch. */
export interface PullSeed extends Schema.Struct.Type<typeof conversation>, Schema.Struct.Type<typeof pullFields> {}

const pullFields = {
  /** A branch, or `owner:branch` of a fork. It is made if it is missing, from the base. */
  head: Schema.String,
  /** The default branch by default. */
  base: text,
  /** The files of a commit on the head. */
  files: optional(filesSeed),
  /** Commits on the head, the oldest first. */
  commits: optional(Schema.Array(commitSeed)),
  /** Login of the one who has pushed its last commit; its author by default. */
  pusher: text,
  draft: flag,
  /** Merges it, when it is seeded or then. */
  merged: optional(Schema.Union([Schema.Boolean, instant])),
  /** `merge` by default. */
  merge_method: optional(mergeMethod),
  requested_reviewers: texts,
  /** Slugs. */
  requested_teams: texts,
  reviews: optional(Schema.Array(reviewSeed)),
  review_comments: optional(Schema.Array(reviewCommentSeed)),
  maintainer_can_modify: flag,
  /** Its own id, which differs from that of its issue. */
  pull_id: whole,
  /**
   * The commit of the head. Takes the pull request as it is: makes no commit, no branch and no merge. The fields below
   * belong to it.
   */
  head_sha: text,
  /** `owner/name` of the head's repository: this one by default, null for a deleted one. */
  head_repository: textOrNull,
  /** The commit of the base when the pull request was opened or closed; that of its branch by default. */
  base_sha: text,
  /** Login of the one who merged it; null for nobody. */
  merged_by: textOrNull,
  /** The commit that merging made, or would make. */
  merge_commit_sha: text,
  /** Whether `mergeable` is known. By default, the first look at it answers null. */
  mergeable_known: flag,
  /** Merges it once it can be merged. */
  auto_merge: optional(autoMergeSeed),
  /** Puts it into the merge queue of its base. */
  merge_queue_entry: optional(queueEntrySeed)
}

/** The schema of a `PullSeed`. */
export const pullSeed: Schema.Decoder<PullSeed> = named("PullSeed", { ...conversation, ...pullFields })
