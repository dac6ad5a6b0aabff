/** What issues and comments collect: reactions, and events that tell what happened. */
import type { LockReason, ReactionKind, StateReason } from "../../../../ForgeState.ts"
import type { Sha } from "../../../git/objects.ts"

export interface Reaction {
  readonly id: number
  readonly user: string | null
  readonly content: ReactionKind
  readonly created_at: number
}

/** An issue type, as it was then. */
export interface EventType {
  readonly id: number
  readonly name: string
  readonly color: string | null
}

/** What happened. The fields are those of its event. */
export interface Happening {
  readonly event: string
  readonly commit_id?: Sha
  /** The label, as it was then. */
  readonly label?: { readonly name: string; readonly color: string }
  readonly assignee?: string
  /** Title of a milestone. */
  readonly milestone?: string
  readonly rename?: { readonly from: string; readonly to: string }
  readonly state_reason?: StateReason | null
  readonly lock_reason?: LockReason | null
  readonly requested_reviewer?: string
  /** Slug of a team. */
  readonly requested_team?: string
  readonly dismissed_review?: {
    readonly state: string
    readonly review_id: number
    readonly dismissal_message: string | null
  }
  readonly issue_type?: EventType
  readonly prev_issue_type?: EventType
}

export interface IssueEvent extends Happening {
  readonly id: number
  /** Login of who did it; null for a deleted account. */
  readonly actor: string | null
  readonly created_at: number
}
