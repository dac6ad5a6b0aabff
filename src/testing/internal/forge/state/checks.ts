/** Statuses and check runs of commits. */
import type { AnnotationLevel, CheckConclusion, CheckStatus, StatusState } from "../../../ForgeState.ts"
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
