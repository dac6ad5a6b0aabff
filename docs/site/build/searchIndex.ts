/** The index that the search of the site loads. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import MiniSearch from "minisearch"
import { aliases } from "../src/search/aliases.ts"
import { indexFile, options, type Section } from "../src/search/index.ts"
import { elementsOf, type Html, isElement, type Node, textOf } from "./html.ts"
import { base } from "./site.ts"

/** What readers don't search for: pictures, buttons, and details that other pages have too. */
const skipped = new Set(["button", "details", "figcaption", "nav", "script", "style", "svg", "template"])

/** Pages that are about one thing, whose headings are all the same. */
const whole = /^(errors|operations)\//

/** Of pages that are many, the results show the beginning of a text only. */
const many = /^(errors|operations|reference)\//
const shown = 240

const classOf = (node: Node): string => (isElement(node) ? (node.attributes["class"] ?? "") : "")

/** The sections of the part of a page that is its own. */
const sectionsOf = ({ document, url }: Html): ReadonlyArray<Section> => {
  const main = elementsOf(document).find(({ name }) => name === "main")
  if (main === undefined) return []
  const path = url.slice(base.length)
  const sections: Array<{ -readonly [Key in keyof Section]: Section[Key] }> = []
  let page = ""
  const walk = (node: Node): void => {
    if (!isElement(node)) {
      const last = sections.at(-1)
      if (last !== undefined) last.text += textOf(node)
      return
    }
    const { attributes, children, name } = node
    if (skipped.has(name) || /\b(sl-anchor-link|open-in-playground|pagination-links|sr-only)\b/.test(classOf(node)))
      return
    const anchor = attributes["id"]
    if ((whole.test(path) ? name === "h1" : /^h[1-4]$/.test(name)) && anchor !== undefined) {
      const title = textOf(node).trim()
      if (name === "h1") page = title
      const id = name === "h1" ? path : `${path}#${anchor}`
      sections.push({
        id,
        aliases: aliases[id]?.join(" ") ?? "",
        page,
        heading: title,
        text: "",
        excerpt: ""
      })
      return
    }
    children.forEach(walk)
    const last = sections.at(-1)
    // Blocks are words apart.
    if (last !== undefined && !/^(a|b|code|em|i|span|strong)$/.test(name)) last.text += " "
  }
  walk(main)
  return sections.map((section) => {
    const text = section.text.replaceAll(/\s+/g, " ").trim()
    return { ...section, text, excerpt: many.test(path) ? text.slice(0, shown) : text }
  })
}

export const writeIndex = (dist: string, pages: ReadonlyArray<Html>): void => {
  const index = new MiniSearch<Section>(options)
  const sections = pages.filter(({ file }) => file !== "404.html").flatMap(sectionsOf)
  const ids = new Set(sections.map(({ id }) => id))
  for (const id of Object.keys(aliases))
    if (!ids.has(id)) throw new Error(`docs/site/src/search/aliases.ts names what does not exist: ${id}`)
  index.addAll(sections)
  Fs.writeFileSync(Path.join(dist, indexFile), JSON.stringify(index))
}
