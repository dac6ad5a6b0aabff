/**
 * Writes what pages say about the operations: the table of modules in docs/guides/modules.md, and how many there are in
 * README.md. With `--check`, fails if a page differs.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as forge from "../../src/forge/index.ts"
import { counts } from "./counts.ts"
import { declarationsOf, writePage } from "./declarations.ts"
import { root } from "./snippets.ts"

/** What the table says of a module besides. */
const notes: Readonly<Record<string, string>> = {
  Actions: " ([guide](actions.md))",
  Search: "; past 1,000 results: `SearchByDate`"
}

const rows = new Map(
  Object.entries(forge).flatMap(([module, exports]: readonly [string, object]) => {
    // Errors are of another floor, and there are no operations there.
    const path = Path.join(root, `src/forge/${module}.ts`)
    const source = Fs.existsSync(path) ? Fs.readFileSync(path, "utf8") : ""
    const place = (name: string) => {
      const index = source.indexOf(`export const ${name} =`)
      return index < 0 ? source.length : index
    }
    const names = declarationsOf(exports).map(([name]) => name)
    const listed = names.toSorted((a, b) => place(a) - place(b)).map((name) => `\`${name}\``)
    return names.length === 0
      ? []
      : [[module, `| \`${module}\` | ${listed.join(" ")}${notes[module] ?? ""} |`] as const]
  })
)

const page = (path: string, change: (text: string) => string): void =>
  writePage(path, change(Fs.readFileSync(Path.join(root, path), "utf8")))

/** The rows keep their order. Those of new modules come before what calls any endpoint. */
page("docs/guides/modules.md", (text) => {
  const there = [...text.matchAll(/^\| `(\w+)` \|.*\|$/gm)].map(([, module = ""]) => module)
  const added = [...rows].filter(([module]) => !there.includes(module)).map(([, row]) => `${row}\n`)
  return text
    .replaceAll(/^\| `(\w+)` \|.*\|$/gm, (row, module: string) => rows.get(module) ?? row)
    .replace(/^\| `Routes` \|/m, (row) => `${added.join("")}${row}`)
})

page("README.md", (text) =>
  text
    .replaceAll(/\b\d+ operations of the GitHub API/g, `${counts.operations} operations of the GitHub API`)
    .replace(/\b[\d,]+ endpoints can be called/, `${counts.endpoints.toLocaleString("en")} endpoints can be called`)
)
