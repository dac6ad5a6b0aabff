import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Label } from "./Label.ts"
import { Milestone } from "./Milestone.ts"
import { Repo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

/** The head of a pull request, which is the branch to merge, or its base, which is the branch to merge into. */
export class PullRequestRef extends Schema.Opaque<PullRequestRef>()(
  Schema.Struct({
    /** `owner:branch`; empty when the service no longer knows the owner. */
    label: Wire.withDefault(Schema.String, ""),
    /** The branch. */
    ref: Schema.String,
    /** The commit that the branch pointed to at the time of the response. */
    sha: Schema.String,
    /** The owner of the repository; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** Null when the repository was deleted. */
    repo: Wire.nullable(Repo)
  })
) {}

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

/**
 * A pull request, the record of listings and of single pull requests. Some fields are returned for a single pull
 * request only, and null in listings: whether it can be merged, and the counts.
 *
 * **Gotchas**
 *
 * `mergeable` is also null while the service computes it, which takes some seconds after a push: request it again
 * later. Only false means that there are conflicts.
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
  Schema.Struct({
    /** Globally unique, and different from the id of its issue. Paths take the `number`. */
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Wire.nullable(Schema.String),
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
    head: PullRequestRef,
    /** The branch that the changes are merged into. */
    base: PullRequestRef,
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
    author_association: Wire.nullable(AuthorAssociation),
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
    /**
     * Whether it can be merged without conflicts; null while the service computes it. Like the fields below, returned
     * for a single pull request only.
     */
    mergeable: Wire.nullable(Schema.Boolean),
    /** Whether it can be merged, and if not, why: `dirty` means conflicts, `blocked` missing checks or reviews. */
    mergeable_state: Wire.nullable(
      Wire.openEnum(["behind", "blocked", "clean", "dirty", "draft", "has_hooks", "unknown", "unstable"])
    ),
    /** Whether it can be rebased without conflicts; null while the service computes it. */
    rebaseable: Wire.nullable(Schema.Boolean),
    /** Who merged it; null if it is not merged. */
    merged_by: Wire.nullable(SimpleUser),
    /** Whether maintainers of the base repository may push to the head branch. */
    maintainer_can_modify: Wire.nullable(Schema.Boolean),
    /** Number of comments in the conversation. */
    comments: Wire.nullable(Schema.Int),
    /** Number of comments on lines of the diff. */
    review_comments: Wire.nullable(Schema.Int),
    /** Number of commits. */
    commits: Wire.nullable(Schema.Int),
    /** Lines added. */
    additions: Wire.nullable(Schema.Int),
    /** Lines deleted. */
    deletions: Wire.nullable(Schema.Int),
    /** Number of changed files. */
    changed_files: Wire.nullable(Schema.Int),
    /** Web page URL. */
    html_url: Schema.String,
    diff_url: Wire.nullable(Schema.String),
    patch_url: Wire.nullable(Schema.String),
    /** API URL, like the fields below. */
    url: Wire.nullable(Schema.String),
    issue_url: Wire.nullable(Schema.String),
    commits_url: Wire.nullable(Schema.String),
    comments_url: Wire.nullable(Schema.String),
    review_comments_url: Wire.nullable(Schema.String),
    /** A URI template that ends in `{/number}`. */
    review_comment_url: Wire.nullable(Schema.String),
    statuses_url: Wire.nullable(Schema.String)
  }).pipe(
    Wire.extendTo(
      {
        /** Whether it is merged, derived from `merged_at`. The service sends it for single pull requests only. */
        merged: Schema.Boolean
      },
      { merged: (pullRequest) => Option.some(pullRequest.merged_at !== null) }
    )
  )
) {}
