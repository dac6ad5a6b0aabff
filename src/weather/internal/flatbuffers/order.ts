/** Matches what a response has to what was requested, where the response keeps the order and may leave out some. */

/**
 * Returns the name of each item, if there is exactly one way to give all of them names in order. `may` tells whether an
 * item can have a name.
 */
export const namesInOrder = <A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<string>,
  may: (name: string, item: A) => boolean
): ReadonlyArray<string> | undefined => {
  // Nothing is left out.
  if (items.length === names.length) return items.every((item, i) => may(names[i] ?? "", item)) ? names : undefined
  const first = firstNames(items, names, may)
  const last = firstNames(items.toReversed(), names.toReversed(), may)?.toReversed()
  return first?.every((name, i) => name === last?.[i]) === true ? first : undefined
}

/** Gives each item the first name that it can have after the name of the item before. */
const firstNames = <A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<string>,
  may: (name: string, item: A) => boolean
): ReadonlyArray<string> | undefined => {
  const found: Array<string> = []
  for (const name of names) {
    const item = items[found.length]
    if (item !== undefined && may(name, item)) found.push(name)
  }
  return found.length === items.length ? found : undefined
}
