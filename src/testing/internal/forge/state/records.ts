/** The records of a repository beside issues: what they hold, and what new ones have. */
import type { CommentSeed, EventSeed } from "../../../ForgeIssueSeed.ts"
import type {
  WorkflowState,
  AnnotationLevel,
  CheckConclusion,
  CheckStatus,
  DeploymentState,
  IssueColor,
  Permission,
  ReactionKind,
  ReviewState,
  StatusState
} from "../../../ForgeState.ts"
import type { DeploymentSeed } from "../../../ForgeWorkflowSeed.ts"
import type { Sha } from "../../git/objects.ts"
import type { AutoMerge, QueueEntry } from "./mergeTypes.ts"

/** The security features of a repository, under the names that the service gives them. */
export const securityFeatures = [
  "advanced_security",
  "code_security",
  "dependabot_security_updates",
  "secret_scanning",
  "secret_scanning_push_protection",
  "secret_scanning_ai_detection",
  "secret_scanning_non_provider_patterns",
  "secret_scanning_delegated_alert_dismissal",
  "secret_scanning_delegated_bypass"
] as const

/** Which of them are on. */
export type Security = {
  readonly [Feature in (typeof securityFeatures)[number]]?: { readonly status: "enabled" | "disabled" }
}

/** How a user watches a repository. */
export interface Subscription {
  readonly subscribed: boolean
  readonly ignored: boolean
  readonly created_at: number
}

/** What the administrators of a repository switch on and off, under the names that the service gives it. */
export interface Settings {
  readonly has_projects: boolean
  readonly has_wiki: boolean
  readonly has_discussions: boolean
  readonly is_template: boolean
  readonly allow_forking: boolean
  readonly allow_auto_merge: boolean
  readonly allow_update_branch: boolean
  readonly web_commit_signoff_required: boolean
  readonly security_and_analysis: Security
  readonly squash_merge_commit_title: "PR_TITLE" | "COMMIT_OR_PR_TITLE"
  readonly squash_merge_commit_message: "PR_BODY" | "COMMIT_MESSAGES" | "BLANK"
  readonly merge_commit_title: "PR_TITLE" | "MERGE_MESSAGE"
  readonly merge_commit_message: "PR_BODY" | "PR_TITLE" | "BLANK"
}

export const defaultSettings: Settings = {
  has_projects: true,
  has_wiki: true,
  has_discussions: false,
  is_template: false,
  allow_forking: true,
  allow_auto_merge: false,
  allow_update_branch: false,
  web_commit_signoff_required: false,
  security_and_analysis: {
    dependabot_security_updates: { status: "disabled" },
    secret_scanning: { status: "disabled" },
    secret_scanning_push_protection: { status: "disabled" }
  },
  squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
  squash_merge_commit_message: "COMMIT_MESSAGES",
  merge_commit_title: "MERGE_MESSAGE",
  merge_commit_message: "PR_TITLE"
}

/** Which ways of merging a repository allows. */
export interface Merges {
  readonly merge: boolean
  readonly squash: boolean
  readonly rebase: boolean
  readonly delete_branch: boolean
}

/** Pull requests are merged in all ways, and branches stay. */
export const everyMerge: Merges = { merge: true, squash: true, rebase: true, delete_branch: false }

export interface Reaction {
  readonly id: number
  readonly user: string | null
  readonly content: ReactionKind
  readonly created_at: number
}

/** What happened. The fields are those of its event. */
export type Happening = Omit<EventSeed, "id" | "actor" | "created_at">

export interface IssueEvent extends Happening {
  readonly id: number
  /** Login of who did it; null for a deleted account. */
  readonly actor: string | null
  readonly created_at: number
}

export interface IssueType {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly color: IssueColor | null
  /** Issues cannot get a disabled type. */
  readonly is_enabled: boolean
}

/** A branch that is linked to an issue. */
export interface LinkedBranch {
  readonly id: number
  /** Id of the repository that has it. */
  readonly repository: number
  readonly name: string
}

export interface PullHead {
  /** Id of the repository that has the branch; null if it was deleted. */
  readonly repository: number | null
  readonly owner: string
  /** Name of the branch. */
  readonly ref: string
  /** The branch's commit; that of the time of closing once the pull request is closed. */
  readonly sha: Sha
}

/** Why a comment is hidden. */
export type MinimizedReason = NonNullable<CommentSeed["minimized"]>

export interface Review {
  readonly id: number
  readonly user: string | null
  readonly state: ReviewState
  readonly body: string
  readonly commit_id: Sha
  readonly minimized: MinimizedReason | null
  /** Null while it is pending. */
  readonly submitted_at: number | null
}

/** The old code, or the new. */
export type Side = "LEFT" | "RIGHT"

/** A comment on a line of a pull request's files. */
export interface ReviewComment {
  readonly id: number
  readonly review: number
  readonly user: string | null
  readonly path: string
  readonly body: string
  /** The place in the file's patch at `commit_id`. */
  readonly position: number
  /** The line at `commit_id`; null for a comment on the whole file. */
  readonly line: number | null
  readonly side: Side
  readonly start_line: number | null
  readonly start_side: Side | null
  readonly commit_id: Sha
  /** The first comment of its thread, if it is a reply. */
  readonly in_reply_to: number | null
  /** Login of who has resolved its thread, if it is the first of one; null while nobody has. */
  readonly resolved_by: string | null
  readonly minimized: MinimizedReason | null
  readonly reactions: ReadonlyArray<Reaction>
  readonly diff_hunk: string
  readonly created_at: number
  readonly updated_at: number
}

export interface PullRequest {
  /** Its own id: the issue's id is another one. */
  readonly id: number
  readonly draft: boolean
  readonly head: PullHead
  readonly base: { readonly ref: string; readonly sha: Sha }
  /** Who has pushed its last commit; null for its author. */
  readonly pusher: string | null
  readonly merged_at: number | null
  readonly merged_by: string | null
  /** The test merge while it is open and mergeable, the merge afterwards. */
  readonly merge_commit_sha: Sha | null
  /** Logins. */
  readonly requested_reviewers: ReadonlyArray<string>
  /** Slugs. */
  readonly requested_teams: ReadonlyArray<string>
  readonly maintainer_can_modify: boolean
  readonly reviews: ReadonlyArray<Review>
  readonly review_comments: ReadonlyArray<ReviewComment>
  /** The commits of base and head that were last asked about: the first look at new ones answers null for `mergeable`. */
  readonly mergeable_for: string | null
  /** From when on it is known for them. */
  readonly mergeable_at: number
  readonly auto_merge: AutoMerge | null
  readonly queue: QueueEntry | null
}

export interface Invitation {
  readonly id: number
  readonly invitee: string
  readonly inviter: string | null
  readonly permission: Permission
  readonly created_at: number
}

export interface DeployKey {
  readonly id: number
  /** Without its comment. */
  readonly key: string
  readonly title: string
  readonly read_only: boolean
  readonly added_by: string | null
  readonly created_at: number
}

export interface CommitStatus {
  readonly id: number
  readonly state: StatusState
  readonly context: string
  readonly description: string | null
  readonly target_url: string | null
  readonly creator: string | null
  readonly created_at: number
}

/** A comment on a commit, outside of a pull request. */
export interface CommitComment {
  readonly id: number
  readonly user: string | null
  readonly commit_id: Sha
  readonly path: string | null
  /** In lines of the file's diff. */
  readonly position: number | null
  readonly line: number | null
  readonly body: string
  readonly reactions: ReadonlyArray<Reaction>
  readonly created_at: number
  readonly updated_at: number
}

/** A remark of a check run on lines of a file. */
export interface Annotation {
  readonly path: string
  readonly start_line: number
  readonly end_line: number
  readonly start_column: number | null
  readonly end_column: number | null
  readonly annotation_level: AnnotationLevel
  readonly title: string | null
  readonly message: string
  readonly raw_details: string | null
}

export interface CheckRun {
  readonly id: number
  readonly name: string
  readonly head_sha: Sha
  readonly status: CheckStatus
  /** Null until it is completed. */
  readonly conclusion: CheckConclusion | null
  readonly external_id: string
  readonly details_url: string | null
  /** Id of the app that made it. */
  readonly app: number
  /** One for each app and commit. */
  readonly suite: number
  readonly output: {
    readonly title: string | null
    readonly summary: string | null
    readonly text: string | null
  }
  readonly annotations: ReadonlyArray<Annotation>
  /** Whether its app was asked to run it again, and has not changed it since. */
  readonly rerequested: boolean
  readonly started_at: number
  readonly completed_at: number | null
}

/** A check suite that an app has created by itself. All others follow from their runs. */
export interface CheckSuite {
  readonly id: number
  /** Id of its app. */
  readonly app: number
  readonly head_sha: Sha
  /** What the branch was at before the push that has caused it; null if none has, or the branch was new. */
  readonly before: Sha | null
  readonly created_at: number
}

export interface Asset {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly content_type: string
  readonly content: Uint8Array
  /** `sha256:…` of the content. */
  readonly digest: string
  readonly uploader: string
  readonly download_count: number
  readonly created_at: number
  readonly updated_at: number
}

export interface Release {
  readonly id: number
  readonly tag_name: string
  readonly target_commitish: string
  readonly name: string | null
  readonly body: string | null
  readonly draft: boolean
  readonly prerelease: boolean
  /** Whether it is the latest on purpose, or never is; null decides by date and version. At most one has true. */
  readonly make_latest: boolean | null
  readonly author: string
  /** The date of the tagged commit, as in the service. */
  readonly created_at: number
  readonly published_at: number | null
  readonly updated_at: number
  readonly assets: ReadonlyArray<Asset>
  readonly reactions: ReadonlyArray<Reaction>
}

export interface Workflow {
  readonly id: number
  /** The name of its file in `.github/workflows`. */
  readonly file: string
  readonly name: string
  /** The events that start it. */
  readonly on: ReadonlyArray<string>
  /** The names of its inputs; null for any. */
  readonly inputs: ReadonlyArray<string> | null
  /** The title of runs that are dispatched; null for the name. */
  readonly run_name: string | null
  /** Events start only an active one. */
  readonly state: WorkflowState
  /** The environment that its runs deploy to. */
  readonly environment: string | null
}

/** How far something is, and how it ended: null until it has. */
export interface Progress {
  readonly status: CheckStatus
  readonly conclusion: CheckConclusion | null
}

export interface JobStep extends Progress {
  readonly name: string
  readonly started_at: number | null
  readonly completed_at: number | null
}

export interface Job extends Progress {
  readonly id: number
  readonly name: string
  readonly labels: ReadonlyArray<string>
  readonly steps: ReadonlyArray<JobStep>
  readonly created_at: number
  readonly started_at: number
  readonly completed_at: number | null
  /** Its log; null for one that is made of its steps. */
  readonly log: string | null
}

export interface RunAttempt extends Progress {
  readonly triggering_actor: string | null
  readonly started_at: number
  readonly jobs: ReadonlyArray<Job>
  /** The zip archive of its logs: null if there are none, `jobs` for one that is made of those of its jobs. */
  readonly logs: Uint8Array | "jobs" | null
}

/** What a reviewer has said of the deployments of a run. */
export interface DeploymentReview {
  /** Ids of the environments. */
  readonly environments: ReadonlyArray<number>
  readonly state: "approved" | "rejected"
  readonly comment: string
  readonly user: string
}

export interface Artifact {
  readonly id: number
  readonly name: string
  /** The zip archive. */
  readonly content: Uint8Array
  /** `sha256:…` of the content. */
  readonly digest: string
  readonly created_at: number
  readonly expires_at: number
}

export interface Run {
  readonly id: number
  /** Id of its workflow. */
  readonly workflow: number
  readonly number: number
  readonly event: string
  readonly head_branch: string | null
  readonly head_sha: Sha
  readonly title: string
  readonly actor: string | null
  readonly suite: number
  /** The attempts before the latest one, the first one first. */
  readonly earlier: ReadonlyArray<RunAttempt>
  readonly latest: RunAttempt
  readonly logs_deleted: boolean
  /** Ids of the environments that it waits for. */
  readonly pending: ReadonlyArray<number>
  /** Ids of those that were approved, and whose timers still run. */
  readonly approved: ReadonlyArray<number>
  readonly reviews: ReadonlyArray<DeploymentReview>
  readonly artifacts: ReadonlyArray<Artifact>
  readonly created_at: number
  readonly updated_at: number
}

export const lifetimeOfArtifacts = 90 * 86_400_000

/** The end of a zip archive, which is all of an empty one. */
export const emptyArchive: Uint8Array = new Uint8Array([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])

export interface DeploymentStatus {
  readonly id: number
  readonly state: DeploymentState
  readonly description: string
  readonly environment: string
  readonly environment_url: string
  readonly log_url: string
  readonly creator: string | null
  readonly created_at: number
}

export interface Deployment {
  readonly id: number
  readonly sha: Sha
  readonly ref: string
  readonly task: string
  /** The environment that it was created for. */
  readonly environment: string
  readonly description: string | null
  readonly payload: NonNullable<DeploymentSeed["payload"]>
  readonly transient_environment: boolean
  readonly production_environment: boolean
  readonly creator: string | null
  /** The oldest first. */
  readonly statuses: ReadonlyArray<DeploymentStatus>
  readonly created_at: number
  readonly updated_at: number
}

/** Where it is deployed: what its newest status says. */
export const environmentOf = ({ environment, statuses }: Deployment): string =>
  statuses.at(-1)?.environment ?? environment
