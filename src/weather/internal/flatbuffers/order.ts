/** Matches what a response has to what was requested, where the response keeps the order and may leave out some. */

/**
 * Returns the name of each item, if there is exactly one way to give all of them names in order. `may` tells whether an
 * item can have a name.
 */
export const namesInOrder = <Name, A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<Name>,
  may: (name: Name, item: A) => boolean
): ReadonlyArray<Name> | undefined => {
  // Nothing is left out.
  if (items.length === names.length) {
    return names.every((name, i) => {
      const item = items[i]
      return item !== undefined && may(name, item)
    })
      ? names
      : undefined
  }
  const first = firstNames(items, names, may)
  const last = firstNames(items.toReversed(), names.toReversed(), may)?.toReversed()
  return first?.every((name, i) => name === last?.[i]) === true ? first : undefined
}

/** Gives each item the first name that it can have after the name of the item before. */
const firstNames = <Name, A>(
  items: ReadonlyArray<A>,
  names: ReadonlyArray<Name>,
  may: (name: Name, item: A) => boolean
): ReadonlyArray<Name> | undefined => {
  const found: Array<Name> = []
  for (const name of names) {
    const item = items[found.length]
    if (item !== undefined && may(name, item)) found.push(name)
  }
  return found.length === items.length ? found : undefined
}
