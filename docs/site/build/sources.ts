/** Which files of the repository are pages, and what their links lead to. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { root, urlOf, writeFile } from "./site.ts"

const { posix } = Path

const filesOf = (pattern: string, ...exclude: ReadonlyArray<string>): ReadonlyArray<string> =>
  Fs.globSync(pattern, { cwd: root, exclude })
    .map((file) => file.replaceAll("\\", "/"))
    .toSorted()

/** `docs/guides/errors.md` → `guides/errors`. Starlight writes paths in lower case. */
const pathOf = (file: string): string =>
  file
    .replace(/^docs\//, "")
    .replace(/(\/README)?\.(md|ts)$/, "")
    // An index would be the page of its folder.
    .replace(/\.html$/, "-html")
    // Starlight leaves dots out, as of `bot.test.ts`.
    .replaceAll(".", "-")
    .toLowerCase()

/** Programs and what they are made of, each with a page that shows it. Others show the examples of operations. */
export const programs: ReadonlyMap<string, string> = new Map(
  [
    ...filesOf("docs/examples/**/*.ts", "docs/examples/operations/**"),
    ...filesOf("docs/recipes/**/*.{html,ts}", "**/program.ts")
  ].map((file) => [file, pathOf(file)])
)

/** Pages in Markdown. */
export const documents: ReadonlyMap<string, string> = new Map([
  ["docs/README.md", "guides"],
  ...[
    ...filesOf("{AGENTS,CHANGELOG,CONTRIBUTING,SECURITY}.md"),
    ...filesOf("docs/{dependencies,octokit}.md"),
    ...filesOf("docs/{benchmarks,recipes,variables}/README.md"),
    ...filesOf("docs/{decisions,guides,variables}/*.md", "docs/variables/README.md"),
    ...filesOf("docs/recipes/*/README.md")
  ].map((file) => [file, pathOf(file)] as const)
])

/** Files that another page shows. */
const shown: ReadonlyMap<string, string> = new Map([
  ["README.md", ""],
  ["docs/operations.md", "operations"],
  ...filesOf("docs/recipes/*/program.ts").map((file) => [file, pathOf(posix.dirname(file))] as const)
])

/** The URL of what a file links to. Files that are no pages are served as they are. */
export const targetOf = (file: string, target: string): string => {
  if (/^(https?:|mailto:|#)/.test(target)) return target
  const [path = "", anchor] = target.split("#")
  const linked = posix.join(posix.dirname(file), path)
  const page = documents.get(linked) ?? programs.get(linked) ?? shown.get(linked)
  if (page !== undefined) return urlOf(page) + (anchor === undefined ? "" : `#${anchor}`)
  const source = Path.join(root, linked)
  if (!Fs.existsSync(source)) throw new Error(`${file} links to ${target}, which does not exist`)
  if (!/\.(json|png|svg|yml)$/.test(linked)) throw new Error(`${file} links to ${target}, which has no page`)
  writeFile(linked, Fs.readFileSync(source))
  return urlOf(`generated/${linked}`)
}
