/** Fields that only the inputs of pull requests have. */
import * as Schema from "effect/Schema"
import { both, Direction, inRepo, Name, Ordinal, StateFilter } from "./fields.ts"

export const PullPath = inRepo({
  /** Number of the pull request in its repository (not its `id`). */
  pull_number: Ordinal
})

export const ReviewPath = both(PullPath, {
  /** The `id` of the review. */
  review_id: Ordinal
})

export const ReviewCommentPath = both(PullPath, {
  /** The `id` of the comment that begins the thread. */
  comment_id: Ordinal
})

const Names = Schema.Array(Schema.NonEmptyString)

/** Without the owner, the service ignores the filter. */
const OwnedBranch = Schema.optional(
  Schema.String.check(Schema.isPattern(/^[^:]+:[^:]+$/, { expected: "owner:branch" }))
)

/** The filters and the order of a list of pull requests. */
export const PullFilters = {
  /** Open, closed or all. Default: open. Merged ones are closed. */
  state: StateFilter,
  /** The branch to merge from, as `owner:branch`. */
  head: OwnedBranch,
  /** The branch to merge into. */
  base: Name,
  /** `popularity`: by comments. `long-running`: old, and active in the last month. Default: created. */
  sort: Schema.optional(Schema.Literals(["created", "updated", "popularity", "long-running"])),
  /** The order. Default: desc for `created`, else asc. */
  direction: Direction
}

export const RequestedReviewers = {
  /** Logins of collaborators. */
  reviewers: Schema.optional(Names),
  /** Slugs of teams of the organization. */
  team_reviewers: Schema.optional(Names)
}

export const RemovedReviewers = {
  /** Logins. `[]` to remove teams only. */
  reviewers: Names,
  /** Slugs of teams of the organization. */
  team_reviewers: Schema.optional(Names)
}
