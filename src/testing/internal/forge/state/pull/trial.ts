/** Tries out merges, without changing any ref. */
import type { Sha } from "../../../git/objects.ts"
import { mergeCommits, rebaseOnto } from "../../../git/rebase.ts"
import { remembered } from "./remembered.ts"

/** Returns the merged tree of a base and a head; undefined if they conflict. */
export const trialMerge = remembered((objects, base, head): Sha | undefined => {
  const merged = mergeCommits(objects, base, head)
  return merged._tag === "Clean" ? merged.tree : undefined
})

const nobody = { name: "GitHub", email: "noreply@github.com", date: 0 }

/** Whether the commits of a head can be applied to a base, one after the other. */
export const canRebase = remembered(
  (objects, base, head): boolean => rebaseOnto(objects, base, head, base, nobody)._tag === "Rebased"
)
