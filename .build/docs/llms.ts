/** Writes llms.txt from AGENTS.md, docs/README.md and the exports. With `--check`, fails if the file differs. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as ai from "../../src/ai/index.ts"
import * as root from "../../src/index.ts"
import * as forge from "../../src/forge/index.ts"
import * as testing from "../../src/testing/index.ts"
import * as weather from "../../src/weather/index.ts"
import * as workflow from "../../src/workflow/index.ts"
import { writePage } from "./declarations.ts"
import * as Snippets from "./snippets.ts"

const read = (page: string): string => Fs.readFileSync(Path.join(Snippets.root, page), "utf8")

const agents = read("AGENTS.md")
const guides = read("docs/README.md")

/** The text below a heading of a page, to the next heading. */
const sectionOf = (page: string, heading: string): string => {
  const [, after] = page.split(`\n## ${heading}\n`)
  if (after === undefined) throw new Error(`There is no heading "${heading}"`)
  return after.split("\n## ")[0]?.trim() ?? ""
}

const introduction = agents.split("\n\n")[1]?.replaceAll("\n", " ") ?? ""

/** Modules that an index does not export, since they need an optional package or cost every program something. */
const apart = Fs.globSync("src/{ai,forge,rest,workflow}/*.ts", { cwd: Snippets.root })
  .map((file) => file.replaceAll("\\", "/").slice("src/".length, -".ts".length))
  .filter((module) => {
    const [floor = "", name = ""] = module.split("/")
    const index = { ai, forge, rest: root, workflow }[floor]
    return /^[A-Z]/.test(name) && index !== undefined && !(name in index)
  })
  .filter((module) => /^export (?:const|class)/m.test(read(`src/${module}.ts`)))
  .toSorted()

const services: Readonly<Record<string, unknown>> = { ...weather, ...forge }

const ofRoot = Object.entries(root).flatMap(([name, module]) => (services[name] === module ? [] : [name]))

const modules = [
  ["forgecast/forge", forge],
  ["forgecast/workflow", workflow],
  ["forgecast/ai", ai],
  ["forgecast/weather", weather],
  ["forgecast/testing", testing]
] as const

const imports = [
  `- \`forgecast\`: ${ofRoot.join(", ")}, and all modules of \`forgecast/forge\` and \`forgecast/weather\` but the latter's Operation`,
  ...modules.map(([specifier, exports]) => `- \`${specifier}\`: ${Object.keys(exports).join(", ")}`),
  "- `forgecast/node`: ForgeNode, WeatherNode; needs `@effect/platform-node`",
  `- modules of their own: ${apart.map((module) => `\`forgecast/${module}\``).join(", ")}`
].join("\n")

/** The rows of a table of docs/README.md, as links. */
const linksOf = (heading: string): string =>
  [...sectionOf(guides, heading).matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$/gm)]
    .map(([, title = "", path = "", contents = ""]) => {
      const plain = contents.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
      return `- [${title}](docs/${path}): ${plain}`
    })
    .join("\n")

writePage(
  "llms.txt",
  `# forgecast

> ${introduction.replace(/^.*?in a hurry\. /, "")}

This file is made from AGENTS.md, which has more, by \`npm run pages\`. Paths are inside of
\`node_modules/forgecast\`.

## What to import

${imports}

Effect's modules are imported one by one: \`import * as Effect from "effect/Effect"\`.

## A program

${sectionOf(agents, "A program")}

## Ten patterns

${sectionOf(agents, "Ten patterns")}

## Ten mistakes

${sectionOf(agents, "Ten mistakes")}

## Guides

${linksOf("Guides")}

## Recipes

Whole programs: \`program.ts\` beside each page.

${linksOf("Recipes")}

## Reference

- [Operations](docs/operations.md): each with its input, result and errors
- [Variables](docs/variables/README.md): those of each weather service, with units and models
- [Methods of Octokit](docs/octokit.md): what each of them becomes
- [Agents](AGENTS.md): errors, streams and tests in programs
`
)
