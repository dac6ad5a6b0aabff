/** What a seed says of pull requests that are to be merged later, and the same as a seed. */
import type { AutoMergeSeed, PullSeed, QueueEntrySeed } from "../../../../ForgeIssueSeed.ts"
import { isoDate } from "../../../exchange.ts"
import { type AutoMerge, queueBot, type QueueEntry } from "../mergeTypes.ts"
import { ensureUser, mergeLater, nextId, type Repository, type World } from "../model.ts"
import type { PullRequest } from "../records.ts"
import { millisOf } from "./moments.ts"

const autoMergeOf = (world: World, seed: AutoMergeSeed, now: number): AutoMerge => ({
  enabled_by: ensureUser(world, seed.enabled_by).login,
  enabled_at: millisOf(seed.enabled_at ?? { ago: 0 }, now),
  method: seed.merge_method ?? "merge",
  title: seed.commit_title ?? null,
  message: seed.commit_message ?? null,
  email: seed.author_email ?? null
})

const entryOf = (world: World, seed: QueueEntrySeed, author: string, number: number, now: number): QueueEntry => {
  ensureUser(world, queueBot, { type: "Bot" })
  return {
    id: nextId(world, "merge queue entry", seed.id),
    enqueuer: ensureUser(world, seed.enqueuer ?? author).login,
    enqueued_at: millisOf(seed.enqueued_at ?? { ago: 0 }, now),
    jump: seed.jump ?? false,
    order: seed.order ?? number,
    group: seed.group === undefined ? null : { ...seed.group, requested_at: millisOf(seed.group.requested_at, now) }
  }
}

/** Auto-merge and the place in a queue of a pull request. */
export const plantLater = (
  world: World,
  repository: Repository,
  { auto_merge, merge_queue_entry, user }: PullSeed,
  number: number,
  now: number
): Pick<PullRequest, "auto_merge" | "queue"> => {
  if (auto_merge !== undefined || merge_queue_entry !== undefined) mergeLater(world, repository, number)
  return {
    auto_merge: auto_merge === undefined ? null : autoMergeOf(world, auto_merge, now),
    queue:
      merge_queue_entry === undefined ? null : entryOf(world, merge_queue_entry, user ?? repository.owner, number, now)
  }
}

const present = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/** The same as seeds. */
export const laterSeed = ({ auto_merge, queue }: PullRequest): Pick<PullSeed, "auto_merge" | "merge_queue_entry"> => ({
  ...(auto_merge === null
    ? {}
    : {
        auto_merge: {
          enabled_by: auto_merge.enabled_by,
          enabled_at: isoDate(auto_merge.enabled_at),
          merge_method: auto_merge.method,
          ...present({
            commit_title: auto_merge.title,
            commit_message: auto_merge.message,
            author_email: auto_merge.email
          })
        }
      }),
  ...(queue === null
    ? {}
    : {
        merge_queue_entry: {
          id: queue.id,
          enqueuer: queue.enqueuer,
          enqueued_at: isoDate(queue.enqueued_at),
          jump: queue.jump,
          order: queue.order,
          ...(queue.group === null
            ? {}
            : { group: { ...queue.group, requested_at: isoDate(queue.group.requested_at) } })
        }
      })
})
