/** The sources and their declaration files, as the compiler sees them. */
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import { API, type Project, SignatureKind, type Snapshot, type Symbol, SymbolFlags } from "typescript/unstable/sync"

export const root = Path.resolve(import.meta.dirname, "../..")

/** The configuration that the package is built with. */
const config = Path.join(root, "tsconfig.build.json")

/** The public modules that have more than re-exports. */
export const modules: ReadonlyArray<string> = Fs.globSync(
  [
    "src/{ai,forge,rest,testing,weather,workflow}/*.ts",
    "src/forge/schema/*.ts",
    "src/weather/{series,variables}/*.ts",
    "src/node/{ForgeNode,WeatherNode}.ts"
  ],
  { cwd: root, exclude: ["src/*/dialect.ts"] }
).toSorted()

export interface Compiled {
  readonly sources: Project
  readonly declarations: Project
}

/** The opened sources. */
export interface Opened {
  readonly sources: Project
  /** Opens the declaration files that were emitted into a folder, too. What is known of the sources by then is kept. */
  readonly withDeclarations: (folder: string) => Compiled
  readonly close: () => void
}

const projectIn = (snapshot: Snapshot, config: string): Project => {
  const project = snapshot.getProject(config)
  if (project === undefined) throw new Error(`no project at ${config}`)
  return project
}

export const open = (): Opened => {
  const api = new API({ cwd: root })
  const withDeclarations = (folder: string): Compiled => {
    const place = Fs.realpathSync(Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-declarations-")))
    const consumer = Path.join(place, "tsconfig.json")
    const compilerOptions = { noEmit: true, rootDir: folder, typeRoots: [Path.join(root, "node_modules/@types")] }
    // By default, the folder that the build writes to is excluded.
    const files = { include: [`${folder}/**/*.d.ts`], exclude: [] }
    Fs.writeFileSync(consumer, JSON.stringify({ extends: config, compilerOptions, ...files }))
    const snapshot = api.updateSnapshot({ openProjects: [consumer] })
    Fs.rmSync(place, { recursive: true })
    return { sources: projectIn(snapshot, config), declarations: projectIn(snapshot, consumer) }
  }
  const sources = projectIn(api.updateSnapshot({ openProjects: [config] }), config)
  return { sources, withDeclarations, close: () => api.close() }
}

/** The declaration file of a module of `src`. */
export const declarationOf = (folder: string, module: string): string =>
  Path.join(folder, Path.relative("src", module).replace(/\.ts$/, ".d.ts"))

/** What a module exports: each export, and what it stands for. */
export const exportsOf = ({ checker, program }: Project, file: string) => {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`no module at ${file}`)
  return checker.getExportsOfModule(module).map((exported) => ({
    exported,
    symbol: exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  }))
}

/** The fields of what a function is given first, as an operation is given its input. */
export const inputFieldsOf = ({ checker }: Project, symbol: Symbol): ReadonlyArray<Symbol> => {
  const value = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
  return (value ? checker.getSignaturesOfType(value, SignatureKind.Call) : []).flatMap((signature) => {
    const input = signature.getParameters().length > 0 ? checker.getParameterType(signature, 0) : undefined
    // An input that may be left out is a union with void.
    const parts = input?.isUnionType() === true ? input.getTypes() : [input]
    return parts.flatMap((part) => (part === undefined ? [] : checker.getPropertiesOfType(part)))
  })
}

/** The signatures of an export that has several: editors show each one's own docstring, and that of the export for none. */
export const overloadsOf = ({ checker }: Project, symbol: Symbol) => {
  const value = symbol.flags & SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined
  const signatures = value ? checker.getSignaturesOfType(value, SignatureKind.Call) : []
  return signatures.length < 2 ? [] : signatures.flatMap(({ declaration }) => declaration?.resolve() ?? [])
}
