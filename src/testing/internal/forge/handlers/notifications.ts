/** Notifications of the viewer: threads, which are read, put away, and subscribed to. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { httpDate, isoDate, json, noContent, response } from "../../exchange.ts"
import { commitOf } from "../../git/objects.ts"
import { pathNumber, readable, requireViewer } from "../access/lookups.ts"
import { isVisible } from "../access/permissions.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { cut } from "../http/paging.ts"
import { forbidden, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import { commentsOn } from "../state/commitComments.ts"
import type { Repository } from "../state/model.ts"
import type { Reason, Thread } from "../state/accountRecords.ts"
import { threadKey, threadsOf } from "../state/notifications.ts"
import { dateOrNull, repositoryUrl, stablePath } from "../wire/common.ts"
import * as Wire from "../wire/repository.ts"

/** Installations of apps have no notifications. */
const owner = (call: Call): OrRefusal<string> =>
  Result.flatMap(requireViewer(call), (viewer) =>
    (call.token?.installation ?? null) === null
      ? Result.succeed(viewer)
      : Result.fail(forbidden(call, "Resource not accessible by integration"))
  )

const repositoryOf = (call: Call, thread: Thread): Repository | undefined => {
  const found = call.world.repositories.get(thread.repository)
  return found !== undefined && isVisible(call, found) ? found : undefined
}

const subject = (call: Call, repository: Repository, { subject: about }: Thread) => {
  const api = repositoryUrl(call, repository)
  if (about.type === "Commit") {
    const url = `${api}/commits/${about.sha}`
    const last = commentsOn(repository, about.sha).at(-1)
    const title = commitOf(call.world.objects, about.sha).message.split("\n")[0] ?? ""
    return { title, url, latest_comment_url: last === undefined ? url : `${api}/comments/${last.id}`, type: about.type }
  }
  if (about.type === "Release") {
    const url = `${api}/releases/${about.id}`
    const release = repository.releases.get(about.id)
    return { title: release?.name || (release?.tag_name ?? ""), url, latest_comment_url: url, type: about.type }
  }
  const issue = repository.issues.get(about.number)
  const url = `${api}/${about.type === "Issue" ? "issues" : "pulls"}/${about.number}`
  const last = issue?.comments.at(-1)
  return {
    title: issue?.title ?? "",
    url,
    latest_comment_url: last === undefined ? url : `${api}/issues/comments/${last.id}`,
    type: about.type
  }
}

const wire = (call: Call, repository: Repository, thread: Thread) => {
  const url = `${call.urls.api}/notifications/threads/${thread.id}`
  return {
    id: String(thread.id),
    unread: thread.unread,
    reason: thread.reason,
    updated_at: isoDate(thread.updated_at),
    last_read_at: dateOrNull(thread.last_read_at),
    subject: subject(call, repository, thread),
    repository: Wire.repository(call, repository, call.viewer),
    url,
    subscription_url: `${url}/subscription`
  }
}

/** Those who only watch a repository do not take part. */
const takesPart = (reason: Reason): boolean => reason !== "subscribed"

/** How many seconds programs are to wait between two looks. */
const pollInterval = "60"

const page = (
  call: Call,
  target: string,
  threads: ReadonlyArray<Thread>,
  sizes: { readonly usual: number; readonly most: number }
): OrRefusal<Response> =>
  Result.gen(function* () {
    const since = yield* Input.since(call, "Notification")
    const before = (yield* Input.queryInstant(call, "before", "Notification")) ?? Infinity
    const all = call.query.get("all") === "true"
    const participating = call.query.get("participating") === "true"
    const found = threads.flatMap((thread) => {
      const repository = repositoryOf(call, thread)
      const isWanted = (all || thread.unread) && (!participating || takesPart(thread.reason))
      const isInTime = thread.updated_at >= since && thread.updated_at < before
      return repository === undefined || !isWanted || !isInTime ? [] : [{ repository, thread }]
    })
    const { headers, items } = cut(call, target, found, sizes)
    const newest = found[0]?.thread.updated_at
    return json(
      200,
      items.map(({ repository, thread }) => wire(call, repository, thread)),
      {
        ...headers,
        "x-poll-interval": pollInterval,
        // Marking one as read is not a change of it: without unread ones, only the ETag tells.
        ...(all && newest !== undefined ? { "last-modified": httpDate(newest) } : {})
      }
    )
  })

const list: Handler = handler(function* (call) {
  const viewer = yield* owner(call)
  return yield* page(call, "/notifications", threadsOf(call.world, viewer), { usual: 50, most: 50 })
})

const ofRepository = (call: Call): OrRefusal<readonly [repository: Repository, threads: ReadonlyArray<Thread>]> =>
  Result.gen(function* () {
    const repository = yield* readable(call)
    const viewer = yield* owner(call)
    const threads = threadsOf(call.world, viewer).filter((thread) => thread.repository === repository.id)
    return [repository, threads] as const
  })

const listForRepository: Handler = handler(function* (call) {
  const [repository, threads] = yield* ofRepository(call)
  return yield* page(call, `${stablePath(repository)}/notifications`, threads, { usual: 30, most: 100 })
})

const reset = response(205, "")

/** Marks threads as read that were not updated since the body's `last_read_at`. */
const read = (call: Call, threads: ReadonlyArray<Thread>): OrRefusal<Response> =>
  Result.gen(function* () {
    const fields = yield* Input.fieldsOf(call)
    const last_read_at = (yield* Input.instant(call, fields, "last_read_at")) ?? call.now
    const unread = (yield* Input.flag(call, fields, "read")) === false
    for (const thread of threads) {
      if (thread.updated_at <= last_read_at)
        call.world.threads.set(threadKey(thread), { ...thread, unread, last_read_at })
    }
    return reset
  })

const markAsRead: Handler = handler(function* (call) {
  return yield* read(call, threadsOf(call.world, yield* owner(call)))
})

const markAsReadForRepo: Handler = handler(function* (call) {
  const [, threads] = yield* ofRepository(call)
  return yield* read(call, threads)
})

/** The viewer's thread of the path, or 404. */
const threadOf = (call: Call): OrRefusal<readonly [thread: Thread, repository: Repository]> =>
  Result.gen(function* () {
    const viewer = (yield* owner(call)).toLowerCase()
    const id = pathNumber(call, "thread_id")
    const found = [...call.world.threads.values()].find((thread) => thread.id === id && thread.user === viewer)
    const repository = found === undefined ? undefined : repositoryOf(call, found)
    return found === undefined || repository === undefined
      ? yield* Result.fail(notFound(call))
      : ([found, repository] as const)
  })

const replace = (call: Call, thread: Thread, change: Partial<Thread>): Thread => {
  const changed = { ...thread, ...change }
  call.world.threads.set(threadKey(changed), changed)
  return changed
}

const getThread: Handler = handler(function* (call) {
  const [thread, repository] = yield* threadOf(call)
  return json(200, wire(call, repository, thread), { "x-poll-interval": pollInterval })
})

const markThreadAsRead: Handler = handler(function* (call) {
  const [thread] = yield* threadOf(call)
  replace(call, thread, { unread: false, last_read_at: call.now })
  return reset
})

const markThreadAsDone: Handler = handler(function* (call) {
  const [thread] = yield* threadOf(call)
  replace(call, thread, { unread: false, done: true, last_read_at: call.now })
  return noContent
})

const subscription = (call: Call, { id, reason, subscription: own, updated_at }: Thread) => {
  const url = `${call.urls.api}/notifications/threads/${id}`
  const ignored = own?.kind === "ignored"
  return {
    subscribed: !ignored,
    ignored,
    reason: own === null ? reason : "manual",
    created_at: isoDate(own?.created_at ?? updated_at),
    url: `${url}/subscription`,
    thread_url: url
  }
}

const getSubscription: Handler = handler(function* (call) {
  const [thread] = yield* threadOf(call)
  const { reason, subscription: own } = thread
  const isThere = own === null ? takesPart(reason) : own.kind !== "muted"
  return isThere ? json(200, subscription(call, thread)) : yield* Result.fail(notFound(call))
})

const setSubscription: Handler = handler(function* (call) {
  const [thread] = yield* threadOf(call)
  const ignored = (yield* Input.flag(call, yield* Input.fieldsOf(call), "ignored")) === true
  const kind = ignored ? "ignored" : "subscribed"
  return json(200, subscription(call, replace(call, thread, { subscription: { kind, created_at: call.now } })))
})

const deleteSubscription: Handler = handler(function* (call) {
  const [thread] = yield* threadOf(call)
  replace(call, thread, { subscription: { kind: "muted", created_at: call.now } })
  return noContent
})

const notifications = "/notifications"
const repo = "/repos/{owner}/{repo}/notifications"
const thread = `${notifications}/threads/{thread_id}`

const endpoint = endpointsOf("activity/notifications")

/** Classic tokens need a scope of their own; no other token has notifications. */
const access: Access = { permission: "notifications", level: "write" }

const route = (operation: string, path: string, section: string, handle: Handler): Route =>
  endpoint(operation, path, section, handle, "core", access)

export const routes: ReadonlyArray<Route> = [
  route("Notifications.list", `GET ${notifications}`, "list-notifications-for-the-authenticated-user", list),
  route(
    "Notifications.listForRepo",
    `GET ${repo}`,
    "list-repository-notifications-for-the-authenticated-user",
    listForRepository
  ),
  route("Notifications.markAsRead", `PUT ${notifications}`, "mark-notifications-as-read", markAsRead),
  route("Notifications.markAsReadForRepo", `PUT ${repo}`, "mark-repository-notifications-as-read", markAsReadForRepo),
  route("Notifications.getThread", `GET ${thread}`, "get-a-thread", getThread),
  route("Notifications.markThreadAsRead", `PATCH ${thread}`, "mark-a-thread-as-read", markThreadAsRead),
  route("Notifications.markThreadAsDone", `DELETE ${thread}`, "mark-a-thread-as-done", markThreadAsDone),
  route(
    "Notifications.getThreadSubscription",
    `GET ${thread}/subscription`,
    "get-a-thread-subscription-for-the-authenticated-user",
    getSubscription
  ),
  route(
    "Notifications.setThreadSubscription",
    `PUT ${thread}/subscription`,
    "set-a-thread-subscription",
    setSubscription
  ),
  route(
    "Notifications.deleteThreadSubscription",
    `DELETE ${thread}/subscription`,
    "delete-a-thread-subscription",
    deleteSubscription
  )
]
