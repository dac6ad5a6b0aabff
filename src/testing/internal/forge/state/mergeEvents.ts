/** What happens to a pull request by auto-merge and in a merge queue. */
import type { MergeMethod } from "./mergeTypes.ts"
import type { Happening, PullRequest } from "./records.ts"
import type { Issue } from "./model.ts"

const enabled: Readonly<Record<MergeMethod, string>> = {
  merge: "auto_merge_enabled",
  squash: "auto_squash_enabled",
  rebase: "auto_rebase_enabled"
}

/** Why auto-merge is switched off. The service has texts of its own for it, which nobody has written down. */
const disabledBecause = (before: PullRequest, after: PullRequest, isClosed: boolean): string => {
  if (isClosed) return "The pull request was closed."
  if (after.draft && !before.draft) return "The pull request was converted to a draft."
  if (before.base.ref !== after.base.ref) return "Somebody without write access has changed the base branch."
  if (before.head.sha !== after.head.sha) return "Somebody without write access has pushed to the head branch."
  return "It was disabled by hand."
}

const removal = "removed_from_merge_queue"

/** The events of a change, as far as it does not bring them itself. */
export const laterEvents = (
  { pull_request: was }: Issue,
  { pull_request: is, state }: Issue,
  brought: ReadonlyArray<Happening>
): ReadonlyArray<Happening> => {
  if (was === null || is === null) return []
  const isMerged = is.merged_at !== null
  const isEnabled = is.auto_merge !== null && is.auto_merge.method !== was.auto_merge?.method
  // A queue takes over what is to be merged.
  const isDisabled = was.auto_merge !== null && is.auto_merge === null && is.queue === null && !isMerged
  const isRemoved = was.queue !== null && is.queue === null && !brought.some(({ event }) => event === removal)
  const hasMoved = was.base.ref !== is.base.ref || was.head.sha !== is.head.sha
  return [
    ...(isEnabled ? [{ event: enabled[is.auto_merge.method] }] : []),
    ...(isDisabled ? [{ event: "auto_merge_disabled", reason: disabledBecause(was, is, state === "closed") }] : []),
    ...(was.queue === null && is.queue !== null ? [{ event: "added_to_merge_queue" }] : []),
    ...(isRemoved
      ? [{ event: removal, reason: isMerged ? "MERGE" : hasMoved ? "UNKNOWN_REMOVAL_REASON" : "MANUAL" }]
      : [])
  ]
}

/** The reason that the last event of a kind has; empty if there is none. */
export const lastReason = ({ events }: Issue, kind: "auto_merge_disabled" | typeof removal): string =>
  events.findLast(({ event }) => event === kind)?.reason ?? ""
