/** The text of a page that is not made of Markdown, such as the start page: what it says, as Markdown. */
import type { ElementNode } from "ultrahtml"
import { type Html, isElement, type Node, textOf } from "./html.ts"

/** What is for the hand or the eye, and what is said again elsewhere. */
const skipped = new Set(["button", "input", "label", "nav", "noscript", "script", "style", "svg", "template"])

const isSkipped = ({ attributes, name }: ElementNode): boolean =>
  skipped.has(name) || /\b(sl-anchor-link|sr-only|track)\b/.test(attributes["class"] ?? "")

const line = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** Text within a line. An address of the playground holds a whole program, so only its words are left. */
const inline = (node: Node): string => {
  if (!isElement(node)) return textOf(node)
  if (isSkipped(node)) return ""
  const inner = node.children.map(inline).join("")
  if (node.name === "code") return `\`${inner}\``
  const { href } = node.attributes
  return node.name !== "a" || href === undefined || href.includes("#sketch=") ? inner : `[${line(inner)}](${href})`
}

const linesIn = (node: Node): ReadonlyArray<ElementNode> =>
  !isElement(node) ? [] : /\bec-line\b/.test(node.attributes["class"] ?? "") ? [node] : node.children.flatMap(linesIn)

const codeOf = (block: ElementNode): string => {
  const lines = linesIn(block)
  const text = lines.length === 0 ? textOf(block) : lines.map((each) => textOf(each).replace(/\n$/, "")).join("\n")
  return ["```" + (block.attributes["data-language"] ?? ""), text.trimEnd(), "```"].join("\n")
}

const blocks = (node: Node): ReadonlyArray<string> => {
  if (!isElement(node)) return [line(textOf(node))]
  const { children, name } = node
  if (isSkipped(node)) return []
  // The title is above all.
  if (name === "h1") return []
  if (/^h[2-6]$/.test(name)) return [`${"#".repeat(Number(name.slice(1)))} ${line(inline(node))}`]
  if (name === "pre") return [codeOf(node)]
  if (/^(?:p|summary|figcaption)$/.test(name)) return [line(inline(node))]
  if (name === "img") return [node.attributes["alt"] ?? ""]
  const isPlain =
    name === "li" && !children.some((child) => isElement(child) && /^(?:h\d|p|ul|ol|div)$/.test(child.name))
  if (isPlain) return [`- ${line(children.map(inline).join(" "))}`]
  return children.flatMap(blocks)
}

/** The Markdown of what is in the page's `main`, without its title. */
export const pageText = ({ elements }: Html): string => {
  const main = elements.find(({ name }) => name === "main")
  const all = main === undefined ? [] : blocks(main).filter((block) => block !== "")
  return all.join("\n\n").replaceAll(/^(- .*)\n\n(?=- )/gm, "$1\n")
}

/** A part of the page's head, such as its description. */
export const metaOf = ({ elements }: Html, name: string): string | undefined =>
  elements.find((each) => each.name === "meta" && each.attributes["name"] === name)?.attributes["content"]

export const titleOf = ({ elements }: Html): string => {
  const title = elements.find(({ name }) => name === "h1")
  return title === undefined ? "" : line(textOf(title))
}
