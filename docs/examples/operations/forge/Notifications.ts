import { Notifications } from "forgecast/forge"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

const repo = { owner: "acme", repo: "web" }

/** Mutes a thread, until somebody mentions you. */
export const deleteThreadSubscription = Notifications.deleteThreadSubscription({ thread_id: 702 })

/** Reads a thread by its id, and whether it is unread. */
export const getThread = Notifications.getThread({ thread_id: 701 }).pipe(
  Effect.map(({ reason, subject, unread }) => ({ title: subject.title, reason, unread }))
)

/** Reads whether further notifications of a thread come; null if you did not subscribe. */
export const getThreadSubscription = Notifications.getThreadSubscription({ thread_id: 701 }).pipe(
  Effect.map(({ ignored, reason, subscribed }) => ({ subscribed, ignored, reason })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists what you are asked to review. */
export const list = Notifications.list({ participating: true }).pipe(
  Stream.filter(({ reason }) => reason === "review_requested"),
  Stream.map(({ repository, subject }) => `${repository.full_name}: ${subject.title}`),
  Stream.runCollect
)

/** Lists the notifications of a repository, the read ones included. */
export const listForRepo = Notifications.listForRepo({ ...repo, all: true }).pipe(
  Stream.map(({ subject, unread }) => ({ title: subject.title, unread })),
  Stream.runCollect
)

/** Marks as read what came before an instant. What came later stays unread. */
export const markAsRead = Notifications.markAsRead({ last_read_at: DateTime.makeUnsafe("2026-02-28T00:00:00Z") })

/** Marks all notifications of a repository as read. */
export const markAsReadForRepo = Notifications.markAsReadForRepo(repo)

/** Marks a thread as done, if it is there. */
export const markThreadAsDone = Notifications.markThreadAsDone({ thread_id: 702 }).pipe(
  Effect.catchTag("NotFound", () => Effect.void)
)

/** Marks a thread as read. */
export const markThreadAsRead = Notifications.markThreadAsRead({ thread_id: 701 })

/** Ignores a thread, whatever happens. */
export const setThreadSubscription = Notifications.setThreadSubscription({ thread_id: 702, ignored: true }).pipe(
  Effect.map(({ ignored, subscribed }) => ({ subscribed, ignored }))
)
