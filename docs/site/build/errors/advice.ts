/** What to do about an error, as the guide to errors says it. When it happens is in its docstring. */
import { replaceTargets } from "../markdown.ts"
import { readText } from "../site.ts"
import { targetOf } from "../sources.ts"

const guide = "docs/guides/errors.md"

/** The last column of the tables that have these columns, by the tags. Links lead to where they lead from `file`. */
export const advicesIn = (markdown: string, link: (target: string) => string): ReadonlyMap<string, string> => {
  const advices = new Map<string, string>()
  let isTable = false
  for (const line of markdown.split("\n")) {
    if (!line.startsWith("|")) isTable = false
    if (line === "| tag | when | what to do |") isTable = true
    const [, tag, what] = /^\| `(\w+)`[^|]* \| [^|]+ \| ([^|]+) \|$/.exec(line) ?? []
    if (isTable && tag !== undefined && what !== undefined) advices.set(tag, replaceTargets(what, link))
  }
  return advices
}

export const readAdvices = (): ReadonlyMap<string, string> =>
  advicesIn(readText(guide), (target) => targetOf(guide, target.startsWith("#") ? `errors.md${target}` : target))
