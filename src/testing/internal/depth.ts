/** How deep JSON nests. */

/** Deeper than anything the services take. Values that nest deeper would exhaust the stack of what reads them. */
const deepest = 100

const isDeeper = (value: unknown, than: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (than === 0 || Object.values(value).some((inner) => isDeeper(inner, than - 1)))

/** Whether a parsed value nests too deep to be read. */
export const isTooDeep = (value: unknown): boolean => isDeeper(value, deepest)
