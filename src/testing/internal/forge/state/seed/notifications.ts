/** Turns the notifications of a seed into state, and back. */
import type { NotificationSeed } from "../../../../ForgeGistSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { ensureUser, fullName, nextId, repositoryNamed, type World } from "../model.ts"
import type { Subject, Thread } from "../accountRecords.ts"
import { threadKey } from "../notifications.ts"
import { millisOf } from "./moments.ts"

export const plantNotification = (world: World, seed: NotificationSeed, now: number): void => {
  const repository = repositoryNamed(world, seed.repository)
  if (repository === undefined) throw new Error(`The seed notifies of ${seed.repository}, which it does not have`)
  const at = millisOf({ ago: 0 }, now)
  const issue = typeof seed.subject === "number" ? repository.issues.get(seed.subject) : undefined
  const subject: Subject =
    typeof seed.subject === "number"
      ? { type: (issue?.pull_request ?? null) === null ? "Issue" : "PullRequest", number: seed.subject }
      : typeof seed.subject === "string"
        ? { type: "Commit", sha: seed.subject }
        : { type: "Release", id: seed.subject.release }
  const thread: Thread = {
    id: nextId(world, "thread", seed.id),
    user: ensureUser(world, seed.user).login.toLowerCase(),
    repository: repository.id,
    subject,
    reason: seed.reason ?? "subscribed",
    unread: seed.unread ?? true,
    done: seed.done ?? false,
    updated_at: seed.updated_at === undefined ? at : millisOf(seed.updated_at, now),
    last_read_at: seed.last_read_at === undefined ? null : millisOf(seed.last_read_at, now),
    subscription:
      seed.subscription === undefined
        ? null
        : {
            kind: seed.subscription,
            created_at: seed.subscribed_at === undefined ? at : millisOf(seed.subscribed_at, now)
          }
  }
  world.threads.set(threadKey(thread), thread)
}

/** The seed of a thread; none if its repository was deleted. */
export const notificationSeeds = (world: World, thread: Thread): ReadonlyArray<NotificationSeed> => {
  const repository = world.repositories.get(thread.repository)
  if (repository === undefined) return []
  const { done, id, last_read_at, reason, subject, subscription, unread, updated_at, user } = thread
  return [
    {
      id,
      user,
      repository: fullName(repository),
      subject:
        subject.type === "Commit" ? subject.sha : subject.type === "Release" ? { release: subject.id } : subject.number,
      reason,
      unread,
      done,
      updated_at: isoDate(updated_at),
      ...(last_read_at === null ? {} : { last_read_at: isoDate(last_read_at) }),
      ...(subscription === null
        ? {}
        : { subscription: subscription.kind, subscribed_at: isoDate(subscription.created_at) })
    }
  ]
}
