/** What is known of moves of branches and tags. */
import type { Sha } from "../../git/objects.ts"

/** A move of a branch or a tag. */
export interface Push {
  readonly id: number
  /** The full name. */
  readonly ref: string
  /** Null for a new one. */
  readonly before: Sha | null
  /** Null for a deleted one. */
  readonly after: Sha | null
  readonly actor: string
  /** Whether it has merged a pull request. */
  readonly merges: boolean
  readonly created_at: number
}
