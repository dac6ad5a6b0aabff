/**
 * Writes docstrings into declaration files, of the fields of inputs and of overloads. `node .build/package/inputDocstrings.ts`
 * writes them into those of `dist`.
 *
 * The compiler writes out the input of an operation, which makes hovers readable, but it leaves the docstrings out
 * (docs/decisions/011-docstrings.md). They are those of the same fields in the sources.
 *
 * Where a function has several signatures, editors show the docstring of the one that is called. Each that has none gets
 * that of the export.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { setImmediate } from "node:timers/promises"
import type { Symbol } from "typescript/unstable/sync"
import {
  type Compiled,
  declarationOf,
  exportsOf,
  inputFieldsOf,
  modules,
  open,
  type Opened,
  overloadsOf,
  root
} from "./compiled.ts"
import { commentOf, type Edit, edit } from "./docstrings.ts"

/** The fields of an input that are written in its declaration file without a docstring. */
const bareFieldsOf = ({ declarations }: Compiled, symbol: Symbol, file: string): ReadonlyArray<Symbol> =>
  inputFieldsOf(declarations, symbol).filter(
    (field) =>
      field.valueDeclaration?.path === file && declarations.checker.getDocumentationCommentOfSymbol(field) === ""
  )

/** The docstrings that a declaration file lacks, by the offset of the field. */
const missingIn = (compiled: Compiled, module: string, file: string): ReadonlyMap<number, string> => {
  const { declarations, sources } = compiled
  const missing = new Map<number, string>()
  const written = new Map(exportsOf(sources, Path.join(root, module)).map((each) => [each.exported.name, each.symbol]))
  for (const { exported, symbol } of exportsOf(declarations, file)) {
    const bare = bareFieldsOf(compiled, symbol, file)
    const source = bare.length === 0 ? undefined : written.get(exported.name)
    const fields = source === undefined ? [] : inputFieldsOf(sources, source)
    for (const field of bare) {
      const same = fields.find(({ name }) => name === field.name)
      const docstring = same === undefined ? "" : sources.checker.getDocumentationCommentOfSymbol(same)
      const node = docstring === "" ? undefined : field.valueDeclaration?.resolve()
      if (node !== undefined) missing.set(node.getStart(), docstring)
    }
  }
  return missing
}

/** Docstrings to write, by file and offset. */
type Docstrings = Map<string, Map<number, string>>

const add = (docstrings: Docstrings, file: string, offset: number, docstring: string): void => {
  const here = docstrings.get(file) ?? new Map<number, string>()
  const other = here.get(offset) ?? docstring
  if (other !== docstring) throw new Error(`${file}: exports with the same signatures have different docstrings`)
  docstrings.set(file, here.set(offset, docstring))
}

/** Adds the docstrings that signatures lack. They may be in another file of the folder than the export. */
const addOverloads = ({ declarations }: Compiled, folder: string, file: string, docstrings: Docstrings): void => {
  for (const { symbol } of exportsOf(declarations, file)) {
    const docstring = declarations.checker.getDocumentationCommentOfSymbol(symbol)
    if (docstring === "") continue
    for (const signature of overloadsOf(declarations, symbol)) {
      const { fileName } = signature.getSourceFile()
      if (signature.jsDoc !== undefined || !fileName.startsWith(`${folder}${Path.sep}`)) continue
      add(docstrings, fileName, signature.getStart(), docstring)
    }
  }
}

/** The docstrings, each before what it is of. */
const editsOf = (file: string, docstrings: ReadonlyMap<number, string>): ReadonlyArray<Edit> => {
  const text = Fs.readFileSync(file, "utf8")
  const lines = text.split("\n")
  return [...docstrings].map(([offset, docstring]) => {
    const line = text.slice(0, offset).split("\n").length - 1
    const [indent = ""] = /^ */.exec(lines[line] ?? "") ?? []
    return { line, removed: 0, lines: commentOf(docstring).map((part) => indent + part) }
  })
}

/** Writes the docstrings into the declaration files of a folder. */
export const addDocstrings = async (opened: Opened, folder: string): Promise<void> => {
  const compiled = opened.withDeclarations(folder)
  const docstrings: Docstrings = new Map()
  for (const module of modules) {
    const file = declarationOf(folder, module)
    for (const [offset, docstring] of missingIn(compiled, module, file)) add(docstrings, file, offset, docstring)
    addOverloads(compiled, folder, file, docstrings)
    // The compiler blocks this process, and others may wait for it.
    await setImmediate()
  }
  for (const [file, found] of docstrings) edit(file, editsOf(file, found))
}

if (import.meta.main) {
  const opened = open()
  await addDocstrings(opened, Path.join(root, "dist"))
  opened.close()
}
