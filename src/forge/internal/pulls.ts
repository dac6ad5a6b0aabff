/** Fields that the inputs of pull requests share, and how writes to them are found again. */
import * as Schema from "effect/Schema"
import { both, Direction, inRepo, Name, Ordinal, StateFilter } from "./fields.ts"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Look } from "../../rest/FoundBy.ts"
import * as Wire from "../../rest/Wire.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { Review } from "../schema/Review.ts"
import { ReviewComment } from "../schema/ReviewComment.ts"

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

interface Repository {
  readonly owner: string
  readonly repo: string
}

interface Creation extends Repository {
  readonly issue?: number | undefined
  readonly head: string
  readonly base: string
}

/** What identifies a pull request in a listing. */
const Marked = Schema.Struct({ number: Schema.Int, body: Wire.nullable(Schema.String), created_at: Wire.Timestamp })

/** Finds a pull request that was opened: by its mark, or by the number of the issue that became one. */
export const findPull = (input: Creation, look: Look) => {
  const byNumber = (pull_number: number) =>
    look.get("/repos/{owner}/{repo}/pulls/{pull_number}", PullRequest, { input: { ...input, pull_number } })
  if (input.issue !== undefined) {
    return Effect.map(
      byNumber(input.issue),
      Option.filter(({ base }) => base.ref === input.base)
    )
  }
  const listed = look.first("/repos/{owner}/{repo}/pulls", Marked, ({ body }) => look.isMarked(body), {
    input,
    query: {
      state: "all",
      head: input.head.includes(":") ? input.head : `${input.owner}:${input.head}`,
      sort: "created",
      direction: "desc"
    },
    until: ({ created_at }) => look.isEarlier(created_at)
  })
  return Effect.flatMap(
    listed,
    Option.match({ onNone: () => Effect.succeedNone, onSome: (pull) => byNumber(pull.number) })
  )
}

/** What tells whether a pull request was merged. */
const Merged = Schema.Struct({
  merged: Wire.withDefault(Schema.Boolean, false),
  merge_commit_sha: Wire.nullable(Schema.String),
  head: Schema.Struct({ sha: Schema.String })
})

interface Merge extends Repository {
  readonly pull_number: number
  readonly sha?: string | undefined
}

/** Finds the commit of a merge. */
export const findMerge = (input: Merge, look: Look) =>
  Effect.map(
    look.get("/repos/{owner}/{repo}/pulls/{pull_number}", Merged, { input }),
    Option.flatMap(({ head, merge_commit_sha: sha, merged }) =>
      merged && sha !== null && (input.sha === undefined || input.sha === head.sha)
        ? Option.some({ sha, merged, message: "Pull Request successfully merged" })
        : Option.none()
    )
  )

interface Update extends Repository {
  readonly pull_number: number
  readonly expected_head_sha?: string | undefined
}

/** What tells whether a branch has all of its base. */
const Compared = Schema.Struct({ behind_by: Schema.Int })

/** Finds out whether the branch of a pull request has all commits of its base. */
export const findUpdate = (input: Update, look: Look) =>
  Effect.gen(function* () {
    const found = yield* look.get("/repos/{owner}/{repo}/pulls/{pull_number}", PullRequest, { input })
    if (Option.isNone(found) || found.value.head.sha === input.expected_head_sha) return Option.none()
    const { base, head, html_url: url } = found.value
    const { owner, repo } = input
    const compared = yield* look.get("/repos/{owner}/{repo}/compare/{base}...{head}", Compared, {
      input: { owner, repo, base: base.ref, head: head.sha }
    })
    return Option.isSome(compared) && compared.value.behind_by === 0
      ? Option.some({ message: "Updating pull request branch.", url })
      : Option.none()
  })

interface OfReview extends Repository {
  readonly pull_number: number
  readonly review_id: number
}

/** Finds a review that has come to a state. */
export const findReview = (input: OfReview, state: Review["state"], look: Look) =>
  Effect.map(
    look.get("/repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", Review, { input }),
    Option.filter((review) => review.state === state)
  )

/** Finds a comment on lines by its mark. */
export const findComment = (input: Repository & { readonly pull_number: number }, look: Look) =>
  look.first("/repos/{owner}/{repo}/pulls/{pull_number}/comments", ReviewComment, ({ body }) => look.isMarked(body), {
    input,
    query: { since: look.since }
  })
