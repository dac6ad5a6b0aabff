/** Turns the comments on lines of a seed into state. */
import type { ReviewCommentSeed } from "../../../../ForgeContentSeed.ts"
import type { Sha } from "../../../git/objects.ts"
import { fullName, nextId, type Repository, unused, type World } from "../model.ts"
import { type Place, placeIn } from "../pull/places.ts"
import type { Review, ReviewComment } from "../pulls.ts"
import { loginFor } from "./accounts.ts"
import { millisOf } from "./moments.ts"

interface Target {
  readonly reviews: ReadonlyArray<Review>
  readonly head: Sha
  readonly base: Sha
  readonly number: number
  readonly now: number
}

/** The place of a comment: as the seed has it, or as the diff does. */
const placeOf = (world: World, repository: Repository, seed: ReviewCommentSeed, { base, head }: Target): Place => {
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
export const plantReviewComments = (
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
      created_at,
      updated_at: seed.updated_at === undefined ? created_at : millisOf(seed.updated_at, target.now)
    }
  })
  return { reviews, review_comments }
}
