/** The state of the simulated GitHub: its terms, and snapshots for comparisons in tests. */

/** The state of an issue, a pull request or a milestone. */
export type State = "open" | "closed"

/** Why an issue has its state. */
export type StateReason = "completed" | "not_planned" | "duplicate" | "reopened"

/** Why a conversation is locked. */
export type LockReason = "off-topic" | "too heated" | "resolved" | "spam"

/** How one can react. */
export type ReactionKind = "+1" | "-1" | "laugh" | "hooray" | "confused" | "heart" | "rocket" | "eyes"

/** The color of a type of issues, or of an option of their fields. */
export type IssueColor = "gray" | "blue" | "green" | "yellow" | "orange" | "red" | "pink" | "purple"

/** What a field of issues takes. */
export type IssueFieldType = "text" | "single_select" | "multi_select" | "number" | "date"

/** The value of a field of an issue. Selects have names of options, and dates are written as `2030-01-31`. */
export type IssueFieldContent = string | number | ReadonlyArray<string>

/** What a collaborator may do, from least to most. */
export type Permission = "read" | "triage" | "write" | "maintain" | "admin"

/** What a reviewer says of a pull request. */
export type ReviewState = "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING"

/** The state of a commit status. */
export type StatusState = "success" | "pending" | "failure" | "error"

/** How far a check run is. */
export type CheckStatus = "queued" | "in_progress" | "completed" | "waiting" | "requested" | "pending"

/** How a check run ended. */
export type CheckConclusion =
  | "success"
  | "failure"
  | "neutral"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required"
  | "stale"

/** How severe an annotation of a check run is. */
export type AnnotationLevel = "notice" | "warning" | "failure"

/** Whether events start a workflow. */
export type WorkflowState = "active" | "disabled_manually" | "disabled_inactivity" | "disabled_fork"

/** The state of a deployment. */
export type DeploymentState = "error" | "failure" | "inactive" | "in_progress" | "queued" | "pending" | "success"

/** A comment, as plain values. */
export interface CommentSnapshot {
  readonly id: number
  readonly user: string | null
  readonly body: string
}

/** An issue or a pull request, as plain values. */
export interface IssueSnapshot {
  readonly number: number
  readonly title: string
  readonly body: string | null
  readonly user: string | null
  readonly state: State
  readonly state_reason: StateReason | null
  /** Names. */
  readonly labels: ReadonlyArray<string>
  /** Logins. */
  readonly assignees: ReadonlyArray<string>
  /** Title of the milestone. */
  readonly milestone: string | null
  /** Name of the type. */
  readonly type: string | null
  /** By the name of the field. */
  readonly issue_field_values: Readonly<Record<string, IssueFieldContent>>
  /** Id of the issue that it repeats. */
  readonly duplicate_issue_id: number | null
  readonly locked: boolean
  readonly lock_reason: LockReason | null
  readonly comments: ReadonlyArray<CommentSnapshot>
  readonly is_pull_request: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly closed_at: string | null
}

/** A pull request: what it has besides its issue of the same number, as plain values. */
export interface PullSnapshot {
  readonly number: number
  readonly title: string
  readonly state: State
  readonly draft: boolean
  readonly merged: boolean
  readonly merged_by: string | null
  readonly merged_at: string | null
  readonly merge_commit_sha: string | null
  /** `owner:branch`. */
  readonly head: string
  readonly head_sha: string
  /** Name of the branch. */
  readonly base: string
  readonly base_sha: string
  /** Logins. */
  readonly requested_reviewers: ReadonlyArray<string>
  /** Slugs. */
  readonly requested_teams: ReadonlyArray<string>
  readonly reviews: ReadonlyArray<{
    readonly id: number
    readonly user: string | null
    readonly state: string
    readonly body: string
  }>
  /** Comments on lines. A line of null is the whole file. */
  readonly review_comments: ReadonlyArray<{
    readonly id: number
    readonly user: string | null
    readonly path: string
    readonly line: number | null
    readonly body: string
  }>
}

/** A release with the names and digests of its assets, as plain values. */
export interface ReleaseSnapshot {
  readonly id: number
  readonly tag_name: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  readonly author: string
  readonly published_at: string | null
  readonly assets: ReadonlyArray<{
    readonly name: string
    readonly label: string | null
    readonly size: number
    /** `sha256:` and hex digits. */
    readonly digest: string
    readonly download_count: number
  }>
}

/** A hook of a repository with what was delivered to it, as plain values. */
export interface HookSnapshot {
  readonly id: number
  readonly active: boolean
  readonly events: ReadonlyArray<string>
  readonly url: string | null
  readonly content_type: "json" | "form"
  /** Null without a secret. */
  readonly secret: "********" | null
  /** The oldest first. */
  readonly deliveries: ReadonlyArray<{
    readonly id: number
    readonly guid: string
    readonly event: string
    readonly action: string | null
    readonly redelivery: boolean
    readonly status: string
    readonly status_code: number
  }>
}

/** A repository with its content, as plain values. */
export interface RepositorySnapshot {
  readonly id: number
  readonly full_name: string
  readonly labels: ReadonlyArray<{ readonly name: string; readonly color: string; readonly description: string | null }>
  readonly milestones: ReadonlyArray<{
    readonly number: number
    readonly title: string
    readonly state: State
    readonly description: string | null
    readonly due_on: string | null
  }>
  /** Ordered by number. */
  readonly issues: ReadonlyArray<IssueSnapshot>
  /** Ordered by number. */
  readonly pulls: ReadonlyArray<PullSnapshot>
  /** The sha of each branch's commit, by name. */
  readonly branches: Readonly<Record<string, string>>
  /** The sha of each tag's commit, by name. */
  readonly tags: Readonly<Record<string, string>>
  /** Most recent first. */
  readonly releases: ReadonlyArray<ReleaseSnapshot>
  readonly hooks: ReadonlyArray<HookSnapshot>
  /** Names of the secrets of GitHub Actions. */
  readonly secrets: ReadonlyArray<string>
  /** The variables of GitHub Actions. */
  readonly variables: Readonly<Record<string, string>>
  /** Names. */
  readonly environments: ReadonlyArray<string>
}

/** The kinds of requests that the service counts separately. */
export type Resource = "core" | "search" | "code_search" | "graphql"

/** What a principal has used and has left. */
export interface LimitStatus {
  /** Null for clients that are not signed in. */
  readonly login: string | null
  /** The rate-limit resource. */
  readonly resource: Resource
  /** Requests per window. */
  readonly limit: number
  /** Requests in this window so far. */
  readonly used: number
  /** Requests that are left in this window. */
  readonly remaining: number
  /** When the window ends, in epoch milliseconds. */
  readonly resetAt: number
}
