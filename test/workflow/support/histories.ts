/** Random histories of a merge queue: what happens to its pull requests, and what a queue without batches would do. */
import { randomFrom } from "../../testing/git/random.ts"
import type * as Ci from "./ci.ts"

export interface Proposal {
  readonly number: number
  readonly files: Readonly<Record<string, string>>
  readonly isUrgent: boolean
}

export interface History {
  readonly batch: number
  readonly proposals: ReadonlyArray<Proposal>
}
