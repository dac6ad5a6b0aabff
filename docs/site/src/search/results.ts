/** Results of a search as elements. */
import type { Hit } from "./engine.ts"
import { codeMark, excerptOf } from "./excerpt.ts"
import { kindOf } from "./kinds.ts"
import { questionOf } from "./rank.ts"
import { stemOf } from "./tokens.ts"

/** Where the words of a question begin in a text. */
const patternOf = (query: string): RegExp => {
  const terms = questionOf(query).words.flatMap(({ parts, whole }) => [whole, ...parts.map(stemOf)])
  const sources = terms
    .toSorted((one, other) => other.length - one.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(sources.length === 0 ? "(?!)" : String.raw`(?<!\p{Ll})(?:${sources.join("|")})`, "giu")
}

const marked = (text: string, pattern: RegExp): ReadonlyArray<string | HTMLElement> => {
  const parts: Array<string | HTMLElement> = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("mark")
    mark.textContent = match[0]
    parts.push(text.slice(end, match.index), mark)
    end = match.index + match[0].length
  }
  return [...parts, text.slice(end)]
}

/** The same, with the code within lines. */
const withCode = (text: string, pattern: RegExp): ReadonlyArray<string | HTMLElement> =>
  text.split(codeMark).flatMap((part, index): ReadonlyArray<string | HTMLElement> => {
    if (index % 2 === 0) return marked(part, pattern)
    const code = document.createElement("code")
    code.append(...marked(part, pattern))
    return [code]
  })

const span = (name: string, ...children: ReadonlyArray<string | HTMLElement>): HTMLElement => {
  const element = document.createElement("span")
  element.className = name
  element.append(...children)
  return element
}

/** A link that is an option of the list. `id` names it to the field. */
export const optionOf = ({ heading, id, page }: Hit, query: string, name: string, base: string): HTMLAnchorElement => {
  const pattern = patternOf(query)
  const option = document.createElement("a")
  option.id = name
  option.href = `${base}${id}`
  option.role = "option"
  option.tabIndex = -1
  option.append(
    span("title", ...marked(heading, pattern)),
    span("kind", kindOf(id)),
    ...(heading === page ? [] : [span("page", ...marked(page, pattern))]),
    span("excerpt")
  )
  return option
}

/** Shows where a text is about the question. */
export const excerptIn = (option: Element, text: string, query: string): void => {
  const pattern = patternOf(query)
  option.querySelector(".excerpt")?.replaceChildren(...withCode(excerptOf(text, pattern), pattern))
}
