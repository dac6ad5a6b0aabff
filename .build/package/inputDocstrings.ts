/**
 * Writes the docstrings of the fields of inputs into declaration files: `node .build/package/inputDocstrings.ts`, and with
 * `FOLDER` into those of another folder than `dist`.
 *
 * The compiler writes out the input of an operation, which makes hovers readable, but it leaves the docstrings out
 * (docs/decisions/011-docstrings.md). They are those of the same fields in the sources.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Project } from "typescript/unstable/sync"
import { type Compiled, declarationOf, exportsOf, inputFieldsOf, modules, open, root } from "./compiled.ts"
import { commentOf, type Edit, edit } from "./docstrings.ts"

/** The docstrings of all fields of inputs, by export and field. */
const docstringsOf = (project: Project, file: string): ReadonlyMap<string, string> =>
  new Map(
    exportsOf(project, file).flatMap(({ exported, symbol }) =>
      inputFieldsOf(project, symbol).map(
        (field) => [`${exported.name}.${field.name}`, project.checker.getDocumentationCommentOfSymbol(field)] as const
      )
    )
  )

/** The docstrings that a declaration file lacks, by the offset of the field. */
const missingIn = ({ declarations, sources }: Compiled, module: string, file: string): ReadonlyMap<number, string> => {
  const docstrings = docstringsOf(sources, Path.join(root, module))
  const source = declarations.program.getSourceFile(file)
  const missing = new Map<number, string>()
  for (const { exported, symbol } of exportsOf(declarations, file)) {
    for (const field of inputFieldsOf(declarations, symbol)) {
      const docstring = docstrings.get(`${exported.name}.${field.name}`) ?? ""
      const node = field.valueDeclaration?.resolve()
      const isHere = node !== undefined && node.getSourceFile() === source
      if (docstring === "" || !isHere || declarations.checker.getDocumentationCommentOfSymbol(field) !== "") continue
      missing.set(node.getStart(), docstring)
    }
  }
  return missing
}

/** The docstrings, each before its field. */
const editsOf = (file: string, docstrings: ReadonlyMap<number, string>): ReadonlyArray<Edit> => {
  const text = Fs.readFileSync(file, "utf8")
  const lines = text.split("\n")
  return [...docstrings].map(([offset, docstring]) => {
    const line = text.slice(0, offset).split("\n").length - 1
    const [indent = ""] = /^ */.exec(lines[line] ?? "") ?? []
    return { line, removed: 0, lines: commentOf(docstring).map((part) => indent + part) }
  })
}

const folder = Path.resolve(process.argv[2] ?? Path.join(root, "dist"))
const compiled = open(folder)
const edits = modules.map((module) => {
  const file = declarationOf(folder, module)
  return [file, missingIn(compiled, module, file)] as const
})
compiled.close()
for (const [file, docstrings] of edits) edit(file, editsOf(file, docstrings))
