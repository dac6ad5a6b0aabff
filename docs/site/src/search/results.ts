/** Results of a search as elements. */
import type { Hit } from "./engine.ts"
import { kindOf } from "./kinds.ts"
import { questionOf } from "./rank.ts"
import { stemOf } from "./tokens.ts"

/** How much of a section is shown before and after the first match. */
const before = 30
const after = 130

/** Where the words of a question begin in a text. */
const patternOf = (query: string): RegExp => {
  const terms = questionOf(query).words.flatMap(({ parts, whole }) => [whole, ...parts.map(stemOf)])
  const sources = terms
    .toSorted((one, other) => other.length - one.length)
    .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(sources.length === 0 ? "(?!)" : String.raw`(?<!\p{Ll})(?:${sources.join("|")})`, "giu")
}

/** The text around the first match. */
const excerptOf = (text: string, pattern: RegExp): string => {
  const at = text.search(pattern)
  const start = at <= before ? 0 : text.indexOf(" ", at - before) + 1
  const cut = text.slice(start, Math.max(at, 0) + after)
  return `${start === 0 ? "" : "… "}${cut}${start + cut.length < text.length ? " …" : ""}`
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
  option.querySelector(".excerpt")?.replaceChildren(...marked(excerptOf(text, pattern), pattern))
}
