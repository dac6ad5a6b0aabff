/** Files for programs that read the site: the text of each page, a list of all, and what crawlers and hosts look for. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { decode, type Html, pathOf } from "./html.ts"
import { metaOf, pageText, titleOf } from "./pageText.ts"
import { folders, host, urlOf } from "./site.ts"

export interface Text {
  readonly path: string
  readonly title: string
  readonly description: string | undefined
  readonly body: string
}

/** A value of the front matter, which is JSON. */
const valueOf = (matter: string, name: string): string | undefined => {
  const line = new RegExp(`^${name}: (.*)$`, "m").exec(matter)?.[1]
  return line === undefined ? undefined : (JSON.parse(line) as string)
}

/** A written page. */
export const readPage = (file: string): Text => {
  const [, matter = "", body = ""] =
    /^---\n([^]*?)\n---\n([^]*)$/.exec(Fs.readFileSync(Path.join(folders.pages, file), "utf8")) ?? []
  const title = valueOf(matter, "title")
  if (title === undefined) throw new Error(`${file} has no title`)
  return {
    path: file.replaceAll("\\", "/").replace(/(^|\/)index\.md$|\.md$/, ""),
    title,
    description: valueOf(matter, "description"),
    body: withoutControls(body.trim())
  }
}

/** Whether the page in a file is made of Markdown. */
export const isMade = (file: string): boolean =>
  [`${pathOf(file)}.md`, `${pathOf(file)}/index.md`].some((page) => Fs.existsSync(Path.join(folders.pages, page)))

/** The text of a page that is made of none. */
export const renderedText = (page: Html): Text => {
  const description = metaOf(page, "description")
  return {
    path: pathOf(page.file),
    title: titleOf(page),
    description: description === undefined ? undefined : decode(description),
    body: pageText(page)
  }
}

/** Where a page's text is: `guides/errors/index.md`. */
const textPath = (path: string): string => `${path}/index.md`.replace(/^\//, "")

/** What only a page needs: links to the playground, whose addresses hold whole programs, tabs, which become headings, and lines. */
const withoutControls = (body: string): string =>
  body
    .replaceAll(/<span class="line"[^>]*>([^]*?)<\/span>/g, (_, line: string) => line.replaceAll("\u00a0", " "))
    .replaceAll(/^<p class="open-in-playground">.*<\/p>$/gm, "")
    .replaceAll(/^<section class="panel[^>]* aria-label="([^"]*)">$/gm, "### $1")
    .replaceAll(/^(?:<div class="tabs"[^>]*>|<input [^>]*>.*|<\/section>|<\/div>)\n/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")

/** Groups of `llms.txt`, with what their paths begin with. Operations and modules are reached from their lists. */
const groups: ReadonlyArray<readonly [label: string, pattern: RegExp]> = [
  ["Start here", /^(|compare|playground)$/],
  ["Guides", /^guides(\/|$)/],
  ["Recipes", /^recipes\/?[^/]*$/],
  ["Operations and reference", /^(operations|reference|errors|octokit|agents)$/],
  ["Optional", /^(decisions\/|changelog$|contributing$|security$|benchmarks$|dependencies$)/]
]

const rowOf = ({ description, path, title }: Text): string =>
  `- [${title}](${host ?? ""}${urlOf(textPath(path))})${description === undefined ? "" : `: ${description}`}`

export const writeTexts = (dist: string, pages: ReadonlyArray<{ readonly text: Text | undefined }>): void => {
  const made = Fs.globSync("**/*.md", { cwd: folders.pages }).toSorted().map(readPage)
  const texts = [...made, ...pages.flatMap(({ text }) => text ?? [])]
  const write = (path: string, content: string): void => {
    Fs.mkdirSync(Path.dirname(Path.join(dist, path)), { recursive: true })
    Fs.writeFileSync(Path.join(dist, path), content)
  }
  for (const { body, description, path, title } of texts)
    write(
      textPath(path),
      // Some pages begin with their description.
      [
        `# ${title}`,
        ...(description === undefined || body.startsWith(description) ? [] : [`> ${description}`]),
        body,
        ""
      ].join("\n\n")
    )
  const list =
    [
      "# forgecast",
      "> Typed, functional clients for the GitHub REST API and the Open-Meteo APIs, on Effect 4, with simulators of both.",
      "Each page of the site has its text beside it, as `index.md`.",
      ...groups.flatMap(([label, pattern]) => [
        `## ${label}`,
        texts
          .filter(({ path }) => pattern.test(path))
          .map(rowOf)
          .join("\n")
      ])
    ].join("\n\n") + "\n"
  write("llms.txt", list)
  const map = host === undefined ? [] : [`Sitemap: ${host}${urlOf("sitemap-index.xml")}`]
  write("robots.txt", ["User-agent: *", "Allow: /", ...map, ""].join("\n"))
  // GitHub Pages leaves out folders that begin with an underscore, unless this file is there.
  write(".nojekyll", "")
}
