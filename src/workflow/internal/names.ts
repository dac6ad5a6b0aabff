/** Compares names of labels, users and the like. The service ignores their case. */

/** Whether a name is among others. */
export const isAmong = (name: string, names: ReadonlyArray<string>): boolean =>
  names.some((other) => other.toLowerCase() === name.toLowerCase())

/** Whether two lists have a name in common. */
export const shareName = (names: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean =>
  names.some((name) => isAmong(name, others))
