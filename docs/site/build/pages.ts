/** The pages of the repository: guides, recipes, decisions, and what stands at its root. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { codeOf, partsOf, replaceTargets, stretchesOf } from "./markdown.ts"
import { playgroundLink, runsInPlayground } from "./playground.ts"
import { guides } from "./sidebar.ts"
import { readText, root, urlOf, writeFile, writePage } from "./site.ts"

const { posix } = Path

/** Paths of pages by their files in the repository. */
const sources = new Map<string, string>([
  ["README.md", ""],
  ["docs/README.md", "guides"],
  ["docs/operations.md", "operations"],
  ["docs/octokit.md", "octokit"],
  ["docs/dependencies.md", "dependencies"],
  ["docs/benchmarks/README.md", "benchmarks"],
  ...["AGENTS", "CHANGELOG", "CONTRIBUTING", "SECURITY"].map((name) => [`${name}.md`, name.toLowerCase()] as const),
  ...Fs.globSync("docs/{guides,decisions,recipes}/*.md", { cwd: root }).map(
    (file) => [file, file.slice("docs/".length, -".md".length)] as const
  ),
  ...Fs.globSync("docs/examples/**/*.ts", { cwd: root, exclude: ["docs/examples/operations/**"] }).map(
    (file) => [file, file.slice("docs/".length, -".ts".length).toLowerCase()] as const
  )
])

/** Pages that other generators and components make. */
const others = new Set(["README.md", "docs/operations.md"])

/** The URL of what a page of the repository links to. */
const targetOf = (file: string, target: string): string => {
  if (/^(https?:|mailto:|#)/.test(target)) return target
  const [path = "", anchor] = target.split("#")
  const linked = posix.join(posix.dirname(file), path)
  const hash = anchor === undefined ? "" : `#${anchor}`
  const page = sources.get(linked)
  if (page !== undefined) return urlOf(page) + hash
  const source = Path.join(root, linked)
  if (!Fs.existsSync(source)) throw new Error(`${file} links to ${target}, which does not exist`)
  if (/\.(ts|md)$/.test(linked)) throw new Error(`${file} links to ${target}, which has no page`)
  writeFile(linked, Fs.readFileSync(source))
  return urlOf(`generated/${linked}`)
}

const bodyOf = async (file: string, markdown: string): Promise<string> => {
  const lines: Array<string> = []
  for (const stretch of stretchesOf(markdown)) {
    if (stretch.info === undefined) {
      lines.push(...stretch.lines.map((line) => replaceTargets(line, (target) => targetOf(file, target))))
      continue
    }
    lines.push(...stretch.lines)
    const program = codeOf(stretch)
    if (stretch.info === "ts run" && runsInPlayground(program)) lines.push("", await playgroundLink({ program }))
  }
  return lines.join("\n")
}

/** The program of a recipe, which stands beside its page. */
const programOf = async (file: string): Promise<string> => {
  const source = file.replace(/\.md$/, ".ts")
  if (!file.startsWith("docs/recipes/") || !Fs.existsSync(Path.join(root, source))) return ""
  return codePage(readText(source))
}

/** Code, with a link to the playground if it runs there. */
const codePage = async (code: string): Promise<string> =>
  [
    "```ts",
    code.trimEnd(),
    "```",
    "",
    ...(runsInPlayground(code) && /export default|\.run(Promise|Fork|Sync|Main)/.test(code)
      ? [await playgroundLink({ program: code })]
      : [])
  ].join("\n")

const orderOf = (page: string): number | undefined => {
  const name = /^guides\/(.+)$/.exec(page)?.[1]
  if (name === undefined) return undefined
  const order = Object.values<ReadonlyArray<string>>(guides).flat().indexOf(name)
  if (order === -1) throw new Error(`docs/site/build/sidebar.ts has no place for the guide ${name}`)
  return order
}

const writeExample = async (file: string, path: string): Promise<void> => {
  const code = readText(file)
  const [, comment] = /^\/\*\*([^]*?)\*\//.exec(code) ?? []
  const text = (comment ?? "").replaceAll(/^\s*\* ?/gm, "").trim()
  const title = file.slice("docs/examples/".length, -".ts".length)
  const description = /^(.+?\.)(\s|$)/s.exec(text)?.[1]?.replaceAll(/[`\s]+/g, " ")
  const hidden = title.includes("/")
  writePage(path, {
    title: `${title}.ts`,
    description,
    body: `${text}\n\n${await codePage(comment === undefined ? code : code.slice(code.indexOf("*/") + 3))}`,
    sidebar: { hidden }
  })
}

export const pages = async (): Promise<void> => {
  for (const [file, path] of sources) {
    if (others.has(file)) continue
    if (file.endsWith(".ts")) {
      await writeExample(file, path)
      continue
    }
    const { body, description, title } = partsOf(readText(file))
    const order = orderOf(path)
    writePage(path === "guides" ? "guides/index" : path, {
      title,
      description,
      body: `${await bodyOf(file, body)}\n${await programOf(file)}`,
      ...(order !== undefined && { sidebar: { order } })
    })
  }
}
