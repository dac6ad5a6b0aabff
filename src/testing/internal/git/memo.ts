/** Remembers what pure functions over git objects returned. */
import type { Objects } from "./objects.ts"

/** Makes a map for each store of objects, which lives as long as the store. */
export const mapFor = <A>(): ((objects: Objects) => Map<string, A>) => {
  const stores = new WeakMap<Objects, Map<string, A>>()
  return (objects) => {
    const known = stores.get(objects) ?? new Map<string, A>()
    stores.set(objects, known)
    return known
  }
}

/**
 * Remembers results by key for each store of objects, and forgets the oldest ones beyond `limit`. The key must name all
 * that the result depends on, so shas and plain options.
 */
export const memoised = <A>(limit: number): ((objects: Objects, key: string, compute: () => A) => A) => {
  const mapOf = mapFor<A>()
  return (objects, key, compute) => {
    const known = mapOf(objects)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = compute()
    known.set(key, made)
    if (known.size > limit) {
      for (const oldest of known.keys()) {
        known.delete(oldest)
        break
      }
    }
    return made
  }
}
