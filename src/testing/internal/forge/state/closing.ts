/** The issues that commits and pull requests close: those that a text names by a keyword, such as `Fixes #1`. */
import { type Closer, withEvents } from "./issues.ts"
import { issuesOfBranch } from "./linkedBranches.ts"
import { type Issue, type Repository, repositoryNamed, type World } from "./model.ts"
import { partsOf } from "./references.ts"
import { includes, permissionOf } from "./roles.ts"

const keyword = /(?<!\w)(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+$/i

type Found = readonly [repository: Repository, issue: Issue]

/** Lists the issues that the keywords of a text name. Without a repository's name they are in `repository`. */
export const closedBy = (world: World, repository: Repository, text: string | null): ReadonlyArray<Found> => {
  if (text === null || !/\d/.test(text)) return []
  const parts = partsOf(text, world.pages)
  return parts.flatMap((part, index) => {
    if (part.kind !== "issue" || !keyword.test(parts[index - 1]?.text ?? "")) return []
    const target = part.repository === undefined ? repository : repositoryNamed(world, part.repository)
    const issue = target?.issues.get(part.number)
    return target === undefined || issue === undefined || issue.pull_request !== null ? [] : [[target, issue] as const]
  })
}

/** Lists the issues that a pull request closes: those that its text names, and those that its branch is linked to. */
export const closedByPull = (
  world: World,
  repository: Repository,
  { body, pull_request }: Pick<Issue, "body" | "pull_request">
): ReadonlyArray<Found> => {
  const named = closedBy(world, repository, body)
  const linked = pull_request === null ? [] : issuesOfBranch(world, pull_request.head)
  const more = linked.filter(({ issue }) => !named.some(([, { id }]) => id === issue.id))
  return [...named, ...more.map((each): Found => [each.repository, each.issue])]
}

/** Closes the open issues that a commit or a pull request closes. In another repository, that takes a permission there. */
export const closeBy = (
  world: World,
  repository: Repository,
  issues: ReadonlyArray<Found>,
  closer: Closer,
  { by, now }: { readonly by: string; readonly now: number }
): void => {
  for (const [target, issue] of issues) {
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
    target.issues.set(issue.number, withEvents(world, target, issue, closed, { by, now, closer }))
  }
}
