/**
 * Samples of events and of entries of timelines. They belong to the `issue_number` or the `pull_number` of their place, 1
 * by default.
 */
import {
  AssigneeEvent,
  IssueTypeEvent,
  LabelEvent,
  LockEvent,
  MilestoneEvent,
  OtherEvent,
  RenameEvent,
  ReviewDismissalEvent,
  ReviewRequestEvent,
  StateEvent
} from "../../forge/schema/IssueEvent.ts"
import {
  CommentEvent,
  CommitCommentEvent,
  CommitEvent,
  CrossReferenceEvent,
  LineCommentEvent,
  ReviewEvent
} from "../../forge/schema/TimelineEvent.ts"
import type { Sample } from "../SampleTypes.ts"
import * as Events from "../internal/samples/events.ts"
import { sample } from "../internal/samples/scene.ts"

/** A label was added. */
export const labelEvent: Sample<typeof LabelEvent> = sample(LabelEvent, Events.label)

/** A user was assigned. */
export const assigneeEvent: Sample<typeof AssigneeEvent> = sample(AssigneeEvent, Events.assignee)

/** A milestone was set. */
export const milestoneEvent: Sample<typeof MilestoneEvent> = sample(MilestoneEvent, Events.milestone)

/** The title was changed. */
export const renameEvent: Sample<typeof RenameEvent> = sample(RenameEvent, Events.rename)

/** The issue was closed as completed. */
export const stateEvent: Sample<typeof StateEvent> = sample(StateEvent, Events.state)

/** The conversation was locked. */
export const lockEvent: Sample<typeof LockEvent> = sample(LockEvent, Events.lock)

/** A review was requested from a user. */
export const reviewRequestEvent: Sample<typeof ReviewRequestEvent> = sample(ReviewRequestEvent, Events.reviewRequest)

/** An approving review was dismissed. */
export const reviewDismissalEvent: Sample<typeof ReviewDismissalEvent> = sample(
  ReviewDismissalEvent,
  Events.reviewDismissal
)

/** The type of the issue was set. */
export const issueTypeEvent: Sample<typeof IssueTypeEvent> = sample(IssueTypeEvent, Events.issueType)

/** An event without a record of its own: a user subscribed. */
export const otherEvent: Sample<typeof OtherEvent> = sample(OtherEvent, Events.other)

/** A user commented. */
export const commentEvent: Sample<typeof CommentEvent> = sample(CommentEvent, Events.comment)

/** A user approved the pull request. */
export const reviewEvent: Sample<typeof ReviewEvent> = sample(ReviewEvent, Events.review)

/** A user commented on a line of the pull request. */
export const lineCommentEvent: Sample<typeof LineCommentEvent> = sample(LineCommentEvent, Events.lineComment)

/** A user commented on a commit. */
export const commitCommentEvent: Sample<typeof CommitCommentEvent> = sample(CommitCommentEvent, Events.commitComment)

/** A commit was added to the pull request. */
export const commitEvent: Sample<typeof CommitEvent> = sample(CommitEvent, Events.commit)

/** Another issue mentions the issue. */
export const crossReferenceEvent: Sample<typeof CrossReferenceEvent> = sample(
  CrossReferenceEvent,
  Events.crossReference
)
