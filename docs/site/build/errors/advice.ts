/** What to do about an error, as the guide to errors says it. */
import { replaceTargets } from "../markdown.ts"
import { readText } from "../site.ts"
import { targetOf } from "../sources.ts"

const guide = "docs/guides/errors.md"

export interface Advice {
  readonly when: string
  readonly what: string
}

/** The rows of the tables with these columns, by their tags. Links lead to where they lead from `file`. */
export const advicesIn = (markdown: string, link: (target: string) => string): ReadonlyMap<string, Advice> => {
  const advices = new Map<string, Advice>()
  let isTable = false
  for (const line of markdown.split("\n")) {
    if (!line.startsWith("|")) isTable = false
    if (line === "| tag | when | what to do |") isTable = true
    const [, tag, when, what] = /^\| `(\w+)`[^|]* \| ([^|]+) \| ([^|]+) \|$/.exec(line) ?? []
    if (!isTable || tag === undefined || when === undefined || what === undefined) continue
    advices.set(tag, { when: replaceTargets(when, link), what: replaceTargets(what, link) })
  }
  return advices
}

/** Words that say nothing by themselves. */
const small = new Set(
  "a an and are as by for from in is it its of on only or that the these this to was which with".split(" ")
)

const wordsOf = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[\w.]+/g) ?? [])
    .map((word) => word.replace(/^\.+|\.+$/g, ""))
    .filter((word) => word !== "" && !small.has(word))

/** What a text says beyond another one: its clauses that have words of their own. */
export const beyond = (text: string, said: string): string => {
  const known = new Set(wordsOf(said))
  // A clause ends outside of parentheses.
  const clauses = text.split(/; (?![^(]*\))/)
  return clauses.filter((clause) => wordsOf(clause).some((word) => !known.has(word))).join("; ")
}

export const readAdvices = (): ReadonlyMap<string, Advice> =>
  advicesIn(readText(guide), (target) => targetOf(guide, target.startsWith("#") ? `errors.md${target}` : target))
