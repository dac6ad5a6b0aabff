/** What a proposal should be like, and what was done about it. */
import type * as Schedule from "effect/Schedule"
import { NotAcceptable } from "../forge/ForgeError.ts"
import type { PullRequest } from "../forge/schema/PullRequest.ts"
import { Conflict, Gone, NotFound, ValidationFailed } from "../rest/RestError.ts"
import { failureOf } from "./internal/failures.ts"
import { AutoMergeRefused, ProposalsLimited } from "./WorkflowError.ts"

/** What a pull request should be like. */
export interface Details {
  /** The title: up to 256 characters, or it fails with `InvalidInput`. One that somebody has changed since stays. */
  readonly title: string
  /**
   * The generated part of the text, as Markdown. What people write above and below it stays. Default: unchanged; empty
   * for a new pull request.
   */
  readonly body?: string | undefined
  /** Whether a new pull request is a draft. An open one stays as it is. Default: false. */
  readonly draft?: boolean | undefined
  /** Names of labels that it has, in addition to others. Default: none. */
  readonly labels?: ReadonlyArray<string> | undefined
  /** Logins of users who are asked to review it, unless they have. Its author is left out. Default: nobody. */
  readonly reviewers?: ReadonlyArray<string> | undefined
  /** Slugs of teams that are asked to review it. Default: none. */
  readonly team_reviewers?: ReadonlyArray<string> | undefined
  /** Logins of assignees that it has, in addition to others. Default: nobody. */
  readonly assignees?: ReadonlyArray<string> | undefined
  /** Number of its milestone; null for none. Default: unchanged; none for a new pull request. */
  readonly milestone?: number | null | undefined
  /**
   * Leaves the merge to the service, with this method, as `Merge.enqueue` does: it merges once all requirements of the
   * base are met, at once if there are none. Fails with `AutoMergeRefused` if the repository does not allow it; the
   * pull request is then open. Default: it is left as it is.
   */
  readonly auto_merge?: "merge" | "squash" | "rebase" | undefined
  /**
   * What happens to a branch that is behind its base: `rebuild` starts it again at the base, `merge` merges the base
   * into it. Default: it stays, unless it conflicts.
   */
  readonly refresh?: "rebuild" | "merge" | undefined
  /** The fork that has the branch. Its own branch of the name of the base is brought up to date first. Default: none. */
  readonly from?:
    | {
        readonly fork: {
          /** Login of the owner of the fork. */
          readonly owner: string
          /** Its name. Default: as that of the repository. */
          readonly repo?: string | undefined
        }
      }
    | undefined
  /**
   * How many pull requests may be open from branches with this prefix, before a new one is opened. Those that it
   * replaces do not count. Default: any number.
   */
  readonly limit?: { readonly prefix: string; readonly open: number } | undefined
  /**
   * The prefix of branches whose open proposals this one replaces, such as `bot/update-react-`: they get a comment, are
   * closed, and lose their branches. People's pull requests stay. Default: none.
   */
  readonly supersedes?: string | undefined
}

/** How to go about it. */
export interface Options<out R = never> {
  /**
   * The waits between two tries, and how many there are: after somebody else has moved the branch, and until the service shows
   * a commit and what it conflicts with. Default: 9 tries with growing delays from 100 milliseconds on, and 4 looks with
   * growing delays from a second on.
   */
  readonly schedule?: Schedule.Schedule<unknown, unknown, never, R> | undefined
}

/** What was done, and the pull request. */
export interface Proposed {
  /** `unchanged`: there is an open pull request with these files, and it is as wanted. */
  readonly action: "created" | "updated" | "unchanged"
  /** The pull request as it is now. */
  readonly pull: PullRequest
}

/** What `pullRequest` can fail with. */
export const Failure = failureOf([
  NotFound,
  Gone,
  Conflict,
  ValidationFailed,
  NotAcceptable,
  ProposalsLimited,
  AutoMergeRefused
])
export type Failure = typeof Failure.Type
