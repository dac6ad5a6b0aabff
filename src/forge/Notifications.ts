/**
 * Your notifications: threads, one for each issue, pull request or other subject that something happens to.
 *
 * They need a classic token with the scope `notifications` or `repo`; Apps and fine-grained tokens have none. To watch for
 * new ones, use `Poll.changes(Notifications.list.page, {})` of `forgecast/workflow`: it waits as long as the service asks for
 * (`X-Poll-Interval`), and reads that find nothing new cost no quota.
 */
import * as Schema from "effect/Schema"
import { NotFound, ValidationFailed } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { both, Flag, Ordinal, Removed, RepoPath, Since } from "./internal/fields.ts"
import { NotificationThread, ThreadSubscription } from "./schema/NotificationThread.ts"

const Filters = {
  /** Whether to list those that were read, too. Default: false. */
  all: Flag,
  /** Whether to list only those of subjects that you take part in, or are mentioned in. Default: false. */
  participating: Flag,
  /** Only the threads updated at or after it, in whole seconds. */
  since: Since,
  /** Only the threads updated before it, in whole seconds. */
  before: Since
}

const ThreadPath = {
  /** The `id` of the thread: a number, or its digits as records have them. */
  thread_id: Schema.Union([
    Ordinal,
    Schema.String.check(Schema.isPattern(/^[1-9]\d*$/, { expected: "the digits of an id" }))
  ])
}

const Until = {
  /** Threads that were updated after it stay unread, in whole seconds. Default: now. */
  last_read_at: Since
}

/**
 * Lists your notifications, most recently updated first. By default: those that are unread. A page has at most 50.
 *
 * GET /notifications
 */
export const list = Forge.listing("Notifications.list", "GET /notifications", {
  query: Filters,
  item: NotificationThread,
  errors: [ValidationFailed]
})

/**
 * Lists your notifications of a repository, most recently updated first. By default: those that are unread.
 *
 * GET /repos/{owner}/{repo}/notifications
 */
export const listForRepo = Forge.listing("Notifications.listForRepo", "GET /repos/{owner}/{repo}/notifications", {
  path: RepoPath,
  query: Filters,
  item: NotificationThread,
  errors: [NotFound]
})

/**
 * Marks all of your notifications as read. If they are many, the service answers before it is done.
 *
 * PUT /notifications
 */
export const markAsRead = Forge.operation("Notifications.markAsRead", "PUT /notifications", {
  body: both(Until, {
    /** Whether they were read. Default: true. */
    read: Flag
  }),
  statuses: [202, 204, 205],
  repeatable: true
})

/**
 * Marks all of your notifications of a repository as read. If they are many, the service answers before it is done.
 *
 * PUT /repos/{owner}/{repo}/notifications
 */
export const markAsReadForRepo = Forge.operation(
  "Notifications.markAsReadForRepo",
  "PUT /repos/{owner}/{repo}/notifications",
  { path: RepoPath, body: Until, errors: [NotFound], statuses: [202, 204, 205], repeatable: true }
)

/**
 * Gets a thread of yours.
 *
 * GET /notifications/threads/{thread_id}
 */
export const getThread = Forge.operation("Notifications.getThread", "GET /notifications/threads/{thread_id}", {
  path: ThreadPath,
  success: NotificationThread,
  errors: [NotFound]
})

/**
 * Marks a thread as read.
 *
 * PATCH /notifications/threads/{thread_id}
 */
export const markThreadAsRead = Forge.operation(
  "Notifications.markThreadAsRead",
  "PATCH /notifications/threads/{thread_id}",
  { path: ThreadPath, errors: [NotFound], repeatable: true }
)

/**
 * Marks a thread as done: it is no longer listed, until something happens.
 *
 * DELETE /notifications/threads/{thread_id}
 */
export const markThreadAsDone = Forge.operation(
  "Notifications.markThreadAsDone",
  "DELETE /notifications/threads/{thread_id}",
  { path: ThreadPath, errors: [NotFound], repeatable: true }
)

/**
 * Gets your subscription to a thread. Everyone who takes part in a conversation has one. Fails with `NotFound` if you
 * have none.
 *
 * GET /notifications/threads/{thread_id}/subscription
 */
export const getThreadSubscription = Forge.operation(
  "Notifications.getThreadSubscription",
  "GET /notifications/threads/{thread_id}/subscription",
  { path: ThreadPath, success: ThreadSubscription, errors: [NotFound] }
)

/**
 * Subscribes to a thread, or ignores it.
 *
 * PUT /notifications/threads/{thread_id}/subscription
 */
export const setThreadSubscription = Forge.operation(
  "Notifications.setThreadSubscription",
  "PUT /notifications/threads/{thread_id}/subscription",
  {
    path: ThreadPath,
    body: {
      /** Whether to get no notification of it at all. Default: false. */
      ignored: Flag
    },
    success: ThreadSubscription,
    errors: [NotFound],
    repeatable: true
  }
)

/**
 * Mutes a thread, until you comment on it or are mentioned. People who watch the repository are still notified.
 *
 * DELETE /notifications/threads/{thread_id}/subscription
 */
export const deleteThreadSubscription = Forge.operation(
  "Notifications.deleteThreadSubscription",
  "DELETE /notifications/threads/{thread_id}/subscription",
  { path: ThreadPath, errors: [NotFound], foundBy: Removed }
)
