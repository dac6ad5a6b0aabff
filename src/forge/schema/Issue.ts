import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { LabelOrName } from "./Label.ts"
import { Milestone } from "./Milestone.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** Where the pull request behind an issue is. */
export class PullRequestLink extends Schema.Opaque<PullRequestLink>()(
  Schema.Struct({
    /** Of the API. */
    url: Wire.nullable(Schema.String),
    /** Of the web page. */
    html_url: Wire.nullable(Schema.String),
    diff_url: Wire.nullable(Schema.String),
    patch_url: Wire.nullable(Schema.String),
    /** Null while it is not merged. */
    merged_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** The kind of an issue (bug, feature, task …), as its organization defines them. */
export class IssueType extends Schema.Opaque<IssueType>()(
  Schema.Struct({
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    color: Wire.nullable(Wire.openEnum(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"])),
    is_enabled: Wire.nullable(Schema.Boolean)
  })
) {}

/** How far the sub-issues of an issue are. */
export class SubIssuesSummary extends Schema.Opaque<SubIssuesSummary>()(
  Schema.Struct({
    total: Schema.Int,
    completed: Schema.Int,
    /** 0 to 100. */
    percent_completed: Schema.Finite
  })
) {}

/** How many issues an issue waits for, and how many wait for it; `total_` counts the closed ones too. */
export class IssueDependenciesSummary extends Schema.Opaque<IssueDependenciesSummary>()(
  Schema.Struct({
    blocked_by: Schema.Int,
    blocking: Schema.Int,
    total_blocked_by: Wire.withDefault(Schema.Int, 0),
    total_blocking: Wire.withDefault(Schema.Int, 0)
  })
) {}

/**
 * An issue. Every pull request is one too: `is_pull_request` tells them apart.
 *
 * **Example** (With a field more)
 *
 * ```ts
 * import { Issue } from "forgecast/forge/schema/Issue"
 * import * as Schema from "effect/Schema"
 *
 * const IssueAsHtml = Schema.Struct({ ...Issue.from.fields, body_html: Schema.String })
 * ```
 */
export class Issue extends Schema.Opaque<Issue>()(
  Schema.Struct({
    /** Globally unique; paths take the `number`. */
    id: Schema.Int,
    node_id: Wire.nullable(Schema.String),
    /** Unique in its repository, shared with pull requests. */
    number: Schema.Int,
    title: Schema.String,
    /** Markdown. */
    body: Wire.nullable(Schema.String),
    state: Wire.openEnum(["open", "closed"]),
    state_reason: Wire.nullable(Wire.openEnum(["completed", "reopened", "not_planned", "duplicate"])),
    /** The author; null for a deleted account. */
    user: Wire.nullable(SimpleUser),
    author_association: Wire.nullable(AuthorAssociation),
    labels: Schema.Array(LabelOrName),
    /** The first of the `assignees`. */
    assignee: Wire.nullable(SimpleUser),
    assignees: Wire.withDefault(Schema.Array(SimpleUser), []),
    milestone: Wire.nullable(Milestone),
    /** How many comments it has. */
    comments: Wire.withDefault(Schema.Int, 0),
    /** Whether only collaborators may comment. */
    locked: Wire.withDefault(Schema.Boolean, false),
    active_lock_reason: Wire.nullable(Wire.openEnum(["off-topic", "too heated", "resolved", "spam"])),
    /** Of a pull request: whether it is a draft. */
    draft: Wire.withDefault(Schema.Boolean, false),
    /** Null when it is no pull request. */
    pull_request: Wire.nullable(PullRequestLink),
    created_at: Wire.Timestamp,
    updated_at: Wire.Timestamp,
    /** Null while open. */
    closed_at: Wire.nullable(Wire.Timestamp),
    /** Told only of a single issue, not in listings. */
    closed_by: Wire.nullable(SimpleUser),
    /** Null without one, and where the organization has none. */
    type: Wire.nullable(IssueType),
    reactions: Wire.nullable(Reactions),
    sub_issues_summary: Wire.nullable(SubIssuesSummary),
    issue_dependencies_summary: Wire.nullable(IssueDependenciesSummary),
    /** The App that opened it on the author's behalf. */
    performed_via_github_app: Wire.nullable(App),
    /** Of the web page. */
    html_url: Schema.String,
    /** Of the API, as are the following. */
    url: Wire.nullable(Schema.String),
    repository_url: Wire.nullable(Schema.String),
    /** A URI template ending `{/name}`. */
    labels_url: Wire.nullable(Schema.String),
    comments_url: Wire.nullable(Schema.String),
    events_url: Wire.nullable(Schema.String),
    timeline_url: Wire.nullable(Schema.String),
    /** Of a sub-issue. */
    parent_issue_url: Wire.nullable(Schema.String)
  }).pipe(
    Wire.extendTo(
      {
        /** Whether it is a pull request. */
        is_pull_request: Schema.Boolean
      },
      { is_pull_request: (issue) => Option.some(issue.pull_request !== null) }
    )
  )
) {}
