/** Issues that are pinned to their repository, as their events tell. */
import type { Issue, Repository } from "./model.ts"
import { isPull } from "./pulls.ts"
import type { IssueEvent } from "./records.ts"

/** The event that pinned an issue; undefined if it is not pinned. */
export const pinOf = ({ events }: Issue): IssueEvent | undefined => {
  const last = events.findLast(({ event }) => event === "pinned" || event === "unpinned")
  return last?.event === "pinned" ? last : undefined
}

/** The pinned issues of a repository, in the order in which they were pinned. */
export const pinnedIssues = ({ issues }: Repository): ReadonlyArray<Issue> =>
  issues
    .select([["kind", "issue"]], "all", "created")
    .flatMap((issue) => {
      const pin = isPull(issue) ? undefined : pinOf(issue)
      return pin === undefined ? [] : [[pin.id, issue] as const]
    })
    .sort(([a], [b]) => a - b)
    .map(([, issue]) => issue)
