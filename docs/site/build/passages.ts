/** The text of a page, in the sections that the search finds. */
import { codeMark } from "../src/search/excerpt.ts"
import type { Section } from "../src/search/files.ts"
import { type Html, isElement, type Node, textOf } from "./html.ts"
import { base } from "./site.ts"

/** What readers don't search for: pictures, buttons, and details that other pages have too. */
const skipped = new Set(["button", "details", "figcaption", "label", "nav", "script", "style", "svg", "template"])

/** Pages that are about one thing, whose headings are all the same. */
const whole = /^(errors|operations)\//

/** A section with its text. */
export interface Passage extends Section {
  readonly text: string
}

const classOf = (node: Node): string => (isElement(node) ? (node.attributes["class"] ?? "") : "")

/** The sections of the part of a page that is its own. The first is its beginning. */
export const passagesOf = ({ elements, url }: Html): ReadonlyArray<Passage> => {
  const main = elements.find(({ name }) => name === "main")
  if (main === undefined) return []
  const path = url.slice(base.length)
  const passages: Array<Section & { text: string }> = []
  let page = ""
  const add = (text: string): void => {
    const last = passages.at(-1)
    if (last !== undefined) last.text += text
  }
  const walk = (node: Node, isBlock = false): void => {
    if (!isElement(node)) return add(textOf(node))
    const { attributes, children, name } = node
    if (
      skipped.has(name) ||
      /\b(sl-anchor-link|open-in-playground|other-panel|pagination-links|sr-only)\b/.test(classOf(node))
    )
      return
    const anchor = attributes["id"]
    if ((whole.test(path) ? name === "h1" : /^h[1-4]$/.test(name)) && anchor !== undefined) {
      const title = textOf(node).trim()
      if (name === "h1") page = title
      passages.push({ id: name === "h1" ? path : `${path}#${anchor}`, page, heading: title, text: "" })
      return
    }
    // A block of code needs no mark.
    const isMarked = name === "code" && !isBlock
    if (isMarked) add(codeMark)
    let isNext = false
    for (const child of children) {
      if (name === "tr" && isElement(child)) {
        if (isNext) add(" · ")
        isNext = true
      }
      walk(child, isBlock || name === "pre")
    }
    if (isMarked) add(codeMark)
    // Blocks are words apart.
    else if (!/^(a|b|code|em|i|span|strong|wbr)$/.test(name)) add(" ")
  }
  walk(main)
  return passages.map((passage) => ({ ...passage, text: passage.text.replaceAll(/\s+/g, " ").trim() }))
}
