/** The files of a program: compiled, and evaluated in the order in which they need each other. */
import { mainFile, type Sketch } from "../protocol.ts"
import { type Compiled, compile, type Evaluate, type Members, ProgramError, toModule } from "./compile.ts"
import { strict } from "./modules.ts"

interface File {
  readonly name: string
  readonly compiled: Compiled
}

/** Where a file is in the compiled program, by the URL of its module. */
export type Places = ReadonlyMap<string, string>

export interface Program {
  /** Those that are needed, in the order of their evaluation: the main one is the last. */
  readonly files: ReadonlyArray<File>
  /** The modules that the files ask for, without those of each other. */
  readonly imports: Compiled["imports"]
  /** All of its text. */
  readonly text: string
}

/** The file that a specifier leads to; undefined for that of a package. */
const fileOf = (specifier: string): string | undefined => (/^\.\.?\//.test(specifier) ? specifier.slice(2) : undefined)

const merged = (one: Members | undefined, other: Members): Members =>
  one === "all" || other === "all" ? "all" : new Set([...(one ?? []), ...other])

/** Throws a `ProgramError`. */
export const programOf = ({ files: others = {}, program }: Sketch): Program => {
  const texts = new Map([[mainFile, program], ...Object.entries(others)])
  const files: Array<File> = []
  const visit = (name: string, above: ReadonlyArray<string>): void => {
    const text = texts.get(name)
    // A file that is missing is said when it is asked for, with the line.
    if (text === undefined || files.some((file) => file.name === name)) return
    if (above.includes(name)) {
      const circle = [...above.slice(above.indexOf(name)), name].join(" → ")
      throw new ProgramError(`Files of the playground cannot import each other: ${circle}`)
    }
    const compiled = compile(text, name)
    for (const specifier of compiled.imports.keys()) {
      const needed = fileOf(specifier)
      if (needed !== undefined) visit(needed, [...above, name])
    }
    files.push({ name, compiled })
  }
  visit(mainFile, [])
  const imports = new Map<string, Members>()
  for (const { compiled } of files)
    for (const [specifier, members] of compiled.imports)
      if (fileOf(specifier) === undefined) imports.set(specifier, merged(imports.get(specifier), members))
  return { files, imports, text: files.map(({ name }) => texts.get(name)).join("\n") }
}

/** Makes the modules of the files. */
export const placesOf = ({ files }: Program): Places =>
  new Map(
    files.map(({ compiled, name }) => [
      URL.createObjectURL(new Blob([toModule(compiled)], { type: "text/javascript" })),
      name
    ])
  )

/** Evaluates the files. `require` has the modules of packages. Returns what the main one exports. */
export const evaluate = async (
  places: Places,
  require: (specifier: string) => unknown
): Promise<Readonly<Record<string, unknown>>> => {
  const evaluated = new Map<string, Record<string, unknown>>()
  const requireAny = (specifier: string): unknown => {
    const exports = evaluated.get(fileOf(specifier) ?? "")
    return exports === undefined ? require(specifier) : strict(specifier, exports)
  }
  for (const [url, name] of places) {
    // The cast is safe: the module is ours.
    const { default: evaluateFile } = (await import(/* @vite-ignore */ url)) as { readonly default: Evaluate }
    const exports: Record<string, unknown> = {}
    await evaluateFile(requireAny, exports)
    evaluated.set(name, exports)
  }
  return evaluated.get(mainFile) ?? {}
}
