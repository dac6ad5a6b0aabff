/** What issues and comments collect: reactions, and events that tell what happened. */
import type { EventSeed } from "../../../../ForgeIssueSeed.ts"
import type { ReactionKind } from "../../../../ForgeState.ts"

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
