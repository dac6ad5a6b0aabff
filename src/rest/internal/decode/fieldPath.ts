/** Paths to fields of a value, such as `[3].user.login`. */

type Segment = PropertyKey | { readonly key: PropertyKey }

/** The keys of an issue's path. */
export const keysOf = (path: ReadonlyArray<Segment> = []): ReadonlyArray<PropertyKey> =>
  path.map((segment) => (typeof segment === "object" ? segment.key : segment))

export const show = (keys: ReadonlyArray<PropertyKey>): string =>
  keys
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "")
