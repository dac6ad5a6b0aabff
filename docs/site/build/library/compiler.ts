/** The sources, as the compiler sees them, and the declaration files that it makes of them. */
import * as Path from "node:path"
import { format } from "oxfmt"
import ts from "typescript"
import { root } from "../site.ts"

const readOptions = (): ts.CompilerOptions => {
  const file = Path.join(root, "tsconfig.build.json")
  const json = ts.readJsonConfigFile(file, (path) => ts.sys.readFile(path))
  const { options } = ts.parseJsonSourceFileConfigFileContent(json, ts.sys, root, undefined, file)
  return { ...options, sourceMap: false, declarationMap: false, typeRoots: [Path.join(root, "node_modules/@types")] }
}

export interface Compiler {
  readonly checker: ts.TypeChecker
  readonly sourceOf: (file: string) => ts.SourceFile
  /** The declaration file of a source. */
  readonly declarationsOf: (source: ts.SourceFile) => ts.SourceFile
}

export const compile = (files: ReadonlyArray<string>): Compiler => {
  const options = readOptions()
  const service = ts.createLanguageService({
    fileExists: (file) => ts.sys.fileExists(file),
    readFile: (file) => ts.sys.readFile(file),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [...files],
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getScriptVersion: () => "1"
  })
  const program = service.getProgram()
  if (program === undefined) throw new Error("The compiler has no program")
  const sourceOf = (file: string): ts.SourceFile => {
    const source = program.getSourceFile(file)
    if (source === undefined) throw new Error(`${file} is not part of the program`)
    return source
  }
  const declarations = new Map<string, ts.SourceFile>()
  const declarationsOf = ({ fileName }: ts.SourceFile): ts.SourceFile => {
    const known = declarations.get(fileName)
    if (known !== undefined) return known
    // Forced: `npm run check` has checked the sources.
    const { outputFiles } = service.getEmitOutput(fileName, true, true)
    const made = parse(outputFiles[0]?.text ?? "", fileName.replace(/\.ts$/, ".d.ts"))
    declarations.set(fileName, made)
    return made
  }
  return { checker: program.getTypeChecker(), sourceOf, declarationsOf }
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
