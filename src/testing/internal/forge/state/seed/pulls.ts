/** Turns the pull requests of a seed into state, with their reviews and comments on lines. */
import type { CommitSeed } from "../../../../ForgeContentSeed.ts"
import type { IssueSeed, PullSeed, ReviewCommentSeed, ReviewSeed } from "../../../../ForgeIssueSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { mergePull } from "../merging.ts"
import { fullName, nextId, type Repository, repositoryNamed, unused, type World } from "../model.ts"
import { isPull, type CommentPosition, placeIn, register } from "../pulls.ts"
import type { PullHead, PullRequest, Review, ReviewComment } from "../records.ts"
import { branchRef, branchTip, moveRef } from "../refs.ts"
import { inNetwork } from "../repositories.ts"
import { loginFor } from "./accounts.ts"
import { plantCommits } from "./git.ts"
import { participant, plantIssue } from "./issues.ts"
import { plantLater } from "./later.ts"
import { millisOf } from "./moments.ts"
import { plantReactions } from "./reactions.ts"

interface Target {
  readonly reviews: ReadonlyArray<Review>
  readonly head: Sha
  readonly base: Sha
  readonly number: number
  readonly now: number
}

/** The place of a comment: as the seed has it, or as the diff does. */
const placeOf = (
  world: World,
  repository: Repository,
  seed: ReviewCommentSeed,
  { base, head }: Target
): CommentPosition => {
  const { diff_hunk, line, path, position, side = "RIGHT" } = seed
  const commit_id = seed.commit_id ?? head
  const start_line = seed.start_line ?? null
  const start_side = start_line === null ? null : (seed.start_side ?? side)
  if (position !== undefined && diff_hunk !== undefined) {
    return { path, position, line, side, start_line, start_side, commit_id, diff_hunk }
  }
  const found = placeIn(world.objects, base, commit_id, {
    path,
    line: line ?? undefined,
    side,
    start_line: seed.start_line,
    start_side: start_side ?? side,
    position: undefined,
    subject: line === null ? "file" : "line"
  })
  if (typeof found !== "string") return found
  throw new Error(`The seed of ${fullName(repository)} comments on ${path}:${line}, which is not part of the diff`)
}

/** Adds comments to the reviews of a pull request. A comment without a review gets one of its own. */
const plantReviewComments = (
  world: World,
  repository: Repository,
  seeds: ReadonlyArray<ReviewCommentSeed>,
  target: Target
): { readonly reviews: ReadonlyArray<Review>; readonly review_comments: ReadonlyArray<ReviewComment> } => {
  const reviews = [...target.reviews]
  const review_comments = seeds.map((seed): ReviewComment => {
    const user = loginFor(world, seed.user, repository.owner)
    const created_at = millisOf(seed.created_at ?? { ago: 0 }, target.now)
    const place = placeOf(world, repository, seed, target)
    const review = seed.review ?? nextId(world, "review")
    if (seed.review === undefined) {
      reviews.push({
        id: review,
        user,
        state: "COMMENTED",
        body: "",
        commit_id: place.commit_id,
        minimized: null,
        submitted_at: created_at
      })
    }
    const id = unused(repository.commentIssue, "review comment", nextId(world, "review comment", seed.id))
    repository.commentIssue.set(id, target.number)
    return {
      ...place,
      id,
      review,
      user,
      body: seed.body,
      in_reply_to: seed.in_reply_to ?? null,
      resolved_by: seed.resolved_by === undefined ? null : loginFor(world, seed.resolved_by, ""),
      minimized: seed.minimized ?? null,
      reactions: plantReactions(world, repository, seed.reactions, created_at, target.now),
      created_at,
      updated_at: seed.updated_at === undefined ? created_at : millisOf(seed.updated_at, target.now)
    }
  })
  return { reviews, review_comments }
}

/** What a new pull request has. */
export const newPull = (world: World, head: PullHead, base: PullRequest["base"], id?: number): PullRequest => ({
  id: nextId(world, "pull", id),
  draft: false,
  head,
  base,
  merged_at: null,
  pusher: null,
  merged_by: null,
  merge_commit_sha: null,
  requested_reviewers: [],
  requested_teams: [],
  maintainer_can_modify: false,
  reviews: [],
  review_comments: [],
  mergeable_for: null,
  mergeable_at: 0,
  auto_merge: null,
  queue: null
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
  minimized: seed.minimized ?? null,
  submitted_at: seed.state === "PENDING" ? null : millisOf(seed.submitted_at ?? { ago: 0 }, now)
})

/** What both kinds of pull requests take from their seeds: those that are made, and those that are taken as they are. */
const fieldsOf = (
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
    pusher: seed.pusher ?? null,
    // Reviews are requested from collaborators.
    requested_reviewers: (seed.requested_reviewers ?? []).map((login) =>
      participant(world, repository, login, "read", complete)
    ),
    requested_teams: seed.requested_teams ?? [],
    maintainer_can_modify: seed.maintainer_can_modify ?? false,
    ...plantReviewComments(world, repository, seed.review_comments ?? [], { reviews, head: sha, base, number, now }),
    mergeable_for: seed.mergeable_known === true ? `${base} ${sha}` : null,
    ...plantLater(world, repository, seed, number, now)
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

const recordedHead = (world: World, repository: Repository, seed: PullSeed, sha: Sha): PullHead => {
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
  const head = recordedHead(world, repository, seed, head_sha)
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
