/** How the operations of `Notifications` are called in tests, and what the service responds. */
import * as DateTime from "effect/DateTime"
import type * as Notifications from "../../../src/forge/Notifications.ts"
import { subscription, thread } from "../support/notifications.ts"
import { repo } from "../support/records.ts"
import { type Rows, third } from "./row.ts"

const since = new Date("2026-04-22T13:33:48Z")
const before = new Date("2026-05-22T13:33:48Z")
const filters = { all: true, participating: true, since, before }

const readThread = {
  id: "17",
  unread: true,
  reason: "mention",
  updated_at: DateTime.makeUnsafe("2026-04-14T16:00:49Z"),
  last_read_at: null,
  subject: { title: "Greetings", type: "Issue" },
  repository: { full_name: "acme/web" }
}
const readSubscription = { subscribed: true, ignored: false, reason: "manual" }

const onThread = { thread_id: 17 }
const asText = [[{ thread_id: "17" }]] as const
const wrongId = [
  ["thread_id", { thread_id: 0 }],
  ["thread_id", { thread_id: "x" }, "the digits of an id"]
] as const

const gone = { NotFound: "you have no such thread" }
const seeded = { with: { thread_id: 911 } }

export const rows: Rows<typeof Notifications> = {
  list: { whole: { ...filters, ...third }, response: [thread], value: [readThread] },
  listForRepo: { whole: { ...repo, ...filters, ...third }, response: [thread], value: [readThread] },
  markAsRead: { whole: { last_read_at: since, read: true }, octokit: { status: 205 } },
  markAsReadForRepo: { whole: { ...repo, last_read_at: since }, octokit: { status: 205 } },
  getThread: {
    whole: onThread,
    response: thread,
    value: readThread,
    errors: gone,
    octokit: seeded,
    takes: asText,
    refuses: wrongId,
    reads: [
      [
        { ...thread, subject: { title: "Ideas", type: "Discussion", url: null, latest_comment_url: null } },
        { subject: { type: "Discussion", url: null } }
      ]
    ]
  },
  markThreadAsRead: { whole: onThread, errors: gone, octokit: seeded, takes: asText, refuses: wrongId },
  markThreadAsDone: {
    repeatable: { is: true, because: "a thread that is done stays so" },
    whole: onThread,
    errors: gone,
    octokit: seeded,
    takes: asText,
    refuses: wrongId
  },
  getThreadSubscription: {
    whole: onThread,
    response: subscription,
    value: readSubscription,
    errors: gone,
    octokit: seeded,
    takes: asText,
    refuses: wrongId
  },
  setThreadSubscription: {
    whole: { thread_id: 17, ignored: true },
    response: subscription,
    value: readSubscription,
    errors: gone,
    octokit: seeded,
    takes: asText,
    refuses: wrongId
  },
  deleteThreadSubscription: { whole: onThread, errors: gone, octokit: seeded, takes: asText, refuses: wrongId }
}
