/** What a seeded repository holds beside issues: files, commits, branches, pull requests, releases and checks. */
import type * as Duration from "effect/Duration"
import type { AnnotationLevel, CheckConclusion, CheckStatus, ReviewState, StatusState } from "./ForgeState.ts"

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

/** A commit on a branch. */
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

/** A branch beside the default one. */
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
  /** The sha of each full ref name, such as `refs/heads/main`: that of a commit, or of an annotated tag of one. */
  readonly refs: Readonly<Record<string, string>>
  /** Every object: its kind and its content in base64. */
  readonly objects: ReadonlyArray<readonly [kind: "blob" | "tree" | "commit" | "tag", base64: string]>
  /** Shas of objects that no ref leads to, and that the repository has by their sha all the same. */
  readonly kept?: ReadonlyArray<string>
}

/** Which ways of merging are allowed. All are by default. */
export interface MergesSeed {
  readonly merge?: boolean
  readonly squash?: boolean
  readonly rebase?: boolean
  /** Whether a merge deletes the branch. */
  readonly delete_branch?: boolean
}

/** Under the service's names. All have its defaults. */
export interface SettingsSeed {
  readonly has_projects?: boolean
  readonly has_wiki?: boolean
  readonly has_discussions?: boolean
  readonly is_template?: boolean
  readonly allow_forking?: boolean
  readonly allow_auto_merge?: boolean
  readonly allow_update_branch?: boolean
  readonly web_commit_signoff_required?: boolean
  readonly squash_merge_commit_title?: "PR_TITLE" | "COMMIT_OR_PR_TITLE"
  readonly squash_merge_commit_message?: "PR_BODY" | "COMMIT_MESSAGES" | "BLANK"
  readonly merge_commit_title?: "PR_TITLE" | "MERGE_MESSAGE"
  readonly merge_commit_message?: "PR_BODY" | "PR_TITLE" | "BLANK"
}

/** What a branch demands of a merge. */
export interface ProtectionSeed {
  /** Contexts of statuses, or names of check runs, that must have succeeded. */
  readonly required_checks?: ReadonlyArray<string>
  readonly required_approvals?: number
}

/** A review of a pull request. */
export interface ReviewSeed {
  readonly id?: number
  /** Login; null for a deleted account. */
  readonly user: string | null
  readonly state: ReviewState
  readonly body?: string
  /** The commit that was reviewed; the head's by default. */
  readonly commit_id?: string
  readonly submitted_at?: Moment
}

/** A comment on a line of a pull request's files. */
export interface ReviewCommentSeed {
  readonly id?: number
  readonly path: string
  readonly body: string
  /** A line that the file's patch shows. Null comments on the whole file. */
  readonly line: number | null
  /** The old code (`LEFT`), or the new; `RIGHT` by default. */
  readonly side?: "LEFT" | "RIGHT"
  /** The first of several lines. */
  readonly start_line?: number
  readonly start_side?: "LEFT" | "RIGHT"
  /** Login of the author: the repository's owner by default, null for a deleted account. */
  readonly user?: string | null
  /** Id of its review. By default, it has one of its own. */
  readonly review?: number
  /** Id of the first comment of its thread, if it is a reply. */
  readonly in_reply_to?: number
  /** The commit that it was written for; the head's by default. */
  readonly commit_id?: string
  /** Its place in the file's patch at that commit, and the patch up to there. Worked out by default. */
  readonly position?: number
  readonly diff_hunk?: string
  readonly created_at?: Moment
  readonly updated_at?: Moment
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
  readonly review_comments?: ReadonlyArray<ReviewCommentSeed>
  readonly maintainer_can_modify?: boolean
  /** Its own id, which differs from that of its issue. */
  readonly pull_id?: number
  /**
   * The commit of the head. Takes the pull request as it is: makes no commit, no branch and no merge. The fields below
   * belong to it.
   */
  readonly head_sha?: string
  /** `owner/name` of the head's repository: this one by default, null for a deleted one. */
  readonly head_repository?: string | null
  /** The commit of the base when the pull request was opened or closed; that of its branch by default. */
  readonly base_sha?: string
  /** Login of the one who merged it; null for nobody. */
  readonly merged_by?: string | null
  /** The commit that merging made, or would make. */
  readonly merge_commit_sha?: string
  /** Whether `mergeable` is known. By default, the first look at it answers null. */
  readonly judged?: boolean
}

/** A file of a release. */
export interface AssetSeed {
  readonly name: string
  readonly content: string | Uint8Array | { readonly base64: string }
  readonly label?: string
  /** `application/octet-stream` by default. */
  readonly content_type?: string
  readonly id?: number
  /** Login; the release's author by default. */
  readonly uploader?: string
  readonly download_count?: number
  readonly created_at?: Moment
  readonly updated_at?: Moment
}

/** A release. A string is a published one's tag. */
export interface ReleaseSeed {
  readonly tag_name: string
  /** The branch or sha that is tagged if the tag is new; the default branch by default. */
  readonly target_commitish?: string
  readonly id?: number
  /** The tag's name by default. */
  readonly name?: string | null
  readonly body?: string
  readonly draft?: boolean
  readonly prerelease?: boolean
  /** Whether it is the latest on purpose; null decides by date and version. By default, the last one published is. */
  readonly make_latest?: boolean | null
  readonly author?: string
  readonly created_at?: Moment
  readonly published_at?: Moment
  readonly updated_at?: Moment
  readonly assets?: ReadonlyArray<AssetSeed>
}

/** A status of a commit. */
export interface StatusSeed {
  readonly context: string
  readonly state: StatusState
  /** The branch, tag or sha of its commit; the default branch by default. */
  readonly ref?: string
  readonly id?: number
  readonly description?: string
  readonly target_url?: string
  /** Login: the repository's owner by default, null for a deleted account. */
  readonly creator?: string | null
  readonly created_at?: Moment
}

/** A remark of a check run on lines of a file. */
export interface AnnotationSeed {
  readonly path: string
  readonly start_line: number
  /** `start_line` by default. */
  readonly end_line?: number
  readonly start_column?: number
  readonly end_column?: number
  /** `notice` by default. */
  readonly annotation_level?: AnnotationLevel
  readonly title?: string
  readonly message: string
  readonly raw_details?: string
}

/** A check run of a commit. */
export interface CheckSeed {
  readonly name: string
  /** The branch, tag or sha of its commit; the default branch by default. */
  readonly ref?: string
  /** `completed` by default. */
  readonly status?: CheckStatus
  /** `success` by default. */
  readonly conclusion?: CheckConclusion
  readonly id?: number
  /** Id of its suite: one for each app and commit by default. */
  readonly suite?: number
  /** Id of the app that made it; that of GitHub Actions by default. */
  readonly app?: number
  readonly external_id?: string
  readonly details_url?: string
  readonly title?: string
  readonly summary?: string
  readonly text?: string
  readonly annotations?: ReadonlyArray<AnnotationSeed>
  /** Whether its app was asked to run it again, and has not changed it since. */
  readonly rerequested?: boolean
  readonly started_at?: Moment
  readonly completed_at?: Moment
}
