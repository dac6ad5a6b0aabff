/** Turns the pull requests of a seed into state. */
import type { IssueSeed } from "../../../../ForgeSeed.ts"
import { nextId, type Repository, type World } from "../model.ts"
import type { PullHead, PullRequest } from "../pulls.ts"
import { branchRef, branchTip, moveRef } from "../refs.ts"
import { plantCommits } from "./commits.ts"
import { millisOf } from "./moments.ts"

/** What a new pull request has. */
export const newPull = (world: World, head: PullHead, base: PullRequest["base"]): PullRequest => ({
  id: nextId(world, "pull"),
  draft: false,
  head,
  base,
  merged_at: null,
  merged_by: null,
  merge_commit_sha: null,
  requested_reviewers: [],
  requested_teams: [],
  maintainer_can_modify: false,
  reviews: [],
  review_comments: [],
  judged: null
})

/** The first commit of a repository that needs one. */
const baseTip = (world: World, repository: Repository, now: number): string => {
  const known = branchTip(repository, repository.default_branch)
  if (known !== undefined) return known
  const files = { "README.md": `# ${repository.name}\n` }
  const sha = plantCommits(world, repository, undefined, [{ message: "Initial commit", files, date: new Date(0) }], now)
  if (sha === undefined) throw new Error("One commit was asked for, and none was made")
  moveRef(world, repository, branchRef(repository.default_branch), sha, now)
  return sha
}

/** Makes a pull request for an issue of the seed: from a branch of its own, whose only commit changes no file. */
export const plainPull = (
  world: World,
  repository: Repository,
  seed: NonNullable<IssueSeed["pull_request"]>,
  number: number,
  now: number
): PullRequest => {
  const { draft = false, merged_at } = seed === true ? {} : seed
  const base = baseTip(world, repository, now)
  const ref = `patch-${number}`
  const sha = plantCommits(world, repository, base, [{ message: `Patch ${number}` }], now) ?? base
  repository.refs.set(branchRef(ref), sha)
  const head = { repository: repository.id, owner: repository.owner, ref, sha }
  return {
    ...newPull(world, head, { ref: repository.default_branch, sha: base }),
    draft,
    merged_at: merged_at === undefined ? null : millisOf(merged_at, now)
  }
}
