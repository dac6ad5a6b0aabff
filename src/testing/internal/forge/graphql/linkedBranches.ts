/** Branches that are linked to issues. */
import { branchesOf } from "../state/linkedBranches.ts"
import type { Repository } from "../state/model.ts"
import type { LinkedBranch as Linked } from "../state/records.ts"
import { branchRef } from "../state/refs.ts"
import { nodeId } from "../wire/nodeIds.ts"
import { type Fields, List, reference, type View } from "./nodes.ts"

const LinkedBranch: Fields<"LinkedBranch"> = ({ linked, repository }) => ({
  id: nodeId("LB", linked.id, repository),
  ref: repository.refs.has(branchRef(linked.name))
    ? reference("Ref", { repository, ref: branchRef(linked.name) })
    : null
})

export const linkedBranch = (repository: Repository, linked: Linked) =>
  reference("LinkedBranch", { repository, linked })

/** Those of an issue, as far as the viewer sees their repositories. */
export const linkedBranchList = (view: View, issue: number) =>
  new List(
    branchesOf(view.world, issue).filter(({ repository }) => view.sees(repository)),
    ({ linked, repository }) => linkedBranch(repository, linked),
    ({ linked }) => linked.id
  )

/** The one with an id in a repository. */
export const linkedBranchWith = ({ world }: View, repository: Repository, id: number | string) => {
  const linked = [...world.linkedBranches.values()].flat().find((each) => each.id === id)
  return linked?.repository === repository.id ? linkedBranch(repository, linked) : undefined
}

export const fields = { LinkedBranch }
