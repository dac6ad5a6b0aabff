/** Looks for operations that a bundler keeps though a program does not use them. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
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

/** Programs to bundle, and what each of them prints. */
const bundled: Readonly<Record<string, (hasPeers: boolean) => readonly [program: string, says: RegExp]>> = {
  "forgecast/node/ForgeNode": () => [
    `import { layerGitHub } from "forgecast/node/ForgeNode"
    console.log(typeof layerGitHub)`,
    /^object/
  ],
  forgecast: () => [
    `import { HttpCache, RateLimit } from "forgecast"
    console.log(typeof HttpCache.layerMemory(), typeof RateLimit.layerMemory())`,
    /^object object/
  ],
  "forgecast/forge": () => [
    `import { Issues } from "forgecast/forge"
    console.log(typeof Issues.get)`,
    /^function/
  ],
  "forgecast/weather": () => [
    `import { Forecast } from "forgecast/weather"
    console.log(typeof Forecast.get)`,
    /^function/
  ],
  "a Layer of forgecast/weather for flatbuffers": (hasPeers) => [
    `import { HttpCache, RateLimit, Weather } from "forgecast"
    import * as Effect from "effect/Effect"
    import * as FetchHttpClient from "effect/http/FetchHttpClient"
    import * as Layer from "effect/Layer"
    const needed = [HttpCache.layerMemory(), RateLimit.layerMemory(), FetchHttpClient.layer]
    const weather = Weather.layer({ format: "flatbuffers" }).pipe(Layer.provide(needed))
    await Layer.build(weather).pipe(Effect.scoped, Effect.runPromise)
      .then(() => console.log("built"), ({ message }) => console.log(message))`,
    hasPeers ? /^built/ : /npm install @openmeteo\/sdk flatbuffers/
  ]
}

const bundlers: Readonly<Record<string, (input: string, folder: string, isOne: boolean) => Promise<unknown>>> = {
  esbuild: (input, folder) =>
    build({
      entryPoints: [input],
      outfile: Path.join(folder, "main.js"),
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "silent"
    }),
  // It makes more than one file of the modules of the weather, whatever it is told.
  rolldown: (input, folder, isOne) =>
    Rolldown.build({
      input,
      platform: "node",
      output: isOne
        ? { file: Path.join(folder, "main.js"), format: "esm", codeSplitting: false }
        : { dir: folder, entryFileNames: "main.js", format: "esm" },
      logLevel: "silent"
    })
}

/**
 * Bundles programs with the peers of the weather, or without them, and runs the bundles where no package is installed.
 */
export const checkBundled = async (project: Project, hasPeers: boolean): Promise<ReadonlyArray<string>> => {
  const complaints: Array<string> = []
  const folder = hasPeers ? "bundled" : "bundledWithout"
  for (const [index, [what, of]] of Object.entries(bundled).entries()) {
    const [program, says] = of(hasPeers)
    project.write(`${folder}/${index}.ts`, program)
    for (const [bundler, bundle] of Object.entries(bundlers)) {
      const made = project.path(folder, `${index}.${bundler}`)
      const isOfNode = what === "forgecast/node/ForgeNode"
      try {
        await bundle(project.path(folder, `${index}.ts`), made, isOfNode)
        // Undici is CommonJS, and esbuild's bundle of it needs a banner.
        if (isOfNode && bundler === "esbuild") continue
        const said = runAlone(made)
        if (!says.test(said)) complaints.push(`the bundle of ${what} by ${bundler} printed ${said}`)
      } catch (error) {
        complaints.push(`${bundler} does not bundle ${what}: ${String(error)}`)
      }
    }
  }
  return complaints
}

/** Runs a bundle outside of the project, where it finds no package. */
const runAlone = (made: string): string => {
  const folder = Fs.mkdtempSync(Path.join(tmpdir(), "forgecast-bundle-"))
  try {
    Fs.cpSync(made, folder, { recursive: true })
    Fs.writeFileSync(Path.join(folder, "package.json"), JSON.stringify({ type: "module" }))
    return execFileSync(process.execPath, [Path.join(folder, "main.js")], { encoding: "utf8" })
  } finally {
    Fs.rmSync(folder, { recursive: true })
  }
}
