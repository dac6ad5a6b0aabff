import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { Label } from "./Label.ts"
import { Milestone } from "./Milestone.ts"
import { Repo } from "./Repo.ts"
import { SimpleUser } from "./SimpleUser.ts"
import { Team } from "./Team.ts"

/** One side of a pull request: the branch that is merged, or the one that it is merged into. */
export class PullRequestRef extends Schema.Opaque<PullRequestRef>()(
  Schema.Struct({
    /** `owner:branch`; empty when the service can't tell the owner any more. */
    label: Wire.withDefault(Schema.String, ""),
    /** The branch. */
    ref: Schema.String,
    /** The commit that the branch was at when the answer was made. */
    sha: Schema.String,
    /** The owner of the repository; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    /** Null when the fork was deleted. */
    repo: Wire.nullable(Repo)
  })
) {}

/** That a pull request is merged by itself as soon as it may be. */
export class AutoMerge extends Schema.Opaque<AutoMerge>()(
  Schema.Struct({
    enabled_by: Wire.nullable(SimpleUser),
    merge_method: Wire.openEnum(["merge", "squash", "rebase"]),
    /** Null where the repository's own is taken. */
    commit_title: Wire.nullable(Schema.String),
    /** Null where the repository's own is taken. */
    commit_message: Wire.nullable(Schema.String)
  })
) {}

/**
 * A pull request: the one record of listings and single ones. What only a single pull request tells is null in listings:
 * whether it can be merged, and the numbers.
 *
 * **Gotchas**
 *
 * `mergeable` is null also while the service works it out, which takes some seconds after a push: ask again. Only false
 * says that there are conflicts.
 *
 * **Example** (With a field more)
 *
 * ```ts
 * import { PullRequests } from "forgecast/forge"
 * import { PullRequest } from "forgecast/forge/schema/PullRequest"
 * import * as Schema from "effect/Schema"
 *
 * const AsHtml = Schema.Struct({ ...PullRequest.from.fields, body_html: Schema.NullOr(Schema.String) })
 *
 * const pullRequest = PullRequests.get.as(AsHtml)({ owner: "acme", repo: "web", pull_number: 7 })
 * ```
 */
export class PullRequest extends Schema.Opaque<PullRequest>()(
  Schema.Struct({
    /** Globally unique, and not the id of its issue; paths take the `number`. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** Unique in its repository, shared with issues. */
    number: Schema.Int,
    title: Schema.String,
    /** Markdown. */
    body: Wire.nullable(Schema.String),
    /** Merged ones are closed. */
    state: Wire.openEnum(["open", "closed"]),
    /** The branch with the proposed changes. */
    head: PullRequestRef,
    /** The branch that they are merged into. */
    base: PullRequestRef,
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    author_association: Wire.nullable(AuthorAssociation),
    labels: Wire.withDefault(Schema.Array(Label), []),
    /** The first of the `assignees`. */
    assignee: Wire.nullable(SimpleUser),
    assignees: Wire.withDefault(Schema.Array(SimpleUser), []),
    /** Whose review is still awaited: reviewers leave the list with their review. */
    requested_reviewers: Wire.withDefault(Schema.Array(SimpleUser), []),
    requested_teams: Wire.withDefault(Schema.Array(Team), []),
    milestone: Wire.nullable(Milestone),
    draft: Wire.withDefault(Schema.Boolean, false),
    /** Whether only collaborators may comment. */
    locked: Wire.withDefault(Schema.Boolean, false),
    active_lock_reason: Wire.nullable(Wire.openEnum(["off-topic", "too heated", "resolved", "spam"])),
    /** Null unless it is to be merged by itself. */
    auto_merge: Wire.nullable(AutoMerge),
    /** Before the merge: of the trial merge that `mergeable` is known from. After it: of what it led to on the base. */
    merge_commit_sha: Wire.nullable(Schema.String),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Null while open. */
    closed_at: Wire.nullable(Wire.Timestamp),
    /** Null while it is not merged. */
    merged_at: Wire.nullable(Wire.Timestamp),
    /** Whether it merges without conflicts; null while that is worked out. Told only of a single one, as are the following. */
    mergeable: Wire.nullable(Schema.Boolean),
    /** Whether it may be merged, and if not, why: `dirty` has conflicts, `blocked` lacks checks or reviews. */
    mergeable_state: Wire.nullable(
      Wire.openEnum(["behind", "blocked", "clean", "dirty", "draft", "has_hooks", "unknown", "unstable"])
    ),
    /** Whether it can be rebased without conflicts; null while that is worked out. */
    rebaseable: Wire.nullable(Schema.Boolean),
    merged_by: Wire.nullable(SimpleUser),
    /** Whether maintainers of the base may push to the head. */
    maintainer_can_modify: Wire.nullable(Schema.Boolean),
    /** How many comments its conversation has. */
    comments: Wire.nullable(Schema.Int),
    /** How many comments its lines have. */
    review_comments: Wire.nullable(Schema.Int),
    commits: Wire.nullable(Schema.Int),
    /** Lines. */
    additions: Wire.nullable(Schema.Int),
    /** Lines. */
    deletions: Wire.nullable(Schema.Int),
    changed_files: Wire.nullable(Schema.Int),
    /** Of the web page. */
    html_url: Schema.String,
    diff_url: Wire.nullable(Schema.String),
    patch_url: Wire.nullable(Schema.String),
    /** Of the API, as are the following. */
    url: Wire.nullable(Schema.String),
    issue_url: Wire.nullable(Schema.String),
    commits_url: Wire.nullable(Schema.String),
    comments_url: Wire.nullable(Schema.String),
    review_comments_url: Wire.nullable(Schema.String),
    /** A URI template ending `{/number}`. */
    review_comment_url: Wire.nullable(Schema.String),
    statuses_url: Wire.nullable(Schema.String)
  }).pipe(
    Wire.extendTo(
      {
        /** Whether it is merged: that is, whether `merged_at` is there. The wire has this field only of a single one. */
        merged: Schema.Boolean
      },
      { merged: (pullRequest) => Option.some(pullRequest.merged_at !== null) }
    )
  )
) {}
