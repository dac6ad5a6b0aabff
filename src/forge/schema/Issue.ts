import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Wire from "../../rest/Wire.ts"
import { App } from "./App.ts"
import { AuthorAssociation } from "./AuthorAssociation.ts"
import { LabelOrName } from "./Label.ts"
import { Milestone } from "./Milestone.ts"
import { Reactions } from "./Reactions.ts"
import { SimpleUser } from "./SimpleUser.ts"

/** A link to the pull request behind an issue. */
export class PullRequestLink extends Schema.Opaque<PullRequestLink>()(
  Schema.Struct({
    /** API URL. */
    url: Wire.nullable(Schema.String),
    /** Web page URL. */
    html_url: Wire.nullable(Schema.String),
    diff_url: Wire.nullable(Schema.String),
    patch_url: Wire.nullable(Schema.String),
    /** Null unless the pull request is merged. */
    merged_at: Wire.nullable(Wire.Timestamp)
  })
) {}

/** The type of an issue (bug, feature, task …), as defined by its organization. */
export class IssueType extends Schema.Opaque<IssueType>()(
  Schema.Struct({
    id: Schema.Int,
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    name: Schema.String,
    description: Wire.nullable(Schema.String),
    color: Wire.nullable(Wire.openEnum(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"])),
    is_enabled: Wire.nullable(Schema.Boolean)
  })
) {}

/** An option of a custom field. */
export class IssueFieldOption extends Schema.Opaque<IssueFieldOption>()(
  Schema.Struct({
    id: Schema.Int,
    name: Schema.String,
    color: Schema.String
  })
) {}

/** The value of one of the organization's custom fields. */
export class IssueFieldValue extends Schema.Opaque<IssueFieldValue>()(
  Schema.Struct({
    /** The id of the field; inputs take it as `field_id`. */
    issue_field_id: Schema.Int,
    /** The name of the field; null where the service does not return it. */
    issue_field_name: Wire.nullable(Schema.String),
    /** The id in the service's GraphQL API. */
    node_id: Schema.String,
    data_type: Wire.openEnum(["text", "single_select", "multi_select", "number", "date"]),
    /** A text, a number, the name of an option, or a date as text; null for several options. */
    value: Wire.nullable(Schema.Union([Schema.String, Schema.Finite])),
    /** The option of a `single_select`; null for the others. */
    single_select_option: Wire.nullable(IssueFieldOption),
    /** The options of a `multi_select`; `[]` for the others. */
    multi_select_options: Wire.withDefault(Schema.Array(IssueFieldOption), [])
  })
) {}

/** The progress of the sub-issues of an issue. */
export class SubIssuesSummary extends Schema.Opaque<SubIssuesSummary>()(
  Schema.Struct({
    total: Schema.Int,
    completed: Schema.Int,
    /** 0 to 100. */
    percent_completed: Schema.Finite
  })
) {}

/** Number of issues that block an issue, and that it blocks. The `total_` counts include closed issues. */
export class IssueDependenciesSummary extends Schema.Opaque<IssueDependenciesSummary>()(
  Schema.Struct({
    /** Open issues that block it. */
    blocked_by: Schema.Int,
    /** Open issues that it blocks. */
    blocking: Schema.Int,
    /** All issues that block it. */
    total_blocked_by: Wire.withDefault(Schema.Int, 0),
    /** All issues that it blocks. */
    total_blocking: Wire.withDefault(Schema.Int, 0)
  })
) {}

const fields = {
  /** Globally unique; paths take the `number`. */
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
  state: Wire.openEnum(["open", "closed"]),
  /** Why it was closed or reopened; null if nobody said. */
  state_reason: Wire.nullable(Wire.openEnum(["completed", "reopened", "not_planned", "duplicate"])),
  /** The author; null for a deleted account. */
  user: Wire.nullable(SimpleUser),
  labels: Schema.Array(LabelOrName),
  /** The first of the `assignees`. */
  assignee: Wire.nullable(SimpleUser),
  assignees: Wire.withDefault(Schema.Array(SimpleUser), []),
  milestone: Wire.nullable(Milestone),
  /** Number of comments. */
  comments: Wire.withDefault(Schema.Int, 0),
  /** Whether only collaborators may comment. */
  locked: Wire.withDefault(Schema.Boolean, false),
  /** Why it is locked; null if it is not locked, or if nobody said. */
  active_lock_reason: Wire.nullable(Wire.openEnum(["off-topic", "too heated", "resolved", "spam"])),
  /** Whether it is a draft of a pull request. */
  draft: Wire.withDefault(Schema.Boolean, false),
  /** Null unless the issue is a pull request. */
  pull_request: Wire.nullable(PullRequestLink),
  created_at: Wire.Timestamp,
  updated_at: Wire.Timestamp,
  /** Null while the issue is open. */
  closed_at: Wire.nullable(Wire.Timestamp),
  /** Returned for a single issue only; null in listings. */
  closed_by: Wire.nullable(SimpleUser),
  /** Null when the issue has no type, or the organization defines none. */
  type: Wire.nullable(IssueType),
  /** Values of the organization's custom fields. */
  issue_field_values: Wire.withDefault(Schema.Array(IssueFieldValue), []),
  reactions: Wire.nullable(Reactions),
  /** How many sub-issues it has, and how many of them are done. */
  sub_issues_summary: Wire.nullable(SubIssuesSummary),
  /** How many issues block it, and how many it blocks. */
  issue_dependencies_summary: Wire.nullable(IssueDependenciesSummary),
  /** The App that opened it on the author's behalf. */
  performed_via_github_app: Wire.nullable(App),
  /** Web page URL. */
  html_url: Schema.String,
  /** API URL, like the fields below. */
  url: Schema.String,
  repository_url: Schema.String,
  /** A URI template that ends in `{/name}`. */
  labels_url: Schema.String,
  comments_url: Schema.String,
  events_url: Schema.String,
  timeline_url: Wire.nullable(Schema.String),
  /** Sub-issues only. */
  parent_issue_url: Wire.nullable(Schema.String)
}

/** The fields of every issue. */
export type IssueFields = { readonly [K in keyof typeof fields]: (typeof fields)[K] }

/** Adds the fields of every issue. A call like `inRepo`, whose named type keeps the docstrings. */
const withIssue = <const F extends Schema.Struct.Fields>(own: F): F & IssueFields => ({ ...own, ...fields })

const derived = {
  /** Whether it is a pull request. */
  is_pull_request: Schema.Boolean
}

const isPullRequest = (issue: { readonly pull_request: PullRequestLink | null }) =>
  Option.some(issue.pull_request !== null)

/**
 * An issue. Every pull request is also an issue; `is_pull_request` tells them apart.
 *
 * **Example** (An additional field)
 *
 * ```ts
 * import { Issue } from "forgecast/forge/schema/Issue"
 * import { ListedRepo } from "forgecast/forge/schema/Repo"
 * import * as Wire from "forgecast/rest/Wire"
 * import * as Schema from "effect/Schema"
 *
 * const IssueWithRepository = Schema.Struct({ ...Issue.from.fields, repository: Wire.nullable(ListedRepo) })
 * ```
 */
export class Issue extends Schema.Opaque<Issue>()(
  Schema.Struct(
    withIssue({
      /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
      author_association: Wire.nullable(AuthorAssociation)
    })
  ).pipe(Wire.extendTo(derived, { is_pull_request: isPullRequest }))
) {}

/** An issue that a search found. */
export class FoundIssue extends Schema.Opaque<FoundIssue>()(
  Schema.Struct(
    withIssue({
      /** How the author is related to the repository, such as `OWNER` or `CONTRIBUTOR`. */
      author_association: AuthorAssociation,
      /** How well it matches the search. */
      score: Schema.Finite
    })
  ).pipe(Wire.extendTo(derived, { is_pull_request: isPullRequest }))
) {}
