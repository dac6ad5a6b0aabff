/** The built pages, for the steps after the build. */
import * as Fs from "node:fs"
import { ELEMENT_NODE, parse, type ElementNode, TEXT_NODE, walkSync } from "ultrahtml"
import { urlOf } from "./site.ts"

export type Node = Parameters<typeof walkSync>[0]

export interface Html {
  readonly file: string
  /** Where the page is served, with the site's base. */
  readonly url: string
  readonly document: Node
  /** Every element, in the order of the document. */
  readonly elements: ReadonlyArray<ElementNode>
}

export const isElement = (node: Node): node is ElementNode => node.type === ELEMENT_NODE

const elementsOf = (document: Node): ReadonlyArray<ElementNode> => {
  const elements: Array<ElementNode> = []
  walkSync(document, (node) => void (isElement(node) && elements.push(node)))
  return elements
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

/** Replaces the references to characters that Astro and Shiki write. */
export const decode = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal))
    return entities[name ?? ""] ?? whole
  })

export const textOf = (node: Node): string => {
  if (node.type === TEXT_NODE) return decode(node.value)
  return isElement(node) ? node.children.map(textOf).join("") : ""
}

/** The files of the pages. */
export const pagesIn = (dist: string): ReadonlyArray<string> => Fs.globSync("**/*.html", { cwd: dist }).toSorted()

/** Where the page in a file is, from the root of the site: `guides/errors`. */
export const pathOf = (file: string): string => file.replaceAll("\\", "/").replace(/(^|\/)index\.html$/, "")

export const htmlOf = (file: string, text: string): Html => {
  // The library declares no type.
  const document = parse(text) as Node
  return {
    file,
    url: urlOf(pathOf(file)),
    document,
    elements: elementsOf(document)
  }
}
