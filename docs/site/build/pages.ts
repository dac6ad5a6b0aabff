/** The pages of the repository: guides, recipes, examples, decisions, and what stands at its root. */
import { codeOf, stretchesOf } from "../../../.build/docs/fences.ts"
import type { Sketch } from "../src/playground/protocol.ts"
import type { Library } from "./library/model.ts"
import { partsOf, replaceTargets } from "./markdown.ts"
import { linkedNames, type LinkNames } from "./names.ts"
import { opensInPlayground, playgroundLink, runsInPlayground } from "./playground.ts"
import { recipes } from "./recipes.ts"
import { operationPath } from "./reference/links.ts"
import { guides } from "./sidebar.ts"
import { makePage, readText, repository, urlOf } from "./site.ts"
import { documents, programs, targetOf } from "./sources.ts"

/** A program as Markdown, with a link to the playground if it runs there. */
const codeBlock = async (sketch: Sketch): Promise<string> => {
  const { program } = sketch
  const opens = runsInPlayground(program) && /export default|\.run(Promise|Fork|Sync|Main)/.test(program)
  return ["```ts", program.trimEnd(), "```", "", ...(opens ? [await playgroundLink(sketch)] : [])].join("\n")
}

/** Leads from the names of operations to their pages. In the repository, they share one, with a section for each module. */
const toOperations = (line: string): string =>
  line.replaceAll(
    /\[`(\w+)\.(\w+)`\]\([^)]*\/operations\/#\w+\)/g,
    (_, module: string, name: string) => `[\`${module}.${name}\`](${urlOf(operationPath(`forge/${module}`, name))})`
  )

const bodyOf = async (file: string, markdown: string, linkNames: LinkNames): Promise<string> => {
  const recipe = recipes.get(file)
  const blocks: Array<string> = []
  for (const stretch of stretchesOf(file, markdown)) {
    if (stretch.info === undefined) {
      const lines = stretch.lines.map((line) => replaceTargets(line, (target) => targetOf(file, target)))
      blocks.push(linkNames(lines.map(toOperations).join("\n")))
      continue
    }
    const program = codeOf(stretch)
    blocks.push(...stretch.lines)
    const isCode = /^ts( run)?$/.test(stretch.info)
    if (isCode && opensInPlayground({ code: program, run: stretch.info === "ts run" }))
      blocks.push("", await playgroundLink({ program }))
  }
  const body = blocks.join("\n")
  if (recipe === undefined) return body
  const block = await codeBlock(recipe)
  // The program takes the place of the link to it.
  const place = /^\[[^\]]+\]\([^)]*\)$/m
  return place.test(body) ? body.replace(place, () => block) : `${body}\n\n## The program\n\n${block}`
}

const orderOf = (path: string): number | undefined => {
  const name = /^guides\/(.+)$/.exec(path)?.[1]
  if (name === undefined) return undefined
  const order = Object.values<ReadonlyArray<string>>(guides).flat().indexOf(name)
  if (order === -1) throw new Error(`docs/site/build/sidebar.ts has no place for the guide ${name}`)
  return order
}

/** Pages for readers who weigh forgecast against Octokit, and lead to where both run. In the repository, nothing does. */
const comparing: ReadonlySet<string> = new Set([
  "benchmarks",
  "guides",
  "guides/from-octokit",
  "guides/from-probot",
  "guides/why-forgecast",
  "octokit"
])

/** A page with the link after its first paragraph. */
const withComparison = (body: string): string =>
  body.replace(
    /^\s*\S[^]*?\n\n/,
    (first) =>
      `${first}[Octokit and forgecast, side by side](${urlOf("compare")}), run the same write in your browser. Lose its response, and count the comments.\n\n`
  )

const writeDocument = async (file: string, path: string, linkNames: LinkNames): Promise<void> => {
  const { body, description, title } = partsOf(readText(file))
  const order = orderOf(path)
  const text = await bodyOf(file, body, linkNames)
  const isFolder = ["decisions", "guides", "recipes", "variables"].includes(path)
  makePage(isFolder ? `${path}/index` : path, {
    title,
    description,
    body: comparing.has(path) ? withComparison(text) : text,
    ...(repository !== undefined && { editUrl: `${repository}/edit/main/${file}` }),
    ...(order !== undefined && { sidebar: { order } }),
    ...(isFolder && { sidebar: { label: "Overview", order: -1 } })
  })
}

const writeProgram = async (file: string, path: string): Promise<void> => {
  const code = readText(file)
  const title = file.replace(/^docs\/(examples\/)?/, "")
  if (file.endsWith(".html")) {
    makePage(path, { title, body: ["```html", code.trimEnd(), "```"].join("\n"), sidebar: { hidden: true } })
    return
  }
  const [whole = "", comment = ""] = /^\/\*\*([^]*?)\*\/\s*/.exec(code) ?? []
  const text = comment.replaceAll(/^\s*\* ?/gm, "").trim()
  makePage(path, {
    title,
    description: /^(.+?\.)(\s|$)/s.exec(text)?.[1]?.replaceAll(/[`\s]+/g, " "),
    body: `${text}\n\n${await codeBlock({ program: code.slice(whole.length) })}`,
    // Those in folders are reached from the programs that they are parts of.
    sidebar: { hidden: title.includes("/") }
  })
}

/** The list of recipes. */
const writeRecipes = (): void => {
  const items = [...documents].flatMap(([file, path]) => {
    if (!path.startsWith("recipes/")) return []
    const { description, title } = partsOf(readText(file))
    return [`- [${title}](${urlOf(path)})${description === undefined ? "" : `: ${description}`}`]
  })
  makePage("recipes/index", {
    title: "Recipes",
    description: "Complete programs for common tasks, which run in the tests of the library and in the playground.",
    body: `Complete programs. Each runs in the tests and in the playground.\n\n${items.join("\n")}\n`,
    sidebar: { label: "Overview", order: -1 }
  })
}

export const pages = async (library: Library): Promise<void> => {
  const linkNames = linkedNames(library)
  for (const [file, path] of documents) await writeDocument(file, path, linkNames)
  for (const [file, path] of programs) await writeProgram(file, path)
  writeRecipes()
}
