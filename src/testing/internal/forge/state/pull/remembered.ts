/** Remembers what was computed from two commits: objects never change. */
import { memoised } from "../../../git/memo.ts"
import type { Objects, Sha } from "../../../git/objects.ts"

type Computed<A> = (objects: Objects, base: Sha, head: Sha) => A

export const remembered = <A>(compute: Computed<A>): Computed<A> => {
  const known = memoised<{ readonly value: A }>(5_000)
  return (objects, base, head) =>
    known(objects, `${base} ${head}`, () => ({ value: compute(objects, base, head) })).value
}
