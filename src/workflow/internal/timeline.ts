/** What people have done about an issue or a pull request. */
import * as DateTime from "effect/DateTime"
import type { SimpleUser } from "../../forge/schema/SimpleUser.ts"
import type { TimelineEvent } from "../../forge/schema/TimelineEvent.ts"

/** Follows from a text that mentions somebody. */
const consequences: ReadonlyArray<string> = ["mentioned", "subscribed", "unsubscribed"]

/** Who has done something; undefined if the timeline does not say. */
const doerOf = (event: TimelineEvent): SimpleUser | null | undefined => {
  switch (event._tag) {
    case "CommentEvent":
    case "ReviewEvent":
      return event.user
    case "LineCommentEvent":
    case "CommitCommentEvent":
      return event.comments.at(-1)?.user
    case "CommitEvent":
      return undefined
    default:
      return event.actor
  }
}

/** When it was; commits tell when they were made, not when they were pushed. */
export const timeOf = (event: TimelineEvent): number => {
  const time =
    event._tag === "CommitEvent"
      ? event.committer.date
      : event._tag === "ReviewEvent"
        ? event.submitted_at
        : event._tag === "LineCommentEvent" || event._tag === "CommitCommentEvent"
          ? (event.comments.at(-1)?.created_at ?? null)
          : event.created_at
  return time === null ? -Infinity : DateTime.toEpochMillis(time)
}

/** Whether a person has done it, and not something that follows from a text. Apps are not persons. */
export const isByPerson = (event: TimelineEvent): boolean =>
  doerOf(event)?.type !== "Bot" && !(event._tag === "OtherEvent" && consequences.includes(event.event))
