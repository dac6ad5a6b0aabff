/** Which writes need their whole name: those that change who may do what, publish or destroy. */
import type { Place } from "./places.ts"

/** What is in a repository, by the first segment of its path, without what needs its name. */
const ordinary: ReadonlySet<string> = new Set([
  "check-runs",
  "check-suites",
  "comments",
  "commits",
  "contents",
  "deployments",
  "git",
  "issues",
  "labels",
  "merge-upstream",
  "merges",
  "milestones",
  "notifications",
  "pulls",
  "releases",
  "statuses",
  "subscription"
])

/** What a DELETE may take from an issue or a pull request without destroying anything. */
const taken = /^(?:issues|pulls)\/\d+\/(?:labels|assignees|lock|requested_reviewers|reactions)(?:\/|$)/

const runs = /^actions\/(?:runs|jobs|workflows)\/[^/]+\/(?:rerun|rerun-failed-jobs|cancel|dispatches)$/

/** Links between issues, and the update of a branch, may write to another repository. */
const leadsOut = /^(?:issues\/\d+\/(?:sub_issues?|dependencies|parent)(?:\/|$)|pulls\/\d+\/update-branch$)/

/** Whether a write needs its whole name. What is not known here does. */
export const needsName = (place: Place, method: string): boolean => {
  if (place._tag !== "Repository") return true
  const path = place.path.join("/")
  if (leadsOut.test(path) || (method === "PATCH" && path.startsWith("git/refs/"))) return true
  if (method === "DELETE") return !taken.test(path)
  return !ordinary.has(place.path[0] ?? "") && !runs.test(path)
}
