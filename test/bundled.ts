/** Programs that tests start as processes of their own: from the sources, each process would load 700 modules. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { build, type BuildOptions, type Plugin } from "esbuild"
import type { TestProject } from "vitest/node"

const root = Path.resolve(import.meta.dirname, "..")
const folder = Path.join(root, ".snippets/programs")

/** Modules find files beside them as if they were not in a bundle. */
const inPlace: Plugin = {
  name: "in place",
  setup: (bundler) =>
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = Fs.readFileSync(path, "utf8")
      if (!contents.includes("import.meta.dirname")) return undefined
      return { loader: "ts", contents: contents.replaceAll("import.meta.dirname", JSON.stringify(Path.dirname(path))) }
    })
}

const options = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "node",
  // Packages in CommonJS use it.
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url)' },
  plugins: [inPlace],
  logLevel: "error"
} satisfies BuildOptions

/** For programs that are given no other environment: where Node keeps what it has compiled of them. */
export const compileCache: Readonly<Record<string, string>> =
  process.env["NODE_COMPILE_CACHE"] === undefined ? {} : { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] }

/** What undici exports by name is lost in a split bundle: the platform's module of it stays as it is installed. */
const undici: Plugin = {
  name: "undici",
  setup: (bundler) =>
    bundler.onResolve({ filter: /^(?:@effect\/platform-node|\.)\/Undici(?:\.js)?$/ }, () => ({
      path: "@effect/platform-node/Undici",
      external: true
    }))
}

/** Packages in CommonJS, which split bundles import otherwise than Node does, and one with native code. */
export const asInstalled = [
  "undici",
  "@octokit/graphql-schema",
  "@peculiar/x509",
  "reflect-metadata",
  "@duckdb/node-api"
]

/** Puts a file in the place of another one. What is the same stays, as other runs of the tests may load it. */
const put = (file: string, contents: Uint8Array): void => {
  if (Fs.existsSync(file) && Fs.readFileSync(file).equals(contents)) return
  Fs.writeFileSync(`${file}.${process.pid}`, contents)
  Fs.renameSync(`${file}.${process.pid}`, file)
}

/** Bundles programs into a folder of theirs, with one copy of what they share. Returns the file of each. */
export const bundledTogether = async (
  modules: ReadonlyArray<string>,
  into: string
): Promise<ReadonlyMap<string, string>> => {
  const named = modules.map((module) => [module, module.replaceAll("/", "-").replace(/\.ts$/, "")] as const)
  const { outputFiles } = await build({
    ...options,
    entryPoints: Object.fromEntries(named.map(([module, name]) => [name, module])),
    outdir: into,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    plugins: [inPlace, undici],
    external: asInstalled,
    write: false
  })
  Fs.mkdirSync(into, { recursive: true })
  for (const { contents, path } of outputFiles) put(path, contents)
  const made = new Set(outputFiles.map(({ path }) => Path.basename(path)))
  for (const name of Fs.readdirSync(into))
    if (!made.has(name) && name.endsWith(".mjs")) Fs.rmSync(Path.join(into, name))
  return new Map(named.map(([module, name]) => [module, Path.join(into, `${name}.mjs`)]))
}

/** The programs of `npm run test:processes`. */
const ofProcesses = [
  "docs/examples/cli.ts",
  "docs/examples/demo.ts",
  "docs/examples/fleet/alone.ts",
  "docs/examples/fleet/demo.ts",
  "docs/examples/fleet/runner.ts",
  "docs/examples/graphql-export.ts",
  "docs/examples/many-processes.ts",
  "docs/examples/operations/run.ts",
  "docs/examples/webhooks/bun.ts",
  "docs/examples/webhooks/node.ts",
  "docs/examples/webhooks/worker.ts",
  "docs/recipes/queue-worker/main.ts",
  "src/command/main.ts",
  "src/fleet/main.ts",
  "src/mcp/main.ts",
  "src/testing/internal/node/command/main.ts",
  "test/fleet/fileRunner.ts",
  "test/fleet/runner.ts",
  "test/processes/reader.ts",
  "test/processes/worker.ts"
]

/** Which of them are bundled, by their modules: the setup of that project says it to all workers. */
export const bundles = "FORGECAST_TEST_PROGRAMS"

/** Bundles those programs before their tests run, and again before they run again. */
export const setup = async (project: Pick<TestProject, "onTestsRerun">): Promise<void> => {
  const make = async (): Promise<void> => {
    process.env[bundles] = JSON.stringify([...(await bundledTogether(ofProcesses, Path.join(folder, "processes")))])
  }
  await make()
  project.onTestsRerun(make)
}

const bundle = async (module: string): Promise<string> => {
  const file = Path.join(folder, `${module.replaceAll("/", "-")}.mjs`)
  // Other workers may run what is there.
  const part = `${file}.${process.pid}`
  await build({ ...options, entryPoints: [module], outfile: part })
  Fs.renameSync(part, file)
  return file
}

// The cast is safe: `setup` wrote it.
const ready = new Map(JSON.parse(process.env[bundles] ?? "[]") as ReadonlyArray<readonly [string, string]>)

const made = new Map<string, Promise<string>>()

/** The file of a program with all that it imports. Its module is named from the root. */
export const bundled = (module: string): Promise<string> => {
  const file = ready.get(module)
  if (file !== undefined) return Promise.resolve(file)
  const own = made.get(module) ?? bundle(module)
  made.set(module, own)
  return own
}
