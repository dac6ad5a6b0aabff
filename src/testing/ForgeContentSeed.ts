/** What a seeded repository holds beside issues: files, commits, branches, pull requests, releases and checks. */
import type * as Duration from "effect/Duration"

/** An instant: ISO 8601, a `Date`, or a duration before the seeding. */
export type Moment = string | Date | { readonly ago: Duration.Input }

/** A file that is not simply its text. */
export type FileSeed =
  | { readonly content: string | Uint8Array; readonly executable?: boolean }
  | { readonly base64: string; readonly executable?: boolean }
  | { readonly symlink: string }
  /** The commit of another repository. */
  | { readonly submodule: string }

/** Files by path. Null removes a file. */
export type FilesSeed = Readonly<Record<string, string | Uint8Array | FileSeed | null>>

/** A login, or an identity as commits have it. */
export type AuthorSeed = string | { readonly name: string; readonly email: string }

export interface CommitSeed {
  /** Made from the files by default. */
  readonly message?: string
  readonly files?: FilesSeed
  /** The repository's owner by default. */
  readonly author?: AuthorSeed
  /** The author by default. */
  readonly committer?: AuthorSeed
  /** By default, commits are a minute apart, and the last one was made at the time of the seeding. */
  readonly date?: Moment
}

export interface BranchSeed {
  /** The branch, tag or sha that it starts from; the default branch by default. */
  readonly from?: string
  /** The files of its first commit. */
  readonly files?: FilesSeed
  /** Commits on top of it, the oldest first. */
  readonly commits?: ReadonlyArray<CommitSeed>
}

/** Git objects and refs as they are. */
export interface GitSeed {
  /** The sha of each full ref name, such as `refs/heads/main`. */
  readonly refs: Readonly<Record<string, string>>
  /** Every object: its kind and its content in base64. */
  readonly objects: ReadonlyArray<readonly [kind: "blob" | "tree" | "commit", base64: string]>
}

export interface MergesSeed {
  readonly merge?: boolean
  readonly squash?: boolean
  readonly rebase?: boolean
  /** Whether a merge deletes the branch. */
  readonly delete_branch?: boolean
}

export interface ProtectionSeed {
  /** Contexts of statuses, or names of check runs, that must have succeeded. */
  readonly required_checks?: ReadonlyArray<string>
  readonly required_approvals?: number
}

export interface ReviewSeed {
  readonly user: string
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING"
  readonly body?: string
  readonly submitted_at?: Moment
}

/** What a pull request has besides an issue's fields. */
export interface PullFields {
  /** A branch, or `owner:branch` of a fork. It is made if it is missing, from the base. */
  readonly head: string
  /** The default branch by default. */
  readonly base?: string
  /** The files of a commit on the head. */
  readonly files?: FilesSeed
  /** Commits on the head, the oldest first. */
  readonly commits?: ReadonlyArray<CommitSeed>
  readonly draft?: boolean
  /** Merges it, when it is seeded or then. */
  readonly merged?: boolean | Moment
  /** `merge` by default. */
  readonly merge_method?: "merge" | "squash" | "rebase"
  readonly requested_reviewers?: ReadonlyArray<string>
  /** Slugs. */
  readonly requested_teams?: ReadonlyArray<string>
  readonly reviews?: ReadonlyArray<ReviewSeed>
}

export interface AssetSeed {
  readonly name: string
  readonly content: string | Uint8Array | { readonly base64: string }
  readonly label?: string
  /** `application/octet-stream` by default. */
  readonly content_type?: string
}

/** A release. A string is a published one's tag. */
export interface ReleaseSeed {
  readonly tag_name: string
  /** The branch or sha that is tagged if the tag is new; the default branch by default. */
  readonly target_commitish?: string
  readonly name?: string
  readonly body?: string
  readonly draft?: boolean
  readonly prerelease?: boolean
  readonly author?: string
  readonly created_at?: Moment
  readonly published_at?: Moment
  readonly assets?: ReadonlyArray<AssetSeed>
}

export interface StatusSeed {
  readonly context: string
  readonly state: "success" | "pending" | "failure" | "error"
  /** The branch, tag or sha of its commit; the default branch by default. */
  readonly ref?: string
  readonly description?: string
  readonly target_url?: string
  readonly creator?: string
  readonly created_at?: Moment
}

export interface CheckSeed {
  readonly name: string
  /** The branch, tag or sha of its commit; the default branch by default. */
  readonly ref?: string
  /** `completed` by default. */
  readonly status?: "queued" | "in_progress" | "completed" | "waiting" | "requested" | "pending"
  /** `success` by default. */
  readonly conclusion?:
    | "success"
    | "failure"
    | "neutral"
    | "cancelled"
    | "skipped"
    | "timed_out"
    | "action_required"
    | "stale"
  readonly details_url?: string
  readonly title?: string
  readonly summary?: string
  readonly started_at?: Moment
  readonly completed_at?: Moment
}
