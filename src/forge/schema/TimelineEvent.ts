import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { CommitComment } from "./CommitComment.ts"
import { ParentLink, TreeLink, Verification } from "./GitCommit.ts"
import { GitIdentity } from "./GitIdentity.ts"
import { Issue } from "./Issue.ts"
import { IssueComment } from "./IssueComment.ts"
import { IssueEvent, tagged } from "./IssueEvent.ts"
import { Review } from "./Review.ts"
import { ReviewComment } from "./ReviewComment.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** The fields of a comment, as its record has them. */
export type CommentedFields = { readonly [K in keyof typeof IssueComment.fields]: (typeof IssueComment.fields)[K] }
/** The fields of a review, as its record has them. */
export type ReviewedFields = {
  readonly [K in Exclude<keyof typeof Review.fields, "state">]: (typeof Review.fields)[K]
}

const withComment = <const F extends Schema.Struct.Fields>(own: F): F & CommentedFields => ({
  ...own,
  ...IssueComment.fields
})

const withReview = <const F extends Schema.Struct.Fields>(own: F): ReviewedFields & F => ({ ...Review.fields, ...own })

/** Somebody commented. It has all fields of the comment. */
export class CommentEvent extends Schema.Opaque<CommentEvent>()(
  Schema.Struct(
    withComment({
      event: Schema.Literal("commented"),
      /** The author; null for a deleted account. */
      actor: Wire.nullable(SimpleUser)
    })
  ).pipe(tagged("CommentEvent"))
) {}

/** Somebody submitted a review. It has all fields of the review. */
export class ReviewEvent extends Schema.Opaque<ReviewEvent>()(
  Schema.Struct(
    withReview({
      event: Schema.Literal("reviewed"),
      /** In lower case here. */
      state: Wire.openEnum(["approved", "changes_requested", "commented", "dismissed", "pending"])
    })
  ).pipe(tagged("ReviewEvent"))
) {}

/** Somebody commented on lines or a file. */
export class LineCommentEvent extends Schema.Opaque<LineCommentEvent>()(
  Schema.Struct({
    event: Schema.Literal("line-commented"),
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
    /** The comment and its replies. */
    comments: Schema.Array(ReviewComment)
  }).pipe(tagged("LineCommentEvent"))
) {}

/** Somebody commented on a commit. */
export class CommitCommentEvent extends Schema.Opaque<CommitCommentEvent>()(
  Schema.Struct({
    event: Schema.Literal("commit-commented"),
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
    /** The sha of the commit. */
    commit_id: Wire.nullable(Schema.String),
    /** The comment and its replies. */
    comments: Schema.Array(CommitComment)
  }).pipe(tagged("CommitCommentEvent"))
) {}

/** A commit was added to the branch of a pull request. */
export class CommitEvent extends Schema.Opaque<CommitEvent>()(
  Schema.Struct({
    event: Schema.Literal("committed"),
    sha: Schema.String,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    message: Schema.String,
    author: GitIdentity,
    committer: GitIdentity,
    /** The files, as a tree. */
    tree: TreeLink,
    /** The commits that it follows. */
    parents: Wire.withDefault(Schema.Array(ParentLink), []),
    verification: Verification,
    /** API URL. */
    url: Schema.String,
    /** Web page URL. */
    html_url: Schema.String
  }).pipe(tagged("CommitEvent"))
) {}

/** What mentions an issue or a pull request. */
export class Mention extends Schema.Opaque<Mention>()(
  Schema.Struct({
    type: Wire.nullable(Schema.String),
    /** The issue or the pull request that mentions it. */
    issue: Wire.nullable(Issue)
  })
) {}

/** Another issue or pull request mentions it. */
export class CrossReferenceEvent extends Schema.Opaque<CrossReferenceEvent>()(
  Schema.Struct({
    event: Schema.Literal("cross-referenced"),
    /** Who mentions it; null for a deleted account. */
    actor: Wire.nullable(SimpleUser),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** What mentions it. */
    source: Mention
  }).pipe(tagged("CrossReferenceEvent"))
) {}

/** An entry of the timeline of an issue or a pull request. Its `_tag` tells the kinds apart. */
export const TimelineEvent = Schema.Union([
  CommentEvent,
  ReviewEvent,
  LineCommentEvent,
  CommitCommentEvent,
  CommitEvent,
  CrossReferenceEvent,
  IssueEvent
])
export type TimelineEvent = typeof TimelineEvent.Type
