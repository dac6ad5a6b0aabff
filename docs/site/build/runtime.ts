/**
 * Bundles what the playground runs: its worker, and the modules that programs may import, in chunks that the page hands to
 * the worker when a program asks for them.
 */
import * as Fs from "node:fs"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { schema as official } from "@octokit/graphql-schema"
import { parse, print, stripIgnoredCharacters, visit } from "graphql"
import { type OutputChunk, type Plugin, rolldown } from "rolldown"
import { importer, type Manifest, writeManifest } from "../src/playground/sandbox/chunks.ts"
import { importable, isOfNode } from "./library/modules.ts"
import { folders, root } from "./site.ts"

const site = Path.resolve(import.meta.dirname, "..")
const sources = Path.join(root, "src")
const effect = Path.join(
  Path.dirname(createRequire(Path.join(root, "package.json")).resolve("effect/package.json")),
  "dist"
)

const effectVitest = Path.join(root, "node_modules/@effect/vitest/dist/index.js")

/** What the comparison runs beside ours. No other program loads it. */
const octokit = Path.join(root, "node_modules/octokit/dist-bundle/index.js")

/** Files of effect that are no modules of their own. */
const isPart = (file: string): boolean => /(^|\/)(internal\/|index\.js$)/.test(file)

/** Modules of effect that have no use in a page: one needs Node, the others have megabytes of a server's documentation. */
const useless = /^(testing\/TestSchema|http-api\/HttpApi(Scalar|Swagger))\.js$/

/** The file of each module, by what programs call it. */
export const files = (): ReadonlyMap<string, string> => {
  const ofEffect = Fs.globSync("**/*.js", { cwd: effect })
    .filter((file) => !isPart(file) && !useless.test(file))
    .map((file) => [`effect/${file.slice(0, -".js".length)}`, Path.join(effect, file)] as const)
  const own = importable.filter((module) => !isOfNode(module)).map(({ file, specifier }) => [specifier, file] as const)
  return new Map([
    ["effect", Path.join(effect, "index.js")],
    ["@effect/vitest", effectVitest],
    ["octokit", octokit],
    ...[...ofEffect, ...own].sort(([a], [b]) => (a < b ? -1 : 1))
  ])
}

/** What programs use of effect, beside what the library needs. */
const frequent = ["Effect", "Stream", "Layer", "Console", "Logger", "Schedule", "ManagedRuntime", "Fiber"].map(
  (name) => `effect/${name}`
)

const engine = Path.join(site, "src/playground/engine")
const table = Path.join(engine, "table.ts")
const namespaces = Path.join(engine, "namespaces.ts")

/** The modules that an index exports as namespaces, by name. */
const namespacesOf = (index: string, known: ReadonlyMap<string, string>): Readonly<Record<string, string>> => {
  const specifierOf = new Map([...known].map(([specifier, file]) => [file, specifier]))
  const exported = Fs.readFileSync(index, "utf8").matchAll(/^export \* (?:as (\w+) )?from "(\.[^"]+)"/gm)
  return Object.fromEntries(
    Array.from(exported).flatMap(([, name, path = ""]) => {
      const file = Path.resolve(Path.dirname(index), path)
      if (name === undefined) return Object.entries(namespacesOf(file, known))
      const specifier = specifierOf.get(file)
      return specifier === undefined ? [] : [[name, specifier]]
    })
  )
}

/** Fills in the tables. */
const tablesPlugin = (known: ReadonlyMap<string, string>): Plugin => ({
  name: "playground-tables",
  resolveId: (id) => known.get(id),
  load: (id) => {
    if (id === table) {
      const entries = [...known].map(
        ([specifier, file]) => `${JSON.stringify(specifier)}: () => import(${JSON.stringify(file)})`
      )
      return `export const modules = {\n${entries.join(",\n")}\n}`
    }
    if (id !== namespaces) return null
    const indexes = [...known].filter(([, file]) => /\bindex\.[jt]s$/.test(file))
    const entries = indexes.map(([specifier, file]) => [specifier, namespacesOf(file, known)])
    return `export const namespaces = ${JSON.stringify(Object.fromEntries(entries))}`
  }
})

/** Tests run on a small runner of the playground in the place of vitest, which needs Node, and with the program's services. */
const testsPlugin: Plugin = {
  name: "playground-tests",
  resolveId: (id, importer = "") => {
    if (!importer.startsWith(Path.dirname(effectVitest))) return null
    if (id === "vitest") return Path.join(engine, "tests/vitest.ts")
    return id === "effect/Effect" ? Path.join(engine, "tests/effect.ts") : null
  }
}

const graphqlSchema = "\0graphql-schema"

/** The schema that queries are executed on, in the place of a package that reads it from a file. A page shows no descriptions. */
const graphqlPlugin: Plugin = {
  name: "graphql-schema",
  resolveId: (id) => (id === "@octokit/graphql-schema" ? graphqlSchema : null),
  load: (id) => {
    if (id !== graphqlSchema) return null
    const document = parse(official.idl, { noLocation: true })
    const bare = visit(document, {
      enter: (node) => ("description" in node ? { ...node, description: undefined } : undefined)
    })
    return `export const schema = { idl: ${JSON.stringify(stripIgnoredCharacters(print(bare)))} }`
  }
}

/** Whether a file is loaded by nothing but queries. */
const isOfGraphQL = (id: string): boolean =>
  id === graphqlSchema ||
  /\/node_modules\/graphql\//.test(id) ||
  (id.includes("/testing/internal/forge/graphql/") && !/\/load\.[jt]s$/.test(id))

/** Programs are TypeScript: what the compiler has for Flow and JSX is called by nothing. */
const unused = /sucrase\/dist\/esm\/(parser\/plugins\/(flow|jsx\/index)|transformers\/JSXTransformer)\.js$/

const withoutFlowAndJsx: Plugin = {
  name: "without-flow-and-jsx",
  transform: (code, id) => {
    if (!unused.test(id)) return null
    const exported = Array.from(code.matchAll(/^export (default )?(function|class) (\w+)/gm))
    return exported.map(([start, , kind]) => (kind === "class" ? `${start} {}` : `${start}() {}`)).join("\n")
  }
}

/** Notes what each file imports, and finds the files of some modules with all that these import. */
const graph = (known: ReadonlyMap<string, string>) => {
  const imports = new Map<string, ReadonlyArray<string>>()
  const plugin: Plugin = {
    name: "graph",
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const { dynamicallyImportedIds = [], importedIds = [] } = this.getModuleInfo(id) ?? {}
        imports.set(id, [...importedIds, ...dynamicallyImportedIds])
      }
    }
  }
  const filesOf = (names: ReadonlyArray<string>): ReadonlySet<string> => {
    const files = new Set(names.flatMap((name) => known.get(name) ?? []))
    // A set goes on with what is added.
    for (const file of files) for (const each of imports.get(file) ?? []) files.add(each)
    return files
  }
  return { plugin, filesOf }
}

/** What every run needs of the library: the simulated GitHub. Programs of most others use its client. */
const simulated = [
  "forge/Forge",
  ...["ForgeSimulator", "Faults", "Journal", "SeedJson"].map((name) => `testing/${name}`)
].map((path) => `forgecast/${path}`)

/** Names the chunk of a file that is often needed. A chunk imports none that may be needed less often. */
const chunksOf = (filesOf: ReturnType<typeof graph>["filesOf"]): ((id: string) => string | null) => {
  const every = filesOf([...frequent, ...simulated])
  const weather = filesOf(["forgecast/testing/WeatherSimulator"])
  const all = filesOf([...frequent, "forgecast", "forgecast/testing", "forgecast/workflow"])
  return (id) => {
    if (isOfGraphQL(id)) return "graphql"
    if (!all.has(id)) return null
    if (id.startsWith(effect)) return every.has(id) ? "effect" : "effect-more"
    if (!id.startsWith(sources)) return null
    const [folder = "", ...below] = Path.relative(sources, id).split(Path.sep)
    if (below.length === 0) return "forgecast"
    if (every.has(id) || !["forge", "testing"].includes(folder)) return folder
    if (folder === "testing") return weather.has(id) ? "testing-weather" : "testing-more"
    // Each module of operations is by itself, and what they share.
    return null
  }
}

const names = { class: true, function: false }

/** The code of a chunk, with a function of the worker in the place of `import()`: blobs have no files beside them. */
const codeOf = ({ code, fileName }: OutputChunk): string => {
  const replaced = code.replaceAll(/\bimport\((["'`])(\.\/[^"'`]+)\1\)/g, (_, quote: string, path: string) =>
    [importer, "(", quote, path, quote, ")"].join("")
  )
  if (/\bimport\(\s*["'`]\.\.?\//.test(replaced)) throw new Error(`${fileName} imports a file that no worker can load`)
  return replaced
}

/** A chunk is a blob that names those of its imports, so these are made first. */
const checkCircles = (manifest: Manifest): void => {
  const done = new Set<string>()
  const visit = (file: string, above: ReadonlyArray<string>): void => {
    if (above.includes(file)) throw new Error(`Chunks import each other: ${[...above, file].join(" → ")}`)
    if (done.has(file)) return
    manifest[file]?.forEach((each) => visit(each, [...above, file]))
    done.add(file)
  }
  Object.keys(manifest).forEach((file) => visit(file, []))
}

/** Writes a script that stands alone. */
const writeScript = async (name: string, folder: string): Promise<void> => {
  const build = await rolldown({ input: Path.join(site, "src/playground/sandbox", `${name}.ts`), platform: "browser" })
  await build.write({ file: Path.join(folder, `${name}.js`), format: "iife", minify: true })
  await build.close()
}

/** Writes the bundle to a folder, which is emptied. */
export const bundleInto = async (folder: string): Promise<void> => {
  const known = files()
  const { filesOf, plugin } = graph(known)
  let chunkOf: ReturnType<typeof chunksOf> | undefined
  Fs.rmSync(folder, { recursive: true, force: true })
  const build = await rolldown({
    input: Path.join(engine, "worker.ts"),
    platform: "browser",
    plugins: [testsPlugin, graphqlPlugin, withoutFlowAndJsx, tablesPlugin(known), plugin],
    cwd: site,
    preserveEntrySignatures: "allow-extension"
  })
  const { output } = await build.generate({
    format: "esm",
    // The console shows names of classes.
    minify: { mangle: { keepNames: names }, compress: { keepNames: names }, codegen: true },
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: (id) => (chunkOf ??= chunksOf(filesOf))(id), debugName: "parts" }]
    }
  })
  await build.close()
  const chunks = output.filter((each) => each.type === "chunk")
  const manifest: Manifest = Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports]))
  checkCircles(manifest)
  Fs.mkdirSync(folder, { recursive: true })
  for (const chunk of chunks) Fs.writeFileSync(Path.join(folder, chunk.fileName), codeOf(chunk))
  Fs.writeFileSync(Path.join(folder, "manifest.json"), writeManifest(manifest))
  for (const name of ["frame", "boot"]) await writeScript(name, folder)
}

// The worker, its chunks and what starts it.
if (import.meta.main) await bundleInto(Path.join(folders.files, "engine"))
