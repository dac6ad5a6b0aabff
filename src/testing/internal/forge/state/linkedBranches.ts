/** Branches on which issues are worked on, as the service's button "Create a branch" makes them. */
import { placed, type Placed } from "./issueLinks.ts"
import type { Repository, World } from "./model.ts"
import type { LinkedBranch, PullHead } from "./records.ts"

/** The branches that are linked to an issue, with their repositories: those that are there. */
export const branchesOf = (
  { linkedBranches, repositories }: World,
  issue: number
): ReadonlyArray<{ readonly linked: LinkedBranch; readonly repository: Repository }> =>
  (linkedBranches.get(issue) ?? []).flatMap((linked) => {
    const repository = repositories.get(linked.repository)
    return repository?.refs.has(`refs/heads/${linked.name}`) === true ? [{ linked, repository }] : []
  })

/** The issues that a branch is linked to. */
export const issuesOfBranch = (
  world: World,
  { ref, repository }: Pick<PullHead, "ref" | "repository">
): ReadonlyArray<Placed> =>
  [...world.linkedBranches].flatMap(([id, all]) =>
    all.some((each) => each.repository === repository && each.name === ref) ? (placed(world, id) ?? []) : []
  )

/** Lets the links to a branch follow its new name. */
export const linksFollow = ({ linkedBranches }: World, { id }: Repository, from: string, to: string): void => {
  for (const [issue, all] of linkedBranches) {
    linkedBranches.set(
      issue,
      all.map((each) => (each.repository === id && each.name === from ? { ...each, name: to } : each))
    )
  }
}
