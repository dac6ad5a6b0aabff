/** Turns the pull requests of a seed into state. */
import type { CommitSeed, ReviewSeed } from "../../../../ForgeContentSeed.ts"
import type { IssueSeed } from "../../../../ForgeIssueSeed.ts"
import type { PullSeed } from "../../../../ForgeSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { fullName, nextId, type Repository, type World } from "../model.ts"
import { inNetwork } from "../network.ts"
import { mergePull } from "../pull/merging.ts"
import { isPull, register } from "../pull/register.ts"
import type { PullHead, PullRequest, Review } from "../pulls.ts"
import { branchRef, branchTip, moveRef } from "../refs.ts"
import { loginFor } from "./accounts.ts"
import { plantCommits } from "./commits.ts"
import { participant, plantIssue } from "./issues.ts"
import { millisOf } from "./moments.ts"
import { plantReviewComments } from "./reviewComments.ts"

/** What a new pull request has. */
export const newPull = (world: World, head: PullHead, base: PullRequest["base"], id?: number): PullRequest => ({
  id: nextId(world, "pull", id),
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

/** The commit of a base. A repository whose default branch has none yet gets one. */
const baseTip = (world: World, repository: Repository, ref: string, now: number): Sha => {
  const known = branchTip(repository, ref)
  if (known !== undefined) return known
  if (ref !== repository.default_branch) {
    throw new Error(`The seed of ${fullName(repository)} has no branch ${ref}, the base of a pull request`)
  }
  const files = { "README.md": `# ${repository.name}\n` }
  const sha = plantCommits(world, repository, undefined, [{ message: "Initial commit", files, date: new Date(0) }], now)
  if (sha === undefined) throw new Error("One commit was asked for, and none was made")
  moveRef(world, repository, branchRef(ref), sha, now)
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
  const base = baseTip(world, repository, repository.default_branch, now)
  const ref = `patch-${number}`
  const sha = plantCommits(world, repository, base, [{ message: `Patch ${number}` }], now) ?? base
  repository.refs.set(branchRef(ref), sha)
  const head = { repository: repository.id, owner: repository.owner, ref, sha }
  register(world, repository, number, head)
  return {
    ...newPull(world, head, { ref: repository.default_branch, sha: base }),
    draft,
    merged_at: merged_at === undefined ? null : millisOf(merged_at, now)
  }
}

/** Finds the repository and the branch of a head, such as `branch` or `owner:branch`. */
const headOf = (world: World, repository: Repository, head: string): readonly [origin: Repository, ref: string] => {
  const colon = head.indexOf(":")
  if (colon === -1) return [repository, head]
  const origin = inNetwork(world, repository, head.slice(0, colon))
  if (origin === undefined) throw new Error(`The seed has no fork of ${fullName(repository)} for the head ${head}`)
  return [origin, head.slice(colon + 1)]
}

/** The commits on the head, by the pull request's author unless they say otherwise. */
const commitsFor = (seed: PullSeed, author: string, isNew: boolean): ReadonlyArray<CommitSeed> => {
  const { commits = [], files } = seed
  const all = files === undefined ? commits : [{ message: seed.title, files }, ...commits]
  // A pull request has a commit.
  const some = all.length === 0 && isNew ? [{ message: seed.title }] : all
  return some.map((commit) => ({ author, ...commit }))
}

const plantReview = (world: World, seed: ReviewSeed, head: Sha, now: number): Review => ({
  id: nextId(world, "review", seed.id),
  user: loginFor(world, seed.user, ""),
  state: seed.state,
  body: seed.body ?? "",
  commit_id: seed.commit_id ?? head,
  submitted_at: seed.state === "PENDING" ? null : millisOf(seed.submitted_at ?? { ago: 0 }, now)
})

/** What both kinds of pull requests take from their seeds: those that are made, and those that are taken as they are. */
export const fieldsOf = (
  world: World,
  repository: Repository,
  seed: PullSeed,
  { sha }: PullHead,
  base: Sha,
  number: number,
  now: number,
  complete?: boolean
) => {
  const reviews = (seed.reviews ?? []).map((review) => plantReview(world, review, sha, now))
  return {
    draft: seed.draft ?? false,
    // Reviews are requested from collaborators.
    requested_reviewers: (seed.requested_reviewers ?? []).map((login) =>
      participant(world, repository, login, "read", complete)
    ),
    requested_teams: seed.requested_teams ?? [],
    maintainer_can_modify: seed.maintainer_can_modify ?? false,
    ...plantReviewComments(world, repository, seed.review_comments ?? [], { reviews, head: sha, base, number, now }),
    judged: seed.judged === true ? `${base} ${sha}` : null
  }
}

/** Makes a pull request with its branch, and merges it if the seed says so. */
export const plantPull = (
  world: World,
  repository: Repository,
  seed: PullSeed,
  usual: number,
  now: number,
  complete?: boolean
): void => {
  const base = seed.base ?? repository.default_branch
  const author = seed.user ?? repository.owner
  const tip = baseTip(world, repository, base, now)
  const [origin, ref] = headOf(world, repository, seed.head)
  const start = branchTip(origin, ref)
  const sha = plantCommits(world, origin, start ?? tip, commitsFor(seed, author, start === undefined), now) ?? tip
  if (sha !== start) moveRef(world, origin, branchRef(ref), sha, now)
  const head = { repository: origin.id, owner: origin.owner, ref, sha }
  const issue = plantIssue(world, repository, seed, usual, now, {
    complete,
    pullOf: (number) => ({
      ...newPull(world, head, { ref: base, sha: tip }, seed.pull_id),
      ...fieldsOf(world, repository, seed, head, tip, number, now, complete)
    })
  })
  register(world, repository, issue.number, head)
  if (seed.merged === undefined || seed.merged === false || !isPull(issue)) return
  const merged = mergePull(world, repository, issue, {
    method: seed.merge_method ?? "merge",
    by: repository.owner,
    now: seed.merged === true ? millisOf({ ago: 0 }, now) : millisOf(seed.merged, now)
  })
  if (merged === undefined) {
    throw new Error(`The seed merges ${seed.head} into ${base} of ${fullName(repository)}, and they have conflicts`)
  }
}
