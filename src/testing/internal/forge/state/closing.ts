/** The issues that a text names by a keyword, such as `Fixes #1`. */
import { withEvents } from "./issues.ts"
import { type Issue, type Repository, repositoryNamed, type World } from "./model.ts"
import { includes, permissionOf } from "./roles.ts"

const keyword = "(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)"
const number =
  "(?:(?<name>[\\w.-]+/[\\w.-]+)?#|GH-|https?://[^\\s/]+/(?<path>[\\w.-]+/[\\w.-]+)/issues/)(?<number>\\d+)"
const reference = new RegExp(`\\b${keyword}:?\\s+${number}\\b`, "gi")

/** Lists the issues that the keywords of a text name. Without a repository's name they are in `repository`. */
export const closedBy = (
  world: World,
  repository: Repository,
  text: string | null
): ReadonlyArray<readonly [repository: Repository, issue: Issue]> =>
  [...(text ?? "").matchAll(reference)].flatMap(({ groups = {} }) => {
    const name = groups["name"] ?? groups["path"]
    const target = name === undefined ? repository : repositoryNamed(world, name)
    const issue = target?.issues.get(Number(groups["number"]))
    return target === undefined || issue === undefined || issue.pull_request !== null ? [] : [[target, issue] as const]
  })

/** Closes the open issues that a text names. In another repository, that takes a permission there. */
export const closeBy = (world: World, repository: Repository, text: string, by: string, now: number): void => {
  for (const [target, issue] of closedBy(world, repository, text)) {
    if (issue.state === "closed") continue
    const role = permissionOf(world, target, by)
    if (target.id !== repository.id && (role === undefined || !includes(role, "triage"))) continue
    const closed: Issue = {
      ...issue,
      state: "closed",
      state_reason: "completed",
      closed_at: now,
      closed_by: by,
      updated_at: now
    }
    target.issues.set(issue.number, withEvents(world, target, issue, closed, { by, now }))
  }
}
