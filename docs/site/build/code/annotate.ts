/**
 * Puts what the build knows of names into the code of built pages: links, and where their types are. Why it is no plugin of
 * Expressive Code: docs/decisions/035-site.md.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { decode, pathOf } from "../html.ts"
import { escape } from "../reference/html.ts"
import { urlOf } from "../site.ts"
import { keyOf, type Mark, type Marks, readMarks } from "./marks.ts"
import type { Shown } from "./shown.ts"

/** A stretch of text between the tags that are its own. */
interface Piece {
  readonly open: string
  readonly text: ReadonlyArray<string>
  readonly close: string
}

/** Each character as the page writes it. */
const charactersOf = (html: string): ReadonlyArray<string> => html.match(/&[#\w]+;|[^]/g) ?? []

const piecesOf = (line: string): ReadonlyArray<Piece> =>
  Array.from(line.matchAll(/((?:<span[^>]*>)*)([^<]*)((?:<\/span>)*)/g), ([, open = "", text = "", close = ""]) => ({
    open,
    text: charactersOf(text),
    close
  }))

const htmlOf = (pieces: ReadonlyArray<Piece>): string =>
  pieces.map(({ close, open, text }) => open + text.join("") + close).join("")

/** The pieces before a column, and those behind it. */
const splitAt = (pieces: ReadonlyArray<Piece>, column: number): readonly [Array<Piece>, Array<Piece>] => {
  const before: Array<Piece> = []
  const behind: Array<Piece> = []
  let start = 0
  for (const piece of pieces) {
    const end = start + piece.text.length
    if (end <= column) before.push(piece)
    else if (start >= column) behind.push(piece)
    else {
      before.push({ ...piece, text: piece.text.slice(0, column - start) })
      behind.push({ ...piece, text: piece.text.slice(column - start) })
    }
    start = end
  }
  return [before, behind]
}

/** A line with its marks, which are in its order. `numberOf` numbers what a page shows. */
const withMarks = (line: string, marks: ReadonlyArray<Mark>, numberOf: (shown: number) => number): string => {
  const { html, pieces } = marks.reduceRight(
    ({ html, pieces }, { end, isStop, shown, start, url }) => {
      const [rest, behind] = splitAt(pieces, end)
      const [before, within] = splitAt(rest, start)
      const type = shown === undefined ? "" : ` data-type="${numberOf(shown)}"`
      const [tag, attributes] =
        url === undefined ? ["span", isStop === true ? ' tabindex="0"' : ""] : ["a", ` href="${escape(url)}"`]
      const marked = `<${tag}${attributes}${type}>${htmlOf(within)}</${tag}>`
      return { pieces: before, html: marked + htmlOf(behind) + html }
    },
    { pieces: piecesOf(line), html: "" }
  )
  return htmlOf(pieces) + html
}

const figure = /<figure (class="frame[^"]*")>((?:(?!<\/figure>)[^])*?<pre [^>]*data-language="ts"[^]*?)<\/figure>/g

const lines = /(?<=<div class="code">)([^]*?)(?=<\/div><\/div>)/g

const textOf = (line: string): string => decode(line.replaceAll(/<[^>]*>/g, "")).replace(/\n$/, "")

export interface Annotated {
  readonly html: string
  /** What its names refer to by their numbers. */
  readonly shown: ReadonlyArray<Shown>
}

/** Annotates the blocks of a page. Its types will be at `url`. */
export const annotate = (html: string, page: string, url: string, { pages, shown }: Marks): Annotated => {
  const numbers = new Map<number, number>()
  const numberOf = (index: number): number => {
    const number = numbers.get(index) ?? numbers.size
    numbers.set(index, number)
    return number
  }
  const annotated = html.replaceAll(figure, (whole, attributes: string, content: string) => {
    const code = Array.from(content.matchAll(lines), ([line]) => textOf(line)).join("\n")
    const marks = pages[page]?.[keyOf(code)]
    if (marks === undefined && /\bfrom "forgecast\b/.test(code))
      throw new Error(`The build has not read this program of ${page}:\n${code}`)
    if (marks === undefined || marks.length === 0) return whole
    let index = -1
    const marked = content.replaceAll(lines, (line) => {
      index += 1
      return withMarks(
        line,
        marks.filter((mark) => mark.line === index),
        numberOf
      )
    })
    return `<figure ${attributes} data-types="${escape(url)}">${marked}</figure>`
  })
  return { html: annotated, shown: Array.from(numbers.keys(), (index) => shown[index] ?? { code: "", docs: "" }) }
}

/** Annotates pages that have programs. Their types are written next to them, for those who ask for them. */
export const annotatePages = (dist: string): ((file: string, html: string) => string) => {
  const marks = readMarks()
  return (file, html) => {
    const page = pathOf(file)
    if (marks.pages[page] === undefined) return html
    const types = `${page}/types.json`.replace(/^\//, "")
    const { html: annotated, shown } = annotate(html, page, urlOf(types), marks)
    if (shown.length === 0) return html
    Fs.writeFileSync(Path.join(dist, types), JSON.stringify(shown))
    return annotated
  }
}

/** Fails if a page with programs was not built. */
export const checkMarked = (files: ReadonlyArray<string>): void => {
  const built = new Set(files.map(pathOf))
  const left = Object.keys(readMarks().pages).filter((page) => !built.has(page))
  if (left.length > 0) throw new Error(`These pages have programs and were not built: ${left.join(", ")}`)
}
