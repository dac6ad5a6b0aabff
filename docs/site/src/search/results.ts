/** Results of a search as elements. */
import type { SearchResult } from "minisearch"
import { kindOf, type Section } from "./index.ts"

/** How much of a section is shown before and after the first match. */
const before = 50
const after = 130

const patternOf = (terms: ReadonlyArray<string>): RegExp =>
  new RegExp(
    terms
      .toSorted((one, other) => other.length - one.length)
      .map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join("|"),
    "giu"
  )

/** The text around the first match. */
const excerptOf = (text: string, pattern: RegExp): string => {
  const at = text.search(pattern)
  const start = at <= before ? 0 : text.indexOf(" ", at - before) + 1
  const cut = text.slice(start, Math.max(at, 0) + after)
  return `${start === 0 ? "" : "… "}${cut}${start + cut.length < text.length ? " …" : ""}`
}

const span = (name: string, text: string, pattern: RegExp): HTMLElement => {
  const element = document.createElement("span")
  element.className = name
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("mark")
    mark.textContent = match[0]
    element.append(text.slice(end, match.index), mark)
    end = match.index + match[0].length
  }
  element.append(text.slice(end))
  return element
}

/** A link that is an option of the list. `id` names it to the field. */
export const optionOf = (result: SearchResult, id: string, base: string): HTMLAnchorElement => {
  // `storeFields` keeps these.
  const { excerpt, heading, page } = result as SearchResult & Omit<Section, "text">
  const pattern = patternOf(result.terms)
  const option = document.createElement("a")
  option.id = id
  option.href = `${base}${result.id}`
  option.role = "option"
  option.tabIndex = -1
  const kind = document.createElement("span")
  kind.className = "kind"
  kind.textContent = kindOf(String(result.id))
  option.append(
    span("title", heading, pattern),
    kind,
    ...(heading === page ? [] : [span("page", page, pattern)]),
    span("excerpt", excerptOf(excerpt, pattern), pattern)
  )
  return option
}
