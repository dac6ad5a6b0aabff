/** The programs that pages show. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import ts from "typescript"
import { codeOf, stretchesOf } from "../../../../.build/docs/fences.ts"
import { folders, readText } from "../site.ts"
import { programs } from "../sources.ts"
import { parse } from "./names.ts"

/** A block of code on a page. */
export interface Block {
  /** The path of the page: `guides/errors`. */
  readonly page: string
  /** The folder below `docs` that the files are in which it imports. */
  readonly folder: string
  readonly code: string
  /** Lines before the code: what it needs of the imports of the page, if it has none itself. */
  readonly imports: string
}

/** Each imported name with an import of its own. */
const importsOf = (code: string): ReadonlyArray<readonly [name: string, text: string]> =>
  parse(code).statements.flatMap((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined
    if (!ts.isImportDeclaration(statement) || bindings === undefined) return []
    const elements = ts.isNamespaceImport(bindings) ? [bindings] : bindings.elements
    return elements.map((each) => {
      const imported = ts.isImportSpecifier(each) ? `{ ${each.getText()} }` : each.getText()
      return [each.name.text, `import ${imported} from ${statement.moduleSpecifier.getText()}`] as const
    })
  })

const blocksOf = (page: string, codes: ReadonlyArray<string>): ReadonlyArray<Block> => {
  const folder = [...programs.values()].includes(page) ? Path.posix.dirname(page) : page
  const own = codes.map(importsOf)
  // The page of a module begins with parts of programs, and has the import below.
  const all = new Map(own.flat().toReversed())
  return codes.map((code, index) => {
    const isPart = own[index]?.length === 0
    const imports = [...all].filter(([name]) => isPart && new RegExp(`\\b${name}\\b`).test(code))
    return { page, folder, code, imports: imports.map(([, text]) => `${text}\n`).join("") }
  })
}

/** The blocks of TypeScript on a written page. */
const codesIn = (page: string): ReadonlyArray<string> =>
  stretchesOf(page, Fs.readFileSync(Path.join(folders.pages, page), "utf8"))
    .filter(({ info }) => /^ts\b/.test(info ?? ""))
    .map((stretch) => codeOf(stretch).trimEnd())

/** Those of all written pages, and of the start page. */
export const readBlocks = (): ReadonlyArray<Block> => [
  ...blocksOf("", [readText("docs/site/src/start/program.ts").trimEnd()]),
  ...Fs.globSync("**/*.md", { cwd: folders.pages })
    .toSorted()
    .flatMap((page) => blocksOf(page.replaceAll("\\", "/").replace(/(\/index)?\.md$/, ""), codesIn(page)))
]
