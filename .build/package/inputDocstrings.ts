/**
 * Writes the docstrings of the fields of inputs into declaration files: `node .build/package/inputDocstrings.ts [folder]`.
 *
 * The compiler writes out the input of an operation, which makes hovers readable, but it leaves the docstrings out
 * (docs/decisions/011-docstrings.md). They are those of the same fields in the sources.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Project } from "typescript/unstable/sync"
import { type Compiled, declarationOf, exportsOf, inputFieldsOf, modules, open, root } from "./compiled.ts"

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

const commentOf = (docstring: string): ReadonlyArray<string> => {
  const lines = docstring.split("\n")
  return lines.length === 1 ? [`/** ${docstring} */`] : ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"]
}

/** Inserts the docstrings before their fields, and lines without mappings into the declaration map. */
const insert = (file: string, docstrings: ReadonlyMap<number, string>): void => {
  const text = Fs.readFileSync(file, "utf8")
  const lines = text.split("\n")
  const map = JSON.parse(Fs.readFileSync(`${file}.map`, "utf8")) as { mappings: string }
  const mappings = map.mappings.split(";")
  for (const [offset, docstring] of [...docstrings].toSorted(([one], [other]) => other - one)) {
    const line = text.slice(0, offset).split("\n").length - 1
    const [indent = ""] = /^ */.exec(lines[line] ?? "") ?? []
    const comment = commentOf(docstring).map((part) => indent + part)
    lines.splice(line, 0, ...comment)
    if (line < mappings.length) mappings.splice(line, 0, ...comment.map(() => ""))
  }
  Fs.writeFileSync(file, lines.join("\n"))
  Fs.writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: mappings.join(";") }))
}

const folder = Path.resolve(process.argv[2] ?? Path.join(root, "dist"))
const compiled = open(folder)
const edits = modules.map((module) => {
  const file = declarationOf(folder, module)
  return [file, missingIn(compiled, module, file)] as const
})
compiled.close()
for (const [file, docstrings] of edits) if (docstrings.size > 0) insert(file, docstrings)
