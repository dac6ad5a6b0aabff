/**
 * Messages have no names, and their labels are not all right. This is read from a response whose labels, order and counts
 * do not prove which columns are whose.
 */
export const doubtful: unique symbol = Symbol("doubtful")

/** The type of `doubtful`. */
export type Doubtful = typeof doubtful
