/** Patterns of places and operations. */
import type { Place } from "./places.ts"

/**
 * Whether a text is like a pattern, in which `*` stands for any letters. Upper and lower case are the same. The first place that
 * fits will do for each part, so that long texts cost no more than they have letters.
 */
const isLike = (pattern: string, text: string): boolean => {
  const [first = "", ...inner] = pattern.toLowerCase().split("*")
  const lower = text.toLowerCase()
  const last = inner.pop()
  if (last === undefined) return lower === first
  if (!lower.startsWith(first)) return false
  let at = first.length
  for (const part of inner) {
    const found = lower.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return lower.endsWith(last) && lower.length - last.length >= at
}

/** Whether an operation is like a pattern: `Issues.get`, `Issues.*`, `*`. Case counts. */
export const isOperation = (pattern: string, operation: string): boolean => {
  if (pattern === "*" || pattern === operation) return true
  return pattern.endsWith(".*") && operation.startsWith(pattern.slice(0, -1))
}

export const isAnyOperation = (patterns: ReadonlyArray<string>, operation: string): boolean =>
  patterns.some((pattern) => isOperation(pattern, operation))

/** A repository, as far as patterns know it. */
export interface Named {
  readonly owner: string
  readonly repo: string
  /** The issue or pull request that it is about. */
  readonly number?: number | undefined
}

/** Whether a repository, or a thing in it, is like a pattern. A pattern with a number has only that thing. */
const isNamed = (pattern: string, { number, owner, repo }: Named): boolean => {
  const [place = "", thing] = pattern.split("#")
  const [ofOwner = "", ofName, ...more] = place.split("/")
  if (ofName === undefined || more.length > 0) return false
  if (thing !== undefined && thing !== String(number)) return false
  return isLike(ofOwner, owner) && isLike(ofName, repo)
}

export const isAnyNamed = (patterns: ReadonlyArray<string>, named: Named): boolean =>
  patterns.some((pattern) => isNamed(pattern, named))

/** Whether all repositories of an owner are within patterns. */
export const isWholeOwner = (patterns: ReadonlyArray<string>, owner: string): boolean =>
  patterns.some((pattern) => {
    const [ofOwner = "", ofName] = pattern.split("/")
    return ofName === "*" && isLike(ofOwner, owner)
  })

/** Whether a place is within patterns. A place that belongs to no repository and no organization never is. */
export const isWithin = (patterns: ReadonlyArray<string>, place: Place): boolean => {
  if (place._tag === "Repository") return isAnyNamed(patterns, place)
  if (place._tag !== "Organization") return false
  return patterns.some((pattern) => !pattern.includes("/") && isLike(pattern, place.org))
}
