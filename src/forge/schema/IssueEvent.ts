import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

const fields = {
  id: Schema.Int,
  /** The id in the service's GraphQL API. */
  node_id: Schema.String,
  /** Who did it; null for a deleted account. */
  actor: Wire.nullable(SimpleUser),
  /** The commit that it is about, such as that of a merge. */
  commit_id: Wire.nullable(Schema.String),
  /** API URL of the commit. */
  commit_url: Wire.nullable(Schema.String),
  created_at: Wire.Timestamp,
  /** The App that did it on the actor's behalf. */
  performed_via_github_app: Wire.nullable(App),
  /** API URL. */
  url: Schema.String
}

/** The fields of every event. */
export type EventFields = { readonly [K in keyof typeof fields]: (typeof fields)[K] }

/** Adds the fields of every event. A call like `inRepo`, whose named type keeps the docstrings. */
const withEvent = <const F extends Schema.Struct.Fields>(own: F): F & EventFields => ({ ...own, ...fields })

/** Adds the `_tag` of an event. */
export const tagged =
  <const Tag extends string>(tag: Tag) =>
  <S extends Schema.Struct<Schema.Struct.Fields>>(
    struct: S
  ): Wire.extendTo<S, { readonly _tag: Schema.Literal<Tag> }> =>
    struct.pipe(Wire.extendTo({ _tag: Schema.Literal(tag) }, { _tag: () => Option.some(tag) }))

/** A label was added or removed. */
export class LabelEvent extends Schema.Opaque<LabelEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["labeled", "unlabeled"]),
      /** The label, as it was then. */
      label: Schema.Struct({ name: Schema.String, color: Schema.String })
    })
  ).pipe(tagged("LabelEvent"))
) {}

/** Somebody was assigned, or no longer is. */
export class AssigneeEvent extends Schema.Opaque<AssigneeEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["assigned", "unassigned"]),
      /** Null for a deleted account. */
      assignee: Wire.nullable(SimpleUser),
      /** Who assigned; null for a deleted account, and in timelines. */
      assigner: Wire.nullable(SimpleUser)
    })
  ).pipe(tagged("AssigneeEvent"))
) {}

/** A milestone was set or removed. */
export class MilestoneEvent extends Schema.Opaque<MilestoneEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["milestoned", "demilestoned"]),
      /** The milestone, of which only the title is known. */
      milestone: Schema.Struct({ title: Schema.String })
    })
  ).pipe(tagged("MilestoneEvent"))
) {}

/** The title was changed. */
export class RenameEvent extends Schema.Opaque<RenameEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literal("renamed"),
      /** The old title and the new one. */
      rename: Schema.Struct({ from: Schema.String, to: Schema.String })
    })
  ).pipe(tagged("RenameEvent"))
) {}

/** It was closed, merged or reopened. A merge is followed by its closing. */
export class StateEvent extends Schema.Opaque<StateEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["closed", "merged", "reopened"]),
      /** Why an issue was closed or reopened. */
      state_reason: Wire.nullable(Wire.openEnum(["completed", "reopened", "not_planned", "duplicate"]))
    })
  ).pipe(tagged("StateEvent"))
) {}

/** The conversation was locked or unlocked. */
export class LockEvent extends Schema.Opaque<LockEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["locked", "unlocked"]),
      /** Why it is locked; null if nobody said. */
      lock_reason: Wire.nullable(Wire.openEnum(["off-topic", "too heated", "resolved", "spam"]))
    })
  ).pipe(tagged("LockEvent"))
) {}

/** A review was requested, or no longer is. */
export class ReviewRequestEvent extends Schema.Opaque<ReviewRequestEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["review_requested", "review_request_removed"]),
      /** Who requests it; null for a deleted account. */
      review_requester: Wire.nullable(SimpleUser),
      /** Null if a team is asked. */
      requested_reviewer: Wire.nullable(SimpleUser),
      /** Null if a user is asked. */
      requested_team: Wire.nullable(Team)
    })
  ).pipe(tagged("ReviewRequestEvent"))
) {}

/** A review that was dismissed. */
export class DismissedReview extends Schema.Opaque<DismissedReview>()(
  Schema.Struct({
    /** What it said before, such as `approved`. */
    state: Schema.String,
    review_id: Schema.Int,
    /** Why it was dismissed. */
    dismissal_message: Wire.nullable(Schema.String),
    /** The commit that dismissed it, if one did. */
    dismissal_commit_id: Wire.nullable(Schema.String)
  })
) {}

/** A review was dismissed. */
export class ReviewDismissalEvent extends Schema.Opaque<ReviewDismissalEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literal("review_dismissed"),
      dismissed_review: DismissedReview
    })
  ).pipe(tagged("ReviewDismissalEvent"))
) {}

const IssueTypeThen = Schema.Struct({ id: Schema.Int, name: Schema.String, color: Wire.nullable(Schema.String) })

/** The type of an issue was set, changed or removed. */
export class IssueTypeEvent extends Schema.Opaque<IssueTypeEvent>()(
  Schema.Struct(
    withEvent({
      event: Schema.Literals(["issue_type_added", "issue_type_changed", "issue_type_removed"]),
      /** The new type, or the one that was removed. */
      issue_type: Wire.nullable(IssueTypeThen),
      /** The type before a change. */
      prev_issue_type: Wire.nullable(IssueTypeThen)
    })
  ).pipe(tagged("IssueTypeEvent"))
) {}

/** A field that is null if it cannot be read. */
const readable = <S extends Schema.Constraint>(schema: S) =>
  Wire.nullable(
    Schema.Union([
      schema,
      Schema.Unknown.pipe(
        Schema.decodeTo(Schema.Null, {
          decode: SchemaGetter.transform(() => null),
          encode: SchemaGetter.transform((): unknown => null)
        })
      )
    ])
  )

/**
 * Any other event, which `event` names, and those that lack what their records need. No event makes a listing fail. The
 * fields are null where the service does not return them, or returns something else. `Issues.listEvents.as(schema)` reads
 * what else an event has.
 */
export class OtherEvent extends Schema.Opaque<OtherEvent>()(
  Schema.Struct({
    event: Wire.openEnum([
      "mentioned",
      "subscribed",
      "unsubscribed",
      "referenced",
      "cross-referenced",
      "comment_deleted",
      "head_ref_deleted",
      "head_ref_restored",
      "head_ref_force_pushed",
      "base_ref_changed",
      "base_ref_force_pushed",
      "ready_for_review",
      "convert_to_draft",
      "auto_merge_enabled",
      "auto_merge_disabled",
      "added_to_merge_queue",
      "removed_from_merge_queue",
      "marked_as_duplicate",
      "unmarked_as_duplicate",
      "sub_issue_added",
      "sub_issue_removed",
      "parent_issue_added",
      "parent_issue_removed",
      "blocked_by_added",
      "blocked_by_removed",
      "blocking_added",
      "blocking_removed",
      "connected",
      "disconnected",
      "deployed",
      "pinned",
      "unpinned",
      "transferred"
    ]),
    id: readable(Schema.Int),
    /** The id in the service's GraphQL API. */
    node_id: readable(Schema.String),
    /** Who did it; null for a deleted account. */
    actor: readable(SimpleUser),
    /** The commit that it is about. */
    commit_id: readable(Schema.String),
    /** API URL of the commit. */
    commit_url: readable(Schema.String),
    created_at: readable(Wire.Timestamp),
    /** The App that did it on the actor's behalf. */
    performed_via_github_app: readable(App),
    /** API URL. */
    url: readable(Schema.String)
  }).pipe(tagged("OtherEvent"))
) {}

/** What happened to an issue or a pull request. Its `_tag` tells the kinds apart. */
export const IssueEvent = Schema.Union([
  LabelEvent,
  AssigneeEvent,
  MilestoneEvent,
  RenameEvent,
  StateEvent,
  LockEvent,
  ReviewRequestEvent,
  ReviewDismissalEvent,
  IssueTypeEvent,
  OtherEvent
])
export type IssueEvent = typeof IssueEvent.Type
