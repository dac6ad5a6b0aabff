/** The sources, as the compiler sees them, and the declaration files that it makes of them. */
import * as Fs from "node:fs"
import { format } from "oxfmt"
import ts from "typescript"
import type { Checker, Project } from "../../../../.build/docs/compilerApi.ts"
import { openSources } from "../../../../.build/package/compiled.ts"
import { declarationFile } from "./declarations.ts"

export interface Compiler {
  readonly checker: Checker
  readonly program: Project["program"]
  /** The syntax of a source. */
  readonly sourceOf: (file: string) => ts.SourceFile
  /** That of its declaration file, which must have been made. */
  readonly declarationsOf: (file: string) => ts.SourceFile
  readonly close: () => void
}

/** Reads each file once. */
const reader = (pathOf: (file: string) => string): ((file: string) => ts.SourceFile) => {
  const files = new Map<string, ts.SourceFile>()
  return (file) => {
    const made = files.get(file) ?? parse(Fs.readFileSync(pathOf(file), "utf8"), pathOf(file))
    files.set(file, made)
    return made
  }
}

export const compile = (): Compiler => {
  const { close, sources } = openSources()
  return {
    checker: sources.checker,
    program: sources.program,
    sourceOf: reader((file) => file),
    declarationsOf: reader(declarationFile),
    close
  }
}

export const parse = (text: string, file = "file.d.ts"): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

/** Wraps the lines of a declaration for the width of a page. */
export const wrapped = async (declaration: string): Promise<string> => {
  const { code, errors } = await format("file.d.ts", declaration, { printWidth: 84, semi: false })
  if (errors.length > 0) throw new Error(`cannot be formatted: ${declaration}`)
  return code.trim().replace(/\n{2,}/g, "\n")
}

/** What the compiler cannot find in programs, whose imports it does not resolve. */
export const unknownNames = (programs: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const options: ts.CompilerOptions = {
    noResolve: true,
    noEmit: true,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: []
  }
  const host = ts.createCompilerHost(options)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, target) => {
    const program = programs.get(file)
    return program === undefined ? getSourceFile(file, target) : ts.createSourceFile(file, program, target)
  }
  const program = ts.createProgram([...programs.keys()], options, host)
  // Without imports there is no other complaint to rely on.
  const unknown = new Set([2304, 2503, 2552, 18004])
  return [...programs.keys()].flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .filter(({ code }) => unknown.has(code))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`)
  )
}
