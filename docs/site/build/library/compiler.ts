/** The sources, as the compiler sees them, and the declaration files that it makes of them. */
import * as Fs from "node:fs"
import { format } from "oxfmt"
import ts from "typescript"
import {
  type Checker,
  NodeBuilderFlags,
  type Project,
  type Symbol,
  type Type
} from "../../../../.build/docs/compilerApi.ts"
import { open } from "../../../../.build/package/compiled.ts"
import { addDocstrings } from "../../../../.build/package/inputDocstrings.ts"
import { once } from "../once.ts"
import { declarationFile, declarations, isBuilt } from "./declarations.ts"

export interface Compiler {
  readonly checker: Checker
  readonly program: Project["program"]
  /** The syntax of a source. */
  readonly sourceOf: (file: string) => ts.SourceFile
  /** That of its declaration file, which must have been made. */
  readonly declarationsOf: (file: string) => ts.SourceFile
  /** The docstring of a symbol. Members of many types have the same declarations. */
  readonly docsOf: (symbol: Symbol) => string
  /** A type as a file would write it. */
  readonly textIn: (file: string) => (type: Type) => string
  /** Gives the declarations the docstrings that the package has. If they are the package's own, they have them. */
  readonly finishDeclarations: () => Promise<void>
  readonly close: () => void
}

const read = (path: string): ts.SourceFile => parse(Fs.readFileSync(path, "utf8"), path)

const flags =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope |
  NodeBuilderFlags.OmitParameterModifiers

export const compile = (): Compiler => {
  const opened = open()
  const { checker, program } = opened.sources
  return {
    checker,
    program,
    sourceOf: once(read),
    declarationsOf: once((file: string) => read(declarationFile(file))),
    docsOf: once(
      (symbol: Symbol) => checker.getDocumentationCommentOfSymbol(symbol),
      ({ declarations }) => declarations.map(({ index, path }) => `${path}:${index}`).join()
    ),
    textIn: once((file: string) => {
      const source = program.getSourceFile(file)
      return once((type: Type) => checker.typeToString(type, source, flags))
    }),
    finishDeclarations: async () => {
      if (!isBuilt) await addDocstrings(opened, declarations)
    },
    close: opened.close
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
