/** Bundles programs as users do, and runs what the bundlers have made. */
import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { build } from "esbuild"
import * as Rolldown from "rolldown"
import type { Project } from "./project.ts"

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
