/** What a seed says of issues: their labels, milestones, comments, types and fields. */
import type { Moment } from "./ForgeContentSeed.ts"
import type {
  IssueColor,
  IssueFieldContent,
  IssueFieldType,
  LockReason,
  ReactionKind,
  State,
  StateReason
} from "./ForgeState.ts"

/** A type of issues that an organization defines. */
export interface IssueTypeSeed {
  readonly name: string
  readonly id?: number
  readonly description?: string
  readonly color?: IssueColor
  /** Issues cannot get a disabled type. True by default. */
  readonly is_enabled?: boolean
}

/** What can be selected as the value of a field. */
export interface IssueFieldOptionSeed {
  readonly name: string
  readonly id?: number
  /** `gray` by default. */
  readonly color?: IssueColor
}

/** A field of issues that an organization defines. */
export interface IssueFieldSeed {
  readonly name: string
  readonly id?: number
  readonly data_type: IssueFieldType
  readonly description?: string
  /** Of `single_select` and `multi_select`. */
  readonly options?: ReadonlyArray<string | IssueFieldOptionSeed>
}

/** A label of a repository. */
export interface LabelSeed {
  readonly name: string
  readonly id?: number
  readonly color?: string
  readonly description?: string
}

/** A milestone of a repository. */
export interface MilestoneSeed {
  readonly title: string
  readonly number?: number
  readonly id?: number
  readonly state?: State
  readonly description?: string
  /** Login: the repository's owner by default, null for a deleted account. */
  readonly creator?: string | null
  readonly due_on?: Moment
  readonly created_at?: Moment
  readonly updated_at?: Moment
  readonly closed_at?: Moment
}

/** A reaction to an issue, a pull request or a comment. */
export interface ReactionSeed {
  readonly id?: number
  readonly content: ReactionKind
  /** Login: the repository's owner by default, null for a deleted account. */
  readonly user?: string | null
  /** The time of what it is a reaction to, by default. */
  readonly created_at?: Moment
}

/** The type of an issue at the time of an event. */
export interface EventTypeSeed {
  readonly id: number
  readonly name: string
  readonly color: string | null
}

/** What happened to an issue or a pull request, as its events and its timeline tell. It changes nothing. */
export interface EventSeed {
  readonly id?: number
  /** What happened, such as `labeled`, `closed` or `renamed`. */
  readonly event: string
  /** Login of who did it; null for a deleted account. */
  readonly actor: string | null
  /** The time of the issue, by default. */
  readonly created_at?: Moment
  /** Of `merged`, `referenced` and `head_ref_force_pushed`. */
  readonly commit_id?: string
  /** Of `labeled` and `unlabeled`. */
  readonly label?: { readonly name: string; readonly color: string }
  /** Login, of `assigned` and `unassigned`. */
  readonly assignee?: string
  /** Title of the milestone, of `milestoned` and `demilestoned`. */
  readonly milestone?: string
  /** Of `renamed`. */
  readonly rename?: { readonly from: string; readonly to: string }
  /** Of `closed` and `reopened`. */
  readonly state_reason?: StateReason | null
  /** Of `locked`. */
  readonly lock_reason?: LockReason | null
  /** Login, of `review_requested` and `review_request_removed`. */
  readonly requested_reviewer?: string
  /** Slug of a team, of `review_requested` and `review_request_removed`. */
  readonly requested_team?: string
  /** Of `review_dismissed`. */
  readonly dismissed_review?: {
    readonly state: string
    readonly review_id: number
    readonly dismissal_message: string | null
  }
  /** Of `issue_type_added`, `issue_type_changed` and `issue_type_removed`. */
  readonly issue_type?: EventTypeSeed
  /** Of `issue_type_changed`. */
  readonly prev_issue_type?: EventTypeSeed
}

/** A comment of an issue or a pull request. */
export interface CommentSeed {
  readonly body: string
  readonly id?: number
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  readonly user?: string | null
  readonly reactions?: ReadonlyArray<ReactionSeed>
  readonly created_at?: Moment
  readonly updated_at?: Moment
}

/** An issue, or a pull request. */
export interface IssueSeed {
  readonly title: string
  /** The next free number by default. */
  readonly number?: number
  readonly id?: number
  readonly body?: string
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  readonly user?: string | null
  readonly state?: State
  /** `completed` by default for a closed issue. */
  readonly state_reason?: StateReason | null
  /** Names. Labels that the repository does not have are created. */
  readonly labels?: ReadonlyArray<string>
  /** Logins. Users who are not collaborators become so, with the permission `triage`. */
  readonly assignees?: ReadonlyArray<string>
  /** Number or title. A milestone that the repository does not have is created. */
  readonly milestone?: number | string
  /** The name of a type that the repository's organization defines. */
  readonly type?: string
  /** Values of fields that the organization defines, by the field's name. Names of options, if it has some. */
  readonly issue_field_values?: Readonly<Record<string, IssueFieldContent>>
  /** Id of the issue that it repeats, if it is closed as `duplicate`. */
  readonly duplicate_issue_id?: number
  /** True, or the reason of the lock. */
  readonly locked?: boolean | LockReason
  readonly comments?: ReadonlyArray<string | CommentSeed>
  readonly reactions?: ReadonlyArray<ReactionSeed>
  /** What happened before, the oldest first. None by default: what the other fields say has no events. */
  readonly events?: ReadonlyArray<EventSeed>
  /** Makes it a pull request from a branch of its own that changes no file. `pulls` of the repository has the others. */
  readonly pull_request?: true | { readonly draft?: boolean; readonly merged_at?: Moment }
  /** By default, issues are a minute apart, and the last one was opened at the time of the seeding. */
  readonly created_at?: Moment
  readonly updated_at?: Moment
  readonly closed_at?: Moment
  /** Login of the one who closed it: the repository's owner by default, null for nobody. */
  readonly closed_by?: string | null
}
