/** The file `CODEOWNERS` of a repository: which owners a path has. */
import { isPattern, matcherOf } from "./pathPattern.ts"

/** Where the file may be: the first one counts. */
export const places = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const

/** The most bytes that the file may have: the service does not read a larger one. */
export const mostBytes = 3 * 1024 * 1024

/** A line with a pattern. It has no owners if nobody owns what it is about. */
export interface Rule {
  readonly line: number
  readonly pattern: string
  readonly owners: ReadonlyArray<string>
}

/** A line that the service skips, because it cannot read its pattern or one of its owners. */
interface Skipped {
  readonly line: number
  readonly text: string
  readonly because: "pattern" | "owner"
}

const isOwner = (text: string): boolean => /^@[^\s@/]+(?:\/[^\s@/]+)?$|^[^\s@]+@[^\s@]+$/.test(text)

/** Reads the lines of a file, without its comments. */
export const parse = (
  text: string
): { readonly rules: ReadonlyArray<Rule>; readonly skipped: ReadonlyArray<Skipped> } => {
  const rules: Array<Rule> = []
  const skipped: Array<Skipped> = []
  for (const [index, each] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    const words = each.match(/(?:\\.|[^\s\\])+/g) ?? []
    const comment = words.findIndex((word) => word.startsWith("#"))
    const [pattern, ...owners] = comment < 0 ? words : words.slice(0, comment)
    if (pattern === undefined) continue
    const line = index + 1
    if (!isPattern(pattern)) skipped.push({ line, text: each, because: "pattern" })
    else if (!owners.every(isOwner)) skipped.push({ line, text: each, because: "owner" })
    else rules.push({ line, pattern, owners })
  }
  return { rules, skipped }
}

/** Finds the rule for a path: the last one that is about it. */
export const finderOf = (rules: ReadonlyArray<Rule>): ((path: string) => Rule | undefined) => {
  const matchers = rules.map((rule) => ({ rule, matches: matcherOf(rule.pattern) }))
  return (path) => matchers.findLast(({ matches }) => matches(path))?.rule
}
