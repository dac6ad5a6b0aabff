/**
 * Proves that the built package works where it is installed. Packs it, unpacks it into an empty project, and there
 *
 * - runs an import of every module that the exports map opens, first without the optional peers, where it compiles, too;
 * - builds the Layers of `forgecast/node` without that peer, which say what is missing;
 * - bundles programs, without the peers of the weather and with them;
 * - looks for closed modules in the declarations of the open ones;
 * - compiles the examples and recipes that come with it, also with no peer installed, and starts the demo;
 * - counts the files that a program loads;
 * - bundles single operations, which leave the others out;
 * - builds a library on top of all of them, and a program on top of that library.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { complaintsOf } from "./declarations.ts"
import { checkDownstream } from "./downstream.ts"
import { type Manifest, type Module, modulesOf } from "./exportsMap.ts"
import { Project } from "./project.ts"
import { checkBundled } from "./bundled.ts"
import { checkShaken } from "./shaken.ts"

const project = new Project()

/** Files for readers, and the sources of the source maps. */
const checkFiles = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...["./README.md", "./AGENTS.md", "./LICENSE", "./CHANGELOG.md", "./SECURITY.md", "./docs/operations.md"]
    .filter((file) => !files.includes(file))
    .map((file) => `${file} is not in the package`),
  ...files
    .filter((file) => file.endsWith(".map"))
    .flatMap((file) => {
      const map = JSON.parse(project.read(inPackage(file))) as { readonly sources: Array<string> }
      return map.sources
        .filter((source) => !Fs.existsSync(Path.resolve(project.package, Path.dirname(file), source)))
        .map((source) => `${file} names ${source}, which is not there`)
    })
]

const inPackage = (file: string): string => Path.posix.join("node_modules/forgecast", file)

const needsPeer = ({ specifier }: Module): boolean =>
  /^forgecast\/node(?:\/\w+)?$/.test(specifier) || /^forgecast\/weather\/(?:series\/From)?Arrow$/.test(specifier)

/** Runs a module that imports all of them. */
const runImports = (folder: string, modules: ReadonlyArray<Module>): void => {
  const imports = modules.map(({ specifier }, index) => `import * as _${index} from "${specifier}"`)
  const used = `for (const module of [${imports.map((_, index) => `_${index}`).join()}]) Object.keys(module)`
  project.write(`${folder}/main.ts`, [...imports, used, ""].join("\n"))
  project.node(`${folder}/main.ts`)
}

/** Routes compile without the types of their peer, and their results say what to install. */
const untypedRoutes = `import * as Routes from "forgecast/forge/Routes"
  type Sentence = "To type routes, install @octokit/openapi-types as a development dependency"
  declare const result: Routes.Result<"GET /user">
  export const sentence: Sentence = result
  // @ts-expect-error: it is not a record.
  export const login = () => result.login
  export const called = Routes.request("GET /repos/{owner}/{repo}", { owner: "acme", repo: "web" })
`

/** So do events without a schema. */
const untypedEvents = `import * as Webhooks from "forgecast/forge/Webhooks"
  import * as Effect from "effect/Effect"
  type Sentence = "To type events without a schema, install @octokit/openapi-webhooks-types as a development dependency"
  export const other = Webhooks.on("discussion", ["created"], ({ payload }) => Effect.succeed<Sentence>(payload))
  export const push = Webhooks.on("push", ({ payload }) => Effect.log(payload.ref))
  // @ts-expect-error: pushes have no actions.
  export const wrong = Webhooks.on("push", ["opened"], ({ payload }) => Effect.log(payload.ref))
`

/** Imports `forgecast/node` without its peer, and builds its Layers. */
const checkMissingPeer = (): ReadonlyArray<string> => {
  const program = `
    import { ForgeNode, WeatherNode } from "forgecast/node"
    import * as Effect from "effect/Effect"
    import * as Layer from "effect/Layer"
    for (const layer of [ForgeNode.layerGitHub, ForgeNode.layerHttpClient(), WeatherNode.layerOpenMeteo])
      await Layer.build(layer).pipe(Effect.flip, Effect.scoped, Effect.runPromise)
        .then(({ _tag, message }) => console.log(_tag, message))`
  const said = project.node("--input-type=module", "--eval", program).trim().split("\n")
  return said.length === 3 && said.every((line) => /^ConfigError .*npm install @effect\/platform-node/.test(line))
    ? []
    : [`forgecast/node says without its peer: ${said.join("; ")}`]
}

/** Compiles the examples of operations and the recipes as a user does who has copied them, and runs an example. */
const checkCopied = (): ReadonlyArray<string> => {
  for (const folder of ["examples/operations", "recipes"])
    Fs.cpSync(project.path(inPackage("docs"), folder), project.path("copied", folder), { recursive: true })
  // It runs recipes in a clone. The pages of the others name what else they need.
  for (const other of ["run.ts", "incremental-export", "queue-worker"])
    Fs.rmSync(project.path("copied/recipes", other), { recursive: true })
  const complaints = project.compile(
    "copied",
    { noEmit: true, types: ["node"], skipLibCheck: true, allowImportingTsExtensions: true },
    "**/*"
  )
  const written = project.node("copied/examples/operations/run.ts", "Labels.get")
  return /name: '\w+'/.test(written) ? complaints : [...complaints, `the example of Labels.get wrote ${written}`]
}

/** Compiles the other examples likewise, and starts the demo. */
const checkExamples = (): ReadonlyArray<string> => {
  Fs.cpSync(project.path(inPackage("docs/examples")), project.path("examples"), { recursive: true })
  const complaints = project.compile("examples", {
    noEmit: true,
    types: ["node"],
    skipLibCheck: true,
    allowImportingTsExtensions: true
  })
  const usage = project.node("examples/demo.ts", "--help")
  return usage.startsWith("Usage:") ? complaints : [...complaints, `the demo wrote ${usage}`]
}

/** Tries to import closed modules. */
const checkShut = (modules: ReadonlyArray<Module>): ReadonlyArray<string> => {
  const program = `
    for (const specifier of ${JSON.stringify(modules.map(({ specifier }) => specifier))})
      await import(specifier).then(() => console.log(specifier), () => {})`
  const opened = project.node("--input-type=module", "--eval", program).split("\n")
  return opened.filter((specifier) => specifier !== "").map((specifier) => `${specifier} can be imported`)
}

/** The files that a program loads from the package. */
const filesOf = (specifier: string): ReadonlyArray<string> => {
  const program = `
    import { registerHooks } from "node:module"
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })
    await import("${specifier}")`
  const loaded = project.node("--input-type=module", "--eval", program).split("\n")
  return loaded.filter((url) => url.includes("/node_modules/forgecast/"))
}

/** A program starts fast only if it loads few files. */
const checkLoaded = (most: Readonly<Record<string, number>>): ReadonlyArray<string> =>
  Object.entries(most).flatMap(([specifier, count]) => {
    const files = filesOf(specifier)
    return files.length > count ? [`${specifier} loads ${files.length} files, not ${count}: ${files.join(", ")}`] : []
  })

/** Returns what is wrong, and prints what was checked. */
const check = async (): Promise<ReadonlyArray<string>> => {
  const size = project.install()
  const manifest = JSON.parse(project.read(inPackage("package.json"))) as Manifest
  const files = Fs.globSync("**/*", { cwd: project.package }).map((file) => `./${file.replaceAll("\\", "/")}`)
  const { dangling, open, shut } = modulesOf(manifest, files)
  const portable = open.filter((module) => !needsPeer(module))
  const complaints = [...dangling, ...checkFiles(files)]

  for (const dependency of ["effect", ...Object.keys(manifest.dependencies ?? {})]) project.link(dependency)
  project.write("portable/routes.ts", untypedRoutes)
  project.write("portable/events.ts", untypedEvents)
  runImports("portable", portable)
  complaints.push(...project.compile("portable", { noEmit: true }))
  complaints.push(...checkMissingPeer())
  project.link("@types/node")
  complaints.push(...checkCopied())
  project.link("@effect/platform-node")
  complaints.push(...(await checkBundled(project, false)))
  for (const peer of [
    "apache-arrow",
    "@octokit/openapi-types",
    "@octokit/openapi-webhooks-types",
    "@openmeteo/sdk",
    "flatbuffers"
  ])
    project.link(peer)
  complaints.push(...(await checkBundled(project, true)))
  // The library below compiles with all of them.
  runImports("everything", open)
  complaints.push(...checkShut(shut))
  project.link("echarts")
  complaints.push(...checkExamples())
  // The module, and the joined files of its service and of `rest`.
  complaints.push(...checkLoaded({ "forgecast/forge/Issues": 3, "forgecast/weather/Forecast": 3 }))

  complaints.push(...(await checkShaken(project, open)))

  for (const { file } of open) {
    const declarations = file.replace(/\.js$/, ".d.ts")
    complaints.push(...complaintsOf(declarations, project.read(inPackage(declarations))))
  }
  complaints.push(...checkDownstream(project, open))

  console.log(`package: ${open.length} modules are open, ${shut.length} are shut, ${Math.round(size / 1024)} KB packed`)
  return complaints
}

try {
  const complaints = await check()
  if (complaints.length > 0) {
    console.error(["The package is not right:", ...complaints].join("\n  "))
    process.exitCode = 1
  }
} finally {
  project.remove()
}
