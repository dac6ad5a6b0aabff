/** Looks for operations that a bundler keeps though a program does not use them. */
import { build } from "esbuild"
import * as Rolldown from "rolldown"
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

const bundle = async (project: Project, contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project.home },
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error"
  })
  return outputFiles[0]?.text ?? ""
}

/** Bundles one operation of each module. No other operation of any module may be in the bundle. */
export const checkShaken = async (project: Project, modules: ReadonlyArray<Module>): Promise<ReadonlyArray<string>> => {
  const all = operationsOf(
    project,
    modules.filter(({ specifier }) => /\/(?:forge|weather)\/[A-Z]\w+$/.test(specifier))
  )
  const everyName = all.flatMap(({ names }) => Object.values(names))
  const complaints: Array<string> = []
  for (const { names, specifier } of all) {
    const [key = "", own = ""] = Object.entries(names)[0] ?? []
    const text = await bundle(project, `import { ${key} as operation } from "${specifier}"; console.log(operation)`)
    if (!text.includes(`"${own}"`)) complaints.push(`a bundle of ${own} does not contain it`)
    const kept = everyName.filter((name) => name !== own && text.includes(`"${name}"`))
    if (kept.length > 0) complaints.push(`a bundle of ${own} contains ${kept.join(", ")}`)
  }
  return complaints
}

/** Bundles the client of GitHub for Node into one file, where the packages of the weather are not installed. */
export const checkBundled = async (project: Project): Promise<ReadonlyArray<string>> => {
  project.write(
    "bundled.ts",
    `import { layerGitHub } from "forgecast/node/ForgeNode"\nconsole.log(typeof layerGitHub)\n`
  )
  const input = project.path("bundled.ts")
  const bundles: Readonly<Record<string, () => Promise<unknown>>> = {
    esbuild: () =>
      build({ entryPoints: [input], bundle: true, format: "esm", platform: "node", write: false, logLevel: "silent" }),
    rolldown: () =>
      Rolldown.build({
        input,
        platform: "node",
        output: { file: project.path("bundled.mjs"), format: "esm", codeSplitting: false },
        logLevel: "silent"
      })
  }
  const complaints: Array<string> = []
  for (const [bundler, bundleIt] of Object.entries(bundles))
    await bundleIt().catch((error: unknown) =>
      complaints.push(`${bundler} does not bundle ForgeNode: ${String(error)}`)
    )
  return complaints
}
