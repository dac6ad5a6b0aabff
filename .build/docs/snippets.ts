/**
 * The code blocks of README.md, AGENTS.md, CONTRIBUTING.md and docs/**\/*.md.
 *
 * A block fenced as `ts` must compile by itself. One fenced as `ts run` is also a program: it must end with status 0,
 * without network and without a token. Other languages are ignored.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { codeOf, stretchesOf } from "./fences.ts"

export interface Snippet {
  /** Path of the page from the root of the repository. */
  readonly page: string
  /** Line of the opening fence, counted from 1. */
  readonly line: number
  readonly run: boolean
  readonly code: string
}

export const root = Path.resolve(import.meta.dirname, "../..")

/** The snippets of one page. */
export const parse = (page: string, markdown: string): ReadonlyArray<Snippet> =>
  stretchesOf(page, markdown).flatMap((stretch) => {
    const [language, ...words] = stretch.info?.split(/\s+/) ?? []
    if (language !== "ts") return []
    const unknown = words.filter((word) => word !== "run")
    if (unknown.length > 0)
      throw new Error(`${page}:${stretch.line}: a ts block can be "run", not "${unknown.join(" ")}"`)
    return [{ page, line: stretch.line, run: words.length > 0, code: codeOf(stretch) }]
  })

/** The snippets of every page, in the order of the pages' paths. */
export const readAll = (): ReadonlyArray<Snippet> =>
  Fs.globSync(["README.md", "AGENTS.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: root, exclude: ["docs/site/**"] })
    .toSorted()
    .flatMap((page) => parse(page, Fs.readFileSync(Path.join(root, page), "utf8")))

/** `docs/guide/errors.md`, line 12 → `docs-guide-errors-L12`. */
export const nameOf = (snippet: Snippet): string =>
  `${snippet.page.replace(/\.md$/, "").replaceAll(/[^\w]+/g, "-")}-L${snippet.line}`

/** The snippet as a module with the page's line numbers, so that the compiler's messages point to the page. */
export const toModule = (snippet: Snippet): string => "\n".repeat(snippet.line) + snippet.code
