/**
 * A library on top of the package, and a program on top of that library.
 *
 * The library re-exports every value of every public module, so the compiler must write the type of each into the
 * library's own declarations. A type in a closed module has no name there: it would be `any` for the program.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { leaksOf } from "./declarations.ts"
import type { Module } from "./exportsMap.ts"
import type { Project } from "./project.ts"

const handwritten = Path.join(import.meta.dirname, "downstream")

interface Reexport {
  readonly specifier: string
  /** The module of the library. */
  readonly name: string
  readonly values: ReadonlyArray<string>
}

/** What each module exports at run time. */
const reexportsOf = (project: Project, modules: ReadonlyArray<Module>): ReadonlyArray<Reexport> => {
  const specifiers = modules.map(({ specifier }) => specifier)
  const program = `
    const modules = await Promise.all(${JSON.stringify(specifiers)}.map((specifier) => import(specifier)))
    console.log(JSON.stringify(modules.map((module) => Object.keys(module))))`
  const values = JSON.parse(project.node("--input-type=module", "--eval", program)) as ReadonlyArray<Array<string>>
  return specifiers.map((specifier, index) => ({
    specifier,
    name: specifier.replaceAll(/\W+/g, "_"),
    values: values[index] ?? []
  }))
}

/** The prefix is necessary because the name of an export may be a keyword. */
const libraryModule = ({ specifier, values }: Reexport): string =>
  [
    `import * as Module from "${specifier}"`,
    ...values.map((value) => `export const _${value} = Module.${value}`),
    ""
  ].join("\n")

/** Does not compile if an export is `any`, or accepts or returns one. The compiler then names the export. */
const consumerModule = (reexports: ReadonlyArray<Reexport>): string =>
  [
    `import type { AnyOf } from "./any.ts"`,
    ...reexports.map(({ name }) => `import type * as ${name} from "./${name}.js"`),
    ...reexports.map(
      ({ name, specifier }, index) =>
        `export const none${index}: never[] = [] as Array<AnyOf<"${specifier}", typeof ${name}>>`
    ),
    ""
  ].join("\n")

const leaksIn = (project: Project, { name, specifier }: Omit<Reexport, "values">): ReadonlyArray<string> =>
  leaksOf(project.read(`program/${name}.d.ts`)).map(
    (leak) =>
      `${specifier}: the type of ${leak.name?.replace(/^_/, "") ?? "an import"} names ${leak.path} (line ${leak.line} of a downstream library's declarations)`
  )

/** Returns what is wrong with the types of `modules`. */
export const checkDownstream = (project: Project, modules: ReadonlyArray<Module>): ReadonlyArray<string> => {
  const reexports = reexportsOf(project, modules)
  const copy = (file: string, folder: string) =>
    project.write(`${folder}/${file}`, Fs.readFileSync(Path.join(handwritten, file), "utf8"))

  for (const reexport of reexports) project.write(`library/${reexport.name}.ts`, libraryModule(reexport))
  copy("library.ts", "library")
  const unnamed = project.compile("library", {
    declaration: true,
    emitDeclarationOnly: true,
    outDir: "../program",
    types: ["node"],
    skipLibCheck: true
  })

  // The compiler emits no declarations for a module that has a type without a name.
  const isDeclared = ({ name }: { readonly name: string }) => project.has(`program/${name}.d.ts`)
  const declared = reexports.filter(isDeclared)
  const library = { specifier: ".build/package/downstream/library.ts", name: "library" }
  const leaks = [...declared, library].filter(isDeclared).flatMap((module) => leaksIn(project, module))
  // The program would report each leak again, as `any`.
  if (leaks.length > 0) return [...unnamed, ...leaks]

  project.write("program/main.ts", consumerModule(declared))
  copy("any.ts", "program")
  copy("consumer.ts", "program")
  const broken = project.compile("program", { noEmit: true, allowImportingTsExtensions: true, types: ["node"] })
  return [...unnamed, ...broken]
}
