/** Auto-merge and merge queues. */
import { commitOf } from "../../git/objects.ts"
import { may } from "../access/permissions.ts"
import { mergeStateOf } from "../handlers/mergeability.ts"
import { queueOf, queueRules, verdictOn } from "../handlers/mergeQueue.ts"
import type { Repository } from "../state/model.ts"
import type { Pull } from "../state/pulls.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { account, dateTime, type Fields, List, pathOf, reference, type View } from "./nodes.ts"

const minute = 60_000

/** The queue of a branch; null if it has none. */
export const queueNode = (view: View, repository: Repository, branch: string) =>
  queueRules(view, repository, branch) === undefined ? null : reference("MergeQueue", { repository, branch })

const MergeQueue: Fields<"MergeQueue"> = ({ branch, repository }, view) => {
  const rules = queueRules(view, repository, branch)
  const url = `${view.urls.html}/${repository.owner}/${repository.name}/queue/${branch}`
  return {
    configuration:
      rules === undefined
        ? null
        : {
            checkResponseTimeout: rules.timeout / minute,
            maximumEntriesToBuild: rules.mostToBuild,
            maximumEntriesToMerge: rules.mostToMerge,
            mergeMethod: rules.method.toUpperCase(),
            mergingStrategy: rules.strategy,
            minimumEntriesToMerge: rules.fewestToMerge,
            minimumEntriesToMergeWaitTime: rules.patience / minute
          },
    entries: () =>
      new List(
        queueOf(view.world, repository, branch),
        (pull) => reference("MergeQueueEntry", { repository, pull }),
        ({ number }) => number
      ),
    id: nodeId("MQ", branch, repository),
    // Nobody knows how long checks take.
    nextEntryEstimatedTimeToMerge: null,
    repository: reference("Repository", { repository }),
    resourcePath: pathOf(url),
    url
  }
}

const states = {
  queued: "QUEUED",
  pending: "AWAITING_CHECKS",
  success: "MERGEABLE",
  failure: "UNMERGEABLE",
  timeout: "UNMERGEABLE"
} as const

const MergeQueueEntry: Fields<"MergeQueueEntry"> = ({ pull, repository }, view) => {
  const { base, queue } = pull.pull_request
  if (queue === null) return {}
  const all = queueOf(view.world, repository, base.ref)
  const entry = all.find(({ number }) => number === pull.number)
  const rules = queueRules(view, repository, base.ref)
  const commit = (sha: string | undefined) =>
    sha === undefined ? null : reference("Commit", { repository, commit: commitOf(view.world.objects, sha) })
  return {
    baseCommit: () => commit(queue.group?.base_sha),
    enqueuedAt: dateTime(queue.enqueued_at),
    enqueuer: account(view, queue.enqueuer),
    estimatedTimeToMerge: null,
    headCommit: () => commit(queue.group?.head_sha),
    id: nodeId("MQE", queue.id, repository),
    jump: queue.jump,
    mergeQueue: queueNode(view, repository, base.ref),
    position: entry === undefined ? 0 : all.indexOf(entry) + 1,
    pullRequest: () => reference("PullRequest", { repository, pull }),
    solo: false,
    state: () =>
      states[entry === undefined || rules === undefined ? "queued" : verdictOn(view, repository, entry, rules)]
  }
}

/** What a pull request says of it. */
export const laterFields = (view: View, repository: Repository, pull: Pull) => {
  const { auto_merge, base, queue } = pull.pull_request
  const mayMerge = pull.state === "open" && may(view, repository, "write")
  const queueHere = () => queueNode(view, repository, base.ref)
  return {
    autoMergeRequest:
      auto_merge === null
        ? null
        : {
            authorEmail: auto_merge.email,
            commitBody: auto_merge.message,
            commitHeadline: auto_merge.title,
            enabledAt: dateTime(auto_merge.enabled_at),
            enabledBy: account(view, auto_merge.enabled_by),
            mergeMethod: auto_merge.method.toUpperCase(),
            pullRequest: () => reference("PullRequest", { repository, pull })
          },
    isInMergeQueue: queue !== null,
    isMergeQueueEnabled: () => queueHere() !== null,
    mergeQueue: queueHere,
    mergeQueueEntry: queue === null ? null : reference("MergeQueueEntry", { repository, pull }),
    viewerCanDisableAutoMerge: mayMerge && auto_merge !== null,
    viewerCanEnableAutoMerge: () =>
      mayMerge &&
      repository.settings.allow_auto_merge &&
      auto_merge === null &&
      ["blocked", "behind"].includes(mergeStateOf(view, repository, pull))
  }
}

export const fields = { MergeQueue, MergeQueueEntry }
