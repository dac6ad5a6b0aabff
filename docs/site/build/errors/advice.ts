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

export const readAdvices = (): ReadonlyMap<string, Advice> =>
  advicesIn(readText(guide), (target) => targetOf(guide, target.startsWith("#") ? `errors.md${target}` : target))
