import type * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Label } from "./Label.ts"
import { Milestone } from "./Milestone.ts"
import { ListedRepo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

const side = {
  /** `owner:branch`; empty when the service no longer knows the owner. */
  label: Wire.withDefault(Schema.String, ""),
  /** The branch. */
  ref: Schema.String,
  /** The commit that the branch pointed to at the time of the response. */
  sha: Schema.String,
  /** The owner of the repository; null for a deleted account. */
  user: Wire.nullable(SimpleUser)
}

/** The fields of both sides of a pull request. */
export type SideFields = { readonly [K in keyof typeof side]: (typeof side)[K] }

/** Adds the fields of both sides. A call like `inRepo`, whose named type keeps the docstrings. */
const withSide = <const F extends Schema.Struct.Fields>(fields: F): SideFields & F => ({ ...side, ...fields })

/** The head of a pull request: the branch to merge. */
export class PullRequestHead extends Schema.Opaque<PullRequestHead>()(
  Schema.Struct(
    withSide({
      /** Null when the repository was deleted. */
      repo: Wire.nullable(ListedRepo)
    })
  )
) {}

/** The base of a pull request: the branch to merge into. */
export class PullRequestBase extends Schema.Opaque<PullRequestBase>()(Schema.Struct(withSide({ repo: ListedRepo }))) {}

/** Auto-merge: the service merges the pull request as soon as all requirements are met. */
export class AutoMerge extends Schema.Opaque<AutoMerge>()(
  Schema.Struct({
    /** Who switched it on. */
    enabled_by: Wire.nullable(SimpleUser),
    merge_method: Wire.openEnum(["merge", "squash", "rebase"]),
    /** Null when the default of the repository applies. */
    commit_title: Wire.nullable(Schema.String),
    /** Null when the default of the repository applies. */
    commit_message: Wire.nullable(Schema.String)
  })
) {}

const fields = {
  /** Globally unique, and different from the id of its issue. Paths take the `number`. */
  id: Schema.Int,
  /** The id in the service's GraphQL API. */
  node_id: Schema.String,
  /** Unique in its repository. Issues and pull requests share the numbers. */
  number: Schema.Int,
  title: Schema.String,
  /** Markdown. */
  body: Wire.nullable(Schema.String),
  /** The text as HTML. Null unless the media type asks for it, like `body_text`. */
  body_html: Wire.nullable(Schema.String),
  /** The text without Markdown. */
  body_text: Wire.nullable(Schema.String),
  /** A merged pull request is closed. */
  state: Wire.openEnum(["open", "closed"]),
  /** The branch with the proposed changes. */
  head: PullRequestHead,
  /** The branch that the changes are merged into. */
  base: PullRequestBase,
  /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
  author_association: AuthorAssociation,
  labels: Wire.withDefault(Schema.Array(Label), []),
  /** The first of the `assignees`. */
  assignee: Wire.nullable(SimpleUser),
  assignees: Wire.withDefault(Schema.Array(SimpleUser), []),
  /** The users whose review is pending. Reviewers leave the list when they submit a review. */
  requested_reviewers: Wire.withDefault(Schema.Array(SimpleUser), []),
  /** Teams whose review is requested. */
  requested_teams: Wire.withDefault(Schema.Array(Team), []),
  milestone: Wire.nullable(Milestone),
  draft: Wire.withDefault(Schema.Boolean, false),
  /** Whether only collaborators may comment. */
  locked: Wire.withDefault(Schema.Boolean, false),
  /** Why it is locked; null if it is not locked, or if nobody said. */
  active_lock_reason: Wire.nullable(Wire.openEnum(["off-topic", "too heated", "resolved", "spam"])),
  /** Null unless auto-merge is enabled. */
  auto_merge: Wire.nullable(AutoMerge),
  /** Before the merge: the test merge commit behind `mergeable`. After it: the resulting commit on the base. */
  merge_commit_sha: Wire.nullable(Schema.String),
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp,
  /** Null while the pull request is open. */
  closed_at: Wire.nullable(Wire.Timestamp),
  /** Null unless the pull request is merged. */
  merged_at: Wire.nullable(Wire.Timestamp),
  /** Web page URL. */
  html_url: Schema.String,
  diff_url: Schema.String,
  patch_url: Schema.String,
  /** API URL, like the fields below. */
  url: Schema.String,
  issue_url: Schema.String,
  commits_url: Schema.String,
  comments_url: Schema.String,
  review_comments_url: Schema.String,
  /** A URI template that ends in `{/number}`. */
  review_comment_url: Schema.String,
  statuses_url: Schema.String
}

/** The fields of every pull request. */
export type PullRequestFields = { readonly [K in keyof typeof fields]: (typeof fields)[K] }

/** Adds the fields of every pull request. A call like `inRepo`, whose named type keeps the docstrings. */
const withPull = <const F extends Schema.Struct.Fields>(own: F): F & PullRequestFields => ({ ...own, ...fields })

const derived = {
  /** Whether it is merged, derived from `merged_at`. The service sends it for single pull requests only. */
  merged: Schema.Boolean
}

const isMerged = (pull: { readonly merged_at: DateTime.Utc | null }) => Option.some(pull.merged_at !== null)

/** A pull request in a listing. A single one is a `PullRequest`, which has more. */
export class ListedPullRequest extends Schema.Opaque<ListedPullRequest>()(
  Schema.Struct(
    withPull({
      /** The author; null for a deleted account. */
      user: Wire.nullable(SimpleUser)
    })
  ).pipe(Wire.extendTo(derived, { merged: isMerged }))
) {}

/**
 * A single pull request. It has what listings do not: whether it can be merged, and the counts.
 *
 * **Gotchas**
 *
 * `mergeable` is null while the service computes it, which takes some seconds after a push: request it again later. Only
 * false means that there are conflicts.
 *
 * **Example** (An additional field)
 *
 * ```ts
 * import { PullRequests } from "forgecast/forge"
 * import { PullRequest } from "forgecast/forge/schema/PullRequest"
 * import * as Schema from "effect/Schema"
 *
 * const WithLinks = Schema.Struct({ ...PullRequest.from.fields, _links: Schema.JsonObject })
 *
 * const pullRequest = PullRequests.get.as(WithLinks)({ owner: "acme", repo: "web", pull_number: 7 })
 * ```
 */
export class PullRequest extends Schema.Opaque<PullRequest>()(
  Schema.Struct(
    withPull({
      /** The author. A deleted account is `ghost`. */
      user: SimpleUser,
      /** Whether it can be merged without conflicts; null while the service computes it. */
      mergeable: Wire.nullable(Schema.Boolean),
      /** Whether it can be merged, and if not, why: `dirty` means conflicts, `blocked` missing checks or reviews. */
      mergeable_state: Wire.openEnum([
        "behind",
        "blocked",
        "clean",
        "dirty",
        "draft",
        "has_hooks",
        "unknown",
        "unstable"
      ]),
      /** Whether it can be rebased without conflicts; null while the service computes it. */
      rebaseable: Wire.nullable(Schema.Boolean),
      /** Who merged it; null if it is not merged. */
      merged_by: Wire.nullable(SimpleUser),
      /** Whether maintainers of the base repository may push to the head branch. */
      maintainer_can_modify: Schema.Boolean,
      /** Number of comments in the conversation. */
      comments: Schema.Int,
      /** Number of comments on lines of the diff. */
      review_comments: Schema.Int,
      /** Number of commits. */
      commits: Schema.Int,
      /** Lines added. */
      additions: Schema.Int,
      /** Lines deleted. */
      deletions: Schema.Int,
      /** Number of changed files. */
      changed_files: Schema.Int
    })
  ).pipe(Wire.extendTo(derived, { merged: isMerged }))
) {}
