/** Writes the stubs of all parts of an operation: `npm run add -- "GET /repos/{owner}/{repo}/subscribers" [Module.name]`. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { described } from "../../test/forge/description/official.ts"
import { operationNames } from "../../src/testing/internal/forge/service.ts"
import { root } from "../docs/snippets.ts"
import { examplesOf, rowsOf, servedIn } from "./parts.ts"
import * as Stubs from "./stubs.ts"
import { wantedOf } from "./wanted.ts"

/** Adds a name to the imports of a file, where it is not there. */
const withImport = (source: string, [name, from]: readonly [name: string, from: string]): string => {
  const bare = name.replace("type ", "")
  const own = [...source.matchAll(/^import (?:type )?([^"]*?) from "([^"\n]*)"$/gm)]
  if (
    own.some(([, names = "", path]) => path === from && new RegExp(`\\b${bare.replace("* as ", "")}\\b`).test(names))
  ) {
    return source
  }
  const named = own.find(
    ([line, names = "", path]) => path === from && names.startsWith("{") && !line.includes("import type")
  )
  if (named !== undefined && !name.startsWith("*")) {
    const [line, names = ""] = named
    const all = [
      ...names
        .slice(1, -1)
        .split(",")
        .map((each) => each.trim()),
      name
    ].filter((each) => each !== "")
    const key = (each: string) => each.replace("type ", "").toLowerCase()
    const sorted = all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).join(", ")
    return source.replace(line, `import { ${sorted} } from "${from}"`)
  }
  const added = `import ${name.startsWith("*") ? name : `{ ${name} }`} from "${from}"`
  const rank = (path: string) => `${path.startsWith("../") ? 1 : path.startsWith("./") ? 2 : 0}${path}`
  const next = own.find(([, , path = ""]) => rank(path) > rank(from))
  if (next !== undefined) return source.replace(next[0], `${added}\n${next[0]}`)
  const last = own.at(-1)?.[0] ?? ""
  return last === "" ? `${added}\n\n${source}` : source.replace(last, `${last}\n${added}`)
}

const written: Array<string> = []

const edit = (file: string, imports: Stubs.Stub["imports"], change: (source: string) => string): void => {
  const path = Path.join(root, file)
  Fs.writeFileSync(path, imports.reduce(withImport, change(Fs.readFileSync(path, "utf8"))))
  if (!written.includes(file)) written.push(file)
}

/** Adds an item at the end of the list or object that the file ends with. */
const appended = (text: string) => (source: string) =>
  source.replace(/,?\n([\]}])\n$/, (_, end: string) => `,\n${text}\n${end}\n`)

/** Adds a constant, before the first one that comes after it in the alphabet. */
const inserted = (operation: string, text: string) => (source: string) => {
  const after = [...source.matchAll(/^\/\*\*[^\n]*\n(?:^ \*[^\n]*\n)*export const (\w+)/gm)].find(
    ([, name = ""]) => name > operation
  )
  return after === undefined ? `${source}\n${text}\n` : source.replace(after[0], () => `${text}\n\n${after[0]}`)
}

/** Adds a handler above the routes, and the paths and the page that they are made of. */
const aboveRoutes = (text: string) => (source: string) =>
  source.replace(/^(?:const \w+ = ["`].*\n)*\n?const endpoint = /m, (routes) => `${text}\n\n${routes}`)

const [route = "", name] = process.argv.slice(2)
const wanted = wantedOf(route, name)
const { module, operation } = wanted
const full = `${module}.${operation}`
if (described.some((each) => each.name === full)) {
  throw new Error(`${full} is there already. Name the operation: npm run add -- "${route}" ${module}.another`)
}

if (!Fs.existsSync(Path.join(root, `src/forge/${module}.ts`))) {
  throw new Error(`There is no module ${module}. Make it first (CONTRIBUTING.md, "A new module"), or name another one`)
}

const row = await Stubs.row(wanted)
const declaration = Stubs.declaration(wanted)
const example = Stubs.example(wanted)
const handler = Stubs.handler(wanted)
const record = Stubs.record(wanted)
const served = servedIn(wanted)

if (record !== undefined) {
  const file = `src/forge/schema/${record.name}.ts`
  // What is there was written by hand.
  if (Fs.existsSync(Path.join(root, file))) throw new Error(`${file} is there already. Declare the record in it first`)
  Fs.writeFileSync(Path.join(root, file), record.text)
  written.push(file)
}
edit(`src/forge/${module}.ts`, declaration.imports, (source) => `${source}\n${declaration.text}\n`)
edit(rowsOf(module), row.imports, appended(row.text))
if (operationNames.has(full)) {
  // Other clients call it already. Its call is in the row from now on.
  edit("test/testing/octokit/calls.ts", [], (source) => source.replace(new RegExp(`^  "${full}": .*\n`, "m"), ""))
} else {
  edit(served, handler.imports, aboveRoutes(handler.text))
  edit(served, [], appended(Stubs.endpoint(wanted)))
}
edit(examplesOf(module), example.imports, inserted(operation, example.text))
execFileSync("oxfmt", written, { cwd: root })

console.log(`${full}: these files have a stub now.\n`)
for (const file of written) console.log(`  ${file}`)
console.log(`
Say it better in the docstrings, let the handler answer (it answers 501 so far), and look at the example. CONTRIBUTING.md
says what each part needs, and which tests to run. Then write what follows from it: npm run pages`)
