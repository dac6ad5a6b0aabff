/** Where things are, and how pages are written. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { renewFile } from "../../../.build/docs/renew.ts"

/** The repository. */
export const root = Path.resolve(import.meta.dirname, "../../..")

const site = Path.resolve(import.meta.dirname, "..")

/** What the generators write. Git ignores all of it. */
export const folders = {
  pages: Path.join(site, "src/content/docs"),
  /** Data that components import. */
  data: Path.join(site, "src/generated"),
  /** Files that are served as they are, below `/generated`. */
  files: Path.join(site, "public/generated")
} as const

/** Path of the site on its host, such as `/forgecast/`. */
export const base = `/${process.env["SITE_BASE"] ?? ""}/`.replaceAll(/\/+/g, "/")

/** Where the site is served, such as `https://acme.github.io`: for canonical links and the sitemap. */
export const host = process.env["SITE_URL"]?.replace(/\/+$/, "")

/** The repository on its host, such as `https://github.com/acme/forgecast`: for the links that edit pages. */
export const repository = process.env["SITE_REPOSITORY"]?.replace(/\/+$/, "")

/** The URL of a page (`guides/errors`) or of a file (`generated/weather.svg`). */
export const urlOf = (path: string): string =>
  base + path + (path === "" || path.endsWith("/") || /\.\w+$/.test(path) ? "" : "/")

export interface Page {
  readonly title: string
  readonly description?: string | undefined
  /** Markdown, without the title. Its links are URLs of the site. */
  readonly body: string
  readonly sidebar?: { readonly label?: string; readonly order?: number; readonly hidden?: boolean }
  readonly tableOfContents?: boolean
  readonly editUrl?: string
}

const markdownOf = ({ body, ...frontMatter }: Page): string =>
  [
    "---",
    // A JSON value is a YAML value.
    ...Object.entries(frontMatter).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`]
    ),
    "---",
    "",
    body
  ].join("\n")

const made = new Map<string, Page>()

/** Makes a page with the path `guides/errors`, in the place of an earlier one. `writePages` writes it. */
export const makePage = (path: string, page: Page): void => void made.set(path, page)

/** Writes the pages that have been made since the last time, and returns their files. */
export const writePages = async (format: (markdown: string) => Promise<string>): Promise<ReadonlySet<string>> => {
  const pages = Array.from(made, ([path, page]) => [`${path}.md`, page] as const)
  made.clear()
  for (const [file, page] of pages) renewFile(Path.join(folders.pages, file), await format(markdownOf(page)))
  return new Set(pages.map(([file]) => file))
}

export const writeFile = (path: string, content: string | Uint8Array): void =>
  renewFile(Path.join(folders.files, path), content)

/** Writes `value` where components import it as `../generated/NAME.json`. */
export const writeData = (name: string, value: unknown): void =>
  renewFile(Path.join(folders.data, `${name}.json`), JSON.stringify(value, null, 2))

export const readText = (path: string): string => Fs.readFileSync(Path.join(root, path), "utf8")
