/** Turns pull requests that a seed has as they are into state: with their commits, and without making any. */
import type { PullSeed } from "../../../../ForgeSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { fullName, type Repository, repositoryNamed, type World } from "../model.ts"
import { register } from "../pull/register.ts"
import type { PullHead } from "../pulls.ts"
import { branchTip } from "../refs.ts"
import { loginFor } from "./accounts.ts"
import { plantIssue } from "./issues.ts"
import { millisOf } from "./moments.ts"
import { fieldsOf, newPull } from "./pulls.ts"

/** The repository that has the branch; null if it was deleted. */
const originOf = (world: World, repository: Repository, name: string | null | undefined): number | null => {
  if (name === null) return null
  const origin = name === undefined ? repository : repositoryNamed(world, name)
  if (origin === undefined) throw new Error(`The seed has no repository ${name} for a head of ${fullName(repository)}`)
  return origin.id
}

const known = (world: World, repository: Repository, sha: Sha): Sha => {
  if (!world.objects.commits.has(sha)) throw new Error(`The seed of ${fullName(repository)} has no commit ${sha}`)
  return sha
}

const headOf = (world: World, repository: Repository, seed: PullSeed, sha: Sha): PullHead => {
  const colon = seed.head.indexOf(":")
  return {
    repository: originOf(world, repository, seed.head_repository),
    owner: colon === -1 ? repository.owner : seed.head.slice(0, colon),
    ref: seed.head.slice(colon + 1),
    sha: known(world, repository, sha)
  }
}

const baseOf = (world: World, repository: Repository, seed: PullSeed): { readonly ref: string; readonly sha: Sha } => {
  const ref = seed.base ?? repository.default_branch
  const sha = seed.base_sha ?? branchTip(repository, ref)
  if (sha === undefined) throw new Error(`The seed of ${fullName(repository)} has no branch ${ref}`)
  return { ref, sha: known(world, repository, sha) }
}

export const plantRecordedPull = (
  world: World,
  repository: Repository,
  seed: PullSeed,
  head_sha: Sha,
  usual: number,
  now: number,
  complete?: boolean
): void => {
  const head = headOf(world, repository, seed, head_sha)
  const base = baseOf(world, repository, seed)
  const isMerged = seed.merged !== undefined && seed.merged !== false
  const merge_commit_sha = seed.merge_commit_sha === undefined ? null : known(world, repository, seed.merge_commit_sha)
  // An open pull request compares with its base's branch.
  const current = isMerged || seed.state === "closed" ? base.sha : (branchTip(repository, base.ref) ?? base.sha)
  const issue = plantIssue(world, repository, seed, usual, now, {
    complete,
    pullOf: (number) => ({
      ...newPull(world, head, base, seed.pull_id),
      ...fieldsOf(world, repository, seed, head, current, number, now, complete),
      merged_at: isMerged ? millisOf(seed.merged === true ? { ago: 0 } : seed.merged, now) : null,
      merged_by: isMerged ? loginFor(world, seed.merged_by, repository.owner) : null,
      merge_commit_sha
    })
  })
  register(world, repository, issue.number, head)
}
