/** What pull requests wait for that are to be merged later: for their demands, or in a queue. */
import type { Sha } from "../../git/objects.ts"

export type MergeMethod = "merge" | "squash" | "rebase"

/** The account that merges what is in a queue. */
export const queueBot = "github-merge-queue[bot]"

/** The wish that the service merges a pull request once it can. */
export interface AutoMerge {
  /** Login of who wishes it, and who merges then. */
  readonly enabled_by: string
  readonly enabled_at: number
  readonly method: MergeMethod
  /** The service's own by default. */
  readonly title: string | null
  readonly message: string | null
  /** The address of the author of the merge. */
  readonly email: string | null
}

/** A commit that has what is in front of an entry, and its pull request: what is checked, and what the base gets. */
export interface MergeGroup {
  /** What it was made on: the base, or the group in front of it. */
  readonly base_sha: Sha
  readonly head_sha: Sha
  /** When checks were requested. */
  readonly requested_at: number
}

/** The place of a pull request in the queue of its base. */
export interface QueueEntry {
  readonly id: number
  readonly enqueuer: string
  readonly enqueued_at: number
  /** Whether it has jumped the queue. */
  readonly jump: boolean
  /** Entries are merged in this order. */
  readonly order: number
  /** Null until it is its turn to be checked. */
  readonly group: MergeGroup | null
}

/** Why an entry leaves the queue, as hooks are told. */
export type RemovalReason =
  | "UNKNOWN_REMOVAL_REASON"
  | "MANUAL"
  | "MERGE"
  | "MERGE_CONFLICT"
  | "CI_FAILURE"
  | "CI_TIMEOUT"
  | "QUEUE_CLEARED"
  | "BRANCH_PROTECTIONS"

/** The branch of the group of a pull request. */
export const groupRef = (base: string, number: number, { base_sha }: Pick<MergeGroup, "base_sha">): string =>
  `refs/heads/gh-readonly-queue/${base}/pr-${number}-${base_sha}`
