/**
 * Writes what tools say of operations and of the fields of their inputs: `node .build/ai/docs.ts`. With `--check`, fails if
 * a table differs.
 *
 * The texts are the docstrings, which are not there at run time. A model pays for each of them, so that a table has the
 * first paragraph on an operation, and a field's text up to a limit.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { API } from "typescript/unstable/sync"
import * as forge from "../../src/forge/index.ts"
import * as weather from "../../src/weather/index.ts"
import { exportsOf, inputFieldsOf, root } from "../package/compiled.ts"

const config = Path.join(root, "tsconfig.build.json")

/** The most characters of a text on a field. */
const most = 160

/** A docstring as one line: no emphasis, no breaks. */
const plain = (docstring: string): string => docstring.replaceAll(/\s*\n\s*/g, " ").trim()

/** The first paragraph. The wire call is the last one. */
const about = (docstring: string): string => {
  const [first = ""] = docstring.split("\n\n")
  return /^(?:GET|POST|PUT|PATCH|DELETE) /.test(first) ? "" : plain(first)
}

/** As many sentences as fit. */
const short = (text: string): string => {
  if (text.length <= most) return text
  const sentences = text.split(/(?<=\.) (?=[A-Z`])/)
  let cut = sentences[0] ?? ""
  for (const sentence of sentences.slice(1)) {
    if (cut.length + sentence.length >= most) break
    cut += ` ${sentence}`
  }
  return cut
}

interface Declared {
  readonly declaration: { readonly name: string }
}

const isDeclared = (value: unknown): value is Declared =>
  typeof value === "function" && "declaration" in value && typeof value.declaration === "object"

const api = new API({ cwd: root })
const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
if (project === undefined) throw new Error(`no project at ${config}`)

/** The docs of a module: its texts, and by operation the numbers of that on itself and of those on its fields. */
const tableOf = (folder: string, module: string, exports: object): string => {
  const texts: Array<string> = []
  const numberOf = (text: string): number => {
    if (!texts.includes(text)) texts.push(text)
    return texts.indexOf(text)
  }
  const symbols = exportsOf(project, Path.join(root, `src/${folder}/${module}.ts`))
  const operations = Object.entries(exports).flatMap(([name, value]) => {
    const found = symbols.find(({ exported }) => exported.name === name)
    if (!isDeclared(value) || value.declaration.name !== `${module}.${name}` || found === undefined) return []
    const { symbol } = found
    const fields = inputFieldsOf(project, symbol).flatMap((field) => {
      const text = short(plain(project.checker.getDocumentationCommentOfSymbol(field)))
      return text === "" ? [] : [[field.name, numberOf(text)] as const]
    })
    const own = about(project.checker.getDocumentationCommentOfSymbol(symbol))
    return [[name, [numberOf(own), Object.fromEntries(fields)]] as const]
  })
  return operations.length === 0 ? "" : JSON.stringify([texts, Object.fromEntries(operations)])
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const pageOf = (folder: string, service: object): string => {
  const lines = Object.entries(service).flatMap(([module, exports]: readonly [string, object]) => {
    const exists = Fs.existsSync(Path.join(root, `src/${folder}/${module}.ts`))
    const table = exists ? tableOf(folder, module, exports) : ""
    return table === "" ? [] : [`  ${module}: ${quoted(table)}`]
  })
  return [
    "// Written by `npm run pages` of the docstrings.",
    `export const ${folder}: Readonly<Record<string, string>> = {`,
    lines.join(",\n"),
    "}",
    ""
  ].join("\n")
}

const differing = Object.entries({ forge, weather }).filter(([folder, service]) => {
  const file = Path.join(root, `src/ai/internal/docs/${folder}.ts`)
  const page = pageOf(folder, service)
  const isSame = Fs.existsSync(file) && Fs.readFileSync(file, "utf8") === page
  if (!isSame && !process.argv.includes("--check")) Fs.writeFileSync(file, page)
  return !isSame
})
api.close()

if (process.argv.includes("--check") && differing.length > 0) {
  process.exitCode = 1
  console.error(`src/ai/internal/docs/${differing.map(([folder]) => folder).join(", ")}: run \`npm run pages\``)
}
