/** Whether a closed pull request can be opened again. */
import { isAncestor } from "../../../git/history.ts"
import type { Repository, World } from "../model.ts"
import { addCommit, baseSha, type Pull, pullsFrom } from "./register.ts"
import { rangeOf } from "./range.ts"

/** Why it cannot, in the service's words, or the pull request as it is then. */
export type Reopened =
  | { readonly _tag: "Refused"; readonly message: string }
  | { readonly _tag: "Open"; readonly pull: Pull }

const refused = (why: string): Reopened => ({ _tag: "Refused", message: `state cannot be changed. ${why}` })

export const reopened = (world: World, repository: Repository, pull: Pull): Reopened => {
  const { base, head, merged_at } = pull.pull_request
  if (merged_at !== null) return refused("The pull request cannot be reopened.")
  const origin = head.repository === null ? undefined : world.repositories.get(head.repository)
  if (origin === undefined) return refused("The repository that submitted this pull request has been deleted.")
  const sha = origin.refs.get(`refs/heads/${head.ref}`)
  if (sha === undefined) return refused(`The ${head.ref} branch has been deleted.`)
  if (!repository.refs.has(`refs/heads/${base.ref}`)) return refused(`The ${base.ref} branch has been deleted.`)
  if (!isAncestor(world.objects, head.sha, sha)) {
    return refused(`The ${head.ref} branch was force-pushed or recreated.`)
  }
  if (openBetween(world, repository, origin, head.ref, base.ref) !== undefined) {
    return refused(`There is already an open pull request from ${head.owner}:${head.ref} to ${base.ref}.`)
  }
  const open: Pull = { ...pull, state: "open", pull_request: { ...pull.pull_request, head: { ...head, sha } } }
  if (rangeOf(world.objects, baseSha(repository, open), sha).ahead.length === 0) {
    return refused(`There are no new commits on the ${head.owner}:${head.ref} branch.`)
  }
  addCommit(world, repository, pull.number, sha)
  return { _tag: "Open", pull: open }
}

/** The open pull request between two branches, if there is one. There cannot be two. */
export const openBetween = (
  world: World,
  repository: Repository,
  origin: Repository,
  head: string,
  base: string
): Pull | undefined =>
  pullsFrom(world, origin, head).find(
    ([target, { pull_request, state }]) =>
      target.id === repository.id && state === "open" && pull_request.base.ref === base
  )?.[1]
