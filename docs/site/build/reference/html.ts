/** Code and tables as HTML. Markdown would change the quotes in code with links, and has no classes. */
import type { Code, Field, Target } from "../library/model.ts"

/** The URL of a page; undefined if there is none. */
export type UrlOf = (target: Target) => string | undefined

export const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const link = (url: string | undefined, html: string): string =>
  url === undefined ? html : `<a href="${escape(url)}">${html}</a>`

/** Code within a text. */
export const codeHtml = (code: Code, urlOf: UrlOf): string =>
  code.map((part) => (typeof part === "string" ? escape(part) : link(urlOf(part.to), escape(part.text)))).join("")

/** A line within a block. What is wrapped is indented more than its beginning, which is not broken from the first word. */
const lineHtml = (line: string): string => {
  const indent = /^ */.exec(line)?.[0].length ?? 0
  return `<span class="line"${indent === 0 ? "" : ` style="--indent:${indent}ch"`}>${"\u00a0".repeat(indent)}${line.slice(indent)}</span>`
}

/** A block of code with links, none of which spans lines. */
export const signatureHtml = (code: Code, urlOf: UrlOf): string => {
  // The break is within its line: between two lines it would be one more.
  const html = codeHtml(code, urlOf)
    .split(/(?<=\n)/)
    .map(lineHtml)
    .join("")
  return `<pre class="signature"><code>${html}</code></pre>`
}

/** Docstrings of fields are a few sentences: code, links and emphasis. Blank lines would end the block of HTML. */
export const inlineHtml = (markdown: string): string =>
  markdown
    .split(/(`[^`]+`|\[[^\]]+\]\([^)\s]+\))/)
    .map((part) => {
      if (part.startsWith("`")) return `<code>${escape(part.slice(1, -1))}</code>`
      const [, text = "", url] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? []
      if (url !== undefined) return link(url, inlineHtml(text))
      return escape(part).replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    })
    .join("")
    .replace(/\n\s*\n/g, "<br>")
    .replace(/\s*\n\s*/g, " ")

export interface Columns {
  readonly urlOf: UrlOf
  /** Links the names in a docstring. `home` is the file that has it, if that is not the page's module. */
  readonly linked: (markdown: string, home: string | undefined) => string
}

/** A table of fields, each with its type and its docstring. With `of`, each has an anchor: `input.owner`. */
export const fieldsHtml = (fields: ReadonlyArray<Field>, { linked, urlOf }: Columns, of?: string): string => {
  const rows = fields.map(({ docs, home, isOptional, name, type }) => {
    const mark = isOptional ? '<span title="optional">?</span>' : ""
    const called = `<code class="name">${escape(name)}${mark}</code>`
    const anchor = `${of ?? ""}.${name.replace(/^\./, "")}`
    // Names such as `[index]` are no anchors that anybody could read.
    const hasAnchor = of !== undefined && /^[\w.$-]+$/.test(anchor)
    const head = hasAnchor
      ? `<th scope="row" id="${anchor}"><a href="#${anchor}">${called}</a></th>`
      : `<th scope="row">${called}</th>`
    return `<tr>${head}<td><code>${codeHtml(type, urlOf)}</code></td><td>${inlineHtml(linked(docs, home))}</td></tr>`
  })
  const head = "<tr><th>Name</th><th>Type</th><th>Description</th></tr>"
  return `<table class="fields"><thead>${head}</thead><tbody>${rows.join("\n")}</tbody></table>`
}
