/** What a call has waited, and may still wait. */
import type { Patience } from "../../Limit.ts"

/** Notes a wait. One for a turn among spaced writes takes nothing of what is left. */
export const noteWait = (patience: Patience, milliseconds: number, takes = true): void => {
  patience.waited = (patience.waited ?? 0) + milliseconds
  if (takes) patience.left -= milliseconds
}
