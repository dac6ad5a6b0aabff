/** What accounts have beside repositories: gists, and notifications. */
import type { Sha } from "../../git/objects.ts"

export interface GistComment {
  readonly id: number
  readonly user: string | null
  readonly body: string
  readonly created_at: number
  readonly updated_at: number
}

export interface Gist {
  /** Hexadecimal digits. */
  readonly id: string
  readonly owner: string | null
  readonly description: string | null
  readonly public: boolean
  /** The commits of its revisions, the oldest first. */
  readonly revisions: ReadonlyArray<Sha>
  /** Id of the gist that it was forked from. */
  readonly fork_of: string | null
  /** Logins in lower case. */
  readonly starred_by: ReadonlyArray<string>
  /** The oldest first. */
  readonly comments: ReadonlyArray<GistComment>
  readonly created_at: number
  readonly updated_at: number
}

/** Why somebody is notified. */
export type Reason =
  | "assign"
  | "author"
  | "comment"
  | "manual"
  | "mention"
  | "review_requested"
  | "state_change"
  | "subscribed"
  | "team_mention"

/** What a thread is about. */
export type Subject =
  | { readonly type: "Issue" | "PullRequest"; readonly number: number }
  | { readonly type: "Commit"; readonly sha: Sha }
  | { readonly type: "Release"; readonly id: number }

/** The notifications of one user about one subject. */
export interface Thread {
  readonly id: number
  /** Login in lower case. */
  readonly user: string
  /** Id. */
  readonly repository: number
  readonly subject: Subject
  readonly reason: Reason
  readonly unread: boolean
  /** Whether the user has put it away: it is listed no more, until something happens. */
  readonly done: boolean
  readonly updated_at: number
  readonly last_read_at: number | null
  /** What the user has said about further ones; `muted` ends with a comment of theirs, or a mention. Null for nothing. */
  readonly subscription: { readonly kind: "subscribed" | "ignored" | "muted"; readonly created_at: number } | null
}
