/** Remembers what was computed from two commits: objects never change. */
import type { Objects, Sha } from "../../../git/objects.ts"

/** Pairs for each store. The oldest is forgotten first. */
const most = 10_000

type Computed<A> = (objects: Objects, base: Sha, head: Sha) => A

export const remembered = <A>(compute: Computed<A>): Computed<A> => {
  const stores = new WeakMap<Objects, Map<string, { readonly value: A }>>()
  return (objects, base, head) => {
    const known = stores.get(objects) ?? new Map<string, { readonly value: A }>()
    stores.set(objects, known)
    const key = `${base} ${head}`
    const found = known.get(key) ?? { value: compute(objects, base, head) }
    if (known.size >= most) known.delete(known.keys().next().value ?? key)
    known.set(key, found)
    return found.value
  }
}
