/** Statuses and check runs of commits. */
import type { CheckConclusion, CheckStatus, StatusState } from "../../../ForgeState.ts"
import type { Sha } from "../../git/objects.ts"

export interface CommitStatus {
  readonly id: number
  readonly state: StatusState
  readonly context: string
  readonly description: string | null
  readonly target_url: string | null
  readonly creator: string | null
  readonly created_at: number
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
  readonly started_at: number
  readonly completed_at: number | null
}
