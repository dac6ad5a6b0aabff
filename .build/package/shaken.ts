/** Looks for operations that a bundler keeps though a program does not use them. */
import * as Path from "node:path"
import { build } from "esbuild"
import type { Module } from "./exportsMap.ts"
import type { Project } from "./project.ts"

interface Operations {
  readonly specifier: string
  /** The names in the declarations, such as `Labels.get`, by the names of the exports. */
  readonly names: Readonly<Record<string, string>>
}

/** The operations that each module exports. */
const operationsOf = (project: Project, modules: ReadonlyArray<Module>): ReadonlyArray<Operations> => {
  const program = `
    const all = []
    for (const specifier of ${JSON.stringify(modules.map(({ specifier }) => specifier))}) {
      const operations = Object.entries(await import(specifier)).flatMap(([key, value]) => {
        const name = typeof value === "function" ? value.declaration?.name : undefined
        return name === undefined ? [] : [[key, name]]
      })
      if (operations.length > 0) all.push({ specifier, names: Object.fromEntries(operations) })
    }
    console.log(JSON.stringify(all))`
  return JSON.parse(project.node("--input-type=module", "--eval", program)) as ReadonlyArray<Operations>
}

/** The bundle of each program, in their order. One build parses what they share once. */
const bundlesOf = async (project: Project, programs: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  for (const [index, program] of programs.entries()) project.write(`shaken/${index}.js`, program)
  const { outputFiles } = await build({
    absWorkingDir: project.path("shaken"),
    entryPoints: programs.map((_, index) => `./${index}.js`),
    outdir: "bundled",
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error"
  })
  const texts = new Map(outputFiles.map(({ path, text }) => [Path.basename(path), text]))
  return programs.map((_, index) => texts.get(`${index}.js`) ?? "")
}

/**
 * Bundles one operation of each module. No other operation of any module may be in the bundle. What one program keeps of a
 * module, the bundles of the others keep as well if they have that module: no bundle has less than it would have alone.
 */
export const checkShaken = async (project: Project, modules: ReadonlyArray<Module>): Promise<ReadonlyArray<string>> => {
  const all = operationsOf(
    project,
    modules.filter(({ specifier }) => /\/(?:forge|weather)\/[A-Z]\w+$/.test(specifier))
  )
  const everyName = all.flatMap(({ names }) => Object.values(names))
  const firsts = all.map(({ names, specifier }) => {
    const [key = "", own = ""] = Object.entries(names)[0] ?? []
    return { own, program: `import { ${key} as operation } from "${specifier}"; console.log(operation)` }
  })
  const texts = await bundlesOf(
    project,
    firsts.map(({ program }) => program)
  )
  return firsts.flatMap(({ own }, index) => {
    const text = texts[index] ?? ""
    const kept = everyName.filter((name) => name !== own && text.includes(`"${name}"`))
    return [
      ...(text.includes(`"${own}"`) ? [] : [`a bundle of ${own} does not contain it`]),
      ...(kept.length > 0 ? [`a bundle of ${own} contains ${kept.join(", ")}`] : [])
    ]
  })
}
