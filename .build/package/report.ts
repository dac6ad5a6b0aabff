/**
 * Writes the report of the API, docs/api.txt: every module that the package opens, every export of it, its type, and the
 * version since which it is there. A change of the API shows in its diff.
 *
 * The docstrings of the declaration files are given the same version as `@since`, and a `@category` that follows from what
 * the export is, unless they have their own (docs/decisions/045-names.md).
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type Edit, edit } from "./docstrings.ts"
import { type Manifest, modulesOf } from "./exportsMap.ts"

const root = Path.resolve(import.meta.dirname, "../..")
const file = Path.join(root, "docs/api.txt")
const manifest = JSON.parse(Fs.readFileSync(Path.join(root, "package.json"), "utf8")) as Manifest & {
  readonly version: string
}

/** A statement of a declaration file, with its docstring. */
interface Statement {
  readonly name: string | undefined
  /** Where the docstring begins, and where the statement does. */
  readonly start: number
  readonly line: number
  readonly text: string
}

const begins = /^(?:\/\*\*|\/\/#|import |export |declare |type |interface |const |abstract )/
const declared = /^(export )?(?:declare )?(?:abstract )?(?:const|class|function|namespace|interface|type) (\w+)/

/** The statements of a declaration file. What belongs to one is indented, or closes it. */
const statementsOf = (lines: ReadonlyArray<string>): ReadonlyArray<Statement> => {
  const starts = lines.flatMap((line, index) => (begins.test(line) ? [index] : []))
  // `export { delete_ as delete }`
  const renamed = new Map(
    [...lines.join("\n").matchAll(/^export \{ (\w+) as (\w+) \};$/gm)].map(([, of, as]) => [of, as])
  )
  return starts.flatMap((start, index) => {
    if (/^\/\*\*|^\/\//.test(lines[start] ?? "")) return []
    const [, exported, name = ""] = declared.exec(lines[start] ?? "") ?? []
    const before = starts[index - 1]
    const hasDocstring = before !== undefined && lines[before]?.startsWith("/**") === true
    const end = starts[index + 1] ?? lines.length
    return {
      name: exported === undefined ? renamed.get(name) : name,
      start: hasDocstring ? before : start,
      line: start,
      text: lines.slice(start, end).join("\n").trimEnd()
    }
  })
}

/** Types without docstrings, and with the names of modules in place of their paths. */
const plain = (text: string): string =>
  text
    .replaceAll(/^ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm, "")
    .replaceAll(/import\("(?:[^"]*\/)?([\w-]+?)(?:\.ts)?"\)/g, "$1")
    .replaceAll(/^\/\/# sourceMappingURL.*$/gm, "")
    .trimEnd()

/** What an export is, by its declaration and what it extends. The first that fits. */
const categories: ReadonlyArray<readonly [category: string, pattern: RegExp]> = [
  ["errors", /^export (?:declare class [^]*YieldableError|type \w*(?:Error|Failure|Failed|Refusal)s?\b)/],
  ["services", /^export declare (?:class [^]*Context\.ServiceClass|const \w+: Context\.Reference<)/],
  ["models", /^export (?:interface|type|declare (?:abstract )?class) /],
  [
    "operations",
    /^(?:export )?declare const \w+: (?:\w+\.)*(?:Operation|Read|Findable|Listing|Download|Upload|Get|GetMany|Streamed)</
  ],
  ["layers", /^export declare const (?:layer|\w+: (?:typeof layer|Layer\.Layer<))/],
  ["schemas", /^export declare const \w+: (?:Schema|Wire)\./],
  ["constructors", /^export declare const (?:make|from)/],
  ["functions", /^export declare (?:const \w+: (?:<|\(|\{\s*[<(])|function )/],
  ["values", /^/]
]

const categoryOf = (declaration: string): string =>
  categories.find(([, pattern]) => pattern.test(declaration))?.[0] ?? "values"

/** The versions that the report of before states, by module and export. */
const known = new Map<string, string>()
let module = ""
for (const line of Fs.existsSync(file) ? Fs.readFileSync(file, "utf8").split("\n") : []) {
  const [, opened, since, name] = /^# (.+)$|^\/\/ since (\S+): (\w+)/.exec(line) ?? []
  if (opened !== undefined) module = opened
  if (since !== undefined) known.set(`${module} ${name}`, since)
}

const withTags = (docstring: ReadonlyArray<string>, tags: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (tags.length === 0) return docstring
  const [first = "", ...rest] = docstring
  const words = docstring.length === 1 ? [` * ${first.replace(/^\/\*\* | \*\/$/g, "")}`] : rest.slice(0, -1)
  const isTagged = words.some((line) => line.startsWith(" * @"))
  return ["/**", ...words, ...(isTagged || words.length === 0 ? [] : [" *"]), ...tags.map((tag) => ` * ${tag}`), " */"]
}

const files = Fs.globSync("dist/**/*.js", { cwd: root }).map((name) => `./${name.replaceAll("\\", "/")}`)
const sections = modulesOf(manifest, files).open.map(({ file: script, specifier }) => {
  const path = Path.join(root, script.replace(/\.js$/, ".d.ts"))
  const lines = Fs.readFileSync(path, "utf8").split("\n")
  const statements = statementsOf(lines)
  const bases = new Map(
    statements.flatMap(({ text }) => {
      const [, base] = /^declare const (\w+)_base\b/.exec(text) ?? []
      return base === undefined ? [] : [[base, text] as const]
    })
  )
  const edits: Array<Edit> = []
  const parts = statements.flatMap(({ line, name, start, text }) => {
    if (name === undefined) return /^(?:import |export \{\};)/.test(text) ? [] : [plain(text)]
    const since = known.get(`${specifier} ${name}`) ?? manifest.version
    const docstring = lines.slice(start, line)
    const category = categoryOf(plain(text) + (bases.get(name) ?? ""))
    const tags = [`@category ${category}`, `@since ${since}`].filter(
      (tag) => !docstring.some((part) => part.includes(tag.split(" ")[0] ?? tag))
    )
    if (tags.length > 0) edits.push({ line: start, removed: line - start, lines: withTags(docstring, tags) })
    return [`\n// since ${since}: ${name}\n${plain(text)}`]
  })
  edit(path, edits)
  return `# ${specifier}\n\n${parts.join("\n").trimStart()}\n`
})
Fs.writeFileSync(file, sections.join("\n"))
