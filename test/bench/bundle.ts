/** The size of a program bundled for the browser, with the built package, as users import it. */
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { rolldown } from "rolldown"
import { buildPackage, root } from "./built.ts"
import { type Row, row } from "./report.ts"

const kilo = (bytes: number): number => bytes / 1_000

const zipped = (...files: ReadonlyArray<string>): number =>
  kilo(files.reduce((sum, code) => sum + gzipSync(code, { level: 9 }).length, 0))

/** Bundles like Vite, with its defaults. Returns the files that are loaded at once. */
const withRolldown = async (program: string, external?: RegExp): Promise<ReadonlyArray<string>> => {
  const id = `${root}program.ts`
  const bundle = await rolldown({
    input: id,
    platform: "browser",
    ...(external !== undefined && { external }),
    plugins: [
      {
        name: "program",
        load: (asked) => (asked === id ? program : undefined),
        resolveId: (asked) => (asked === id ? id : undefined)
      }
    ]
  })
  // Rolldown by itself keeps the marks of pure calls: 0.7 KB, which Vite leaves out.
  const { output } = await bundle.generate({ format: "esm", minify: true, comments: false, topLevelVar: true })
  const loaded = new Set<string>([output[0].fileName])
  const codes: Array<string> = []
  // A file that is added meanwhile is visited, too.
  for (const name of loaded) {
    const file = output.find(({ fileName }) => fileName === name)
    if (file?.type !== "chunk") continue
    codes.push(file.code)
    for (const needed of file.imports) loaded.add(needed)
  }
  return codes
}

const withEsbuild = async (program: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "browser",
    minify: true,
    write: false,
    logLevel: "error",
    // The package, not the sources that our tsconfig paths lead to.
    tsconfigRaw: {}
  })
  return outputFiles[0]?.text ?? ""
}

const weigh = async (name: string, program: string, target?: number): Promise<Row> => {
  const codes = await withRolldown(program)
  const other = await withEsbuild(program)
  return row(name, [zipped(...codes)], {
    unit: "KB",
    ...(target !== undefined && { target }),
    details: `rolldown ${kilo(codes.join("").length).toFixed(0)} KB minified; esbuild ${kilo(other.length).toFixed(0)} KB, ${zipped(other).toFixed(1)} KB gzip`
  })
}

/** The part of a program that is not Effect's. */
const besideEffect = async (name: string, program: string, target: number): Promise<Row> => {
  const codes = await withRolldown(program)
  return row(name, [zipped(...(await withRolldown(program, /^effect\//)))], {
    unit: "KB",
    target,
    details: `with Effect ${zipped(...codes).toFixed(1)} KB gzip`
  })
}

/** Keeps deliveries, and responds as a worker does. */
const receiver = `
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as WebhookInbox from "forgecast/forge/WebhookInbox"
import * as Webhooks from "forgecast/forge/Webhooks"
const inbox = WebhookInbox.layer(Webhooks.handlers(Webhooks.onAny(Effect.log))).pipe(
  Layer.provide([Webhooks.layerConfig(), WebhookInbox.layerMemory])
)
const { handler } = HttpRouter.toWebHandler(WebhookInbox.route("/webhooks").pipe(Layer.provide(inbox)))
export default { fetch: (request) => handler(request) }
`

const program = (imports: string, effect: string) => `
import * as Effect from "effect/Effect"
import * as Forge from "forgecast/forge/Forge"
${imports}
Effect.runPromise(${effect}.pipe(Effect.provide(Forge.layerGitHub))).then(console.log)
`

const input = `{ owner: "octocat", repo: "hello-world", issue_number: 1 }`

export const bundle = async (): Promise<ReadonlyArray<Row>> => {
  buildPackage()
  return [
    await weigh(
      "bundle of one operation, gzip",
      program(`import { get } from "forgecast/forge/Issues"`, `get(${input})`),
      60
    ),
    await weigh(
      "bundle of a whole module, gzip",
      program(
        `import * as Issues from "forgecast/forge/Issues"\nglobalThis.Issues = { ...Issues }`,
        `Issues.get(${input})`
      )
    ),
    await weigh(
      "bundle of everything, gzip",
      program(
        `import * as forgecast from "forgecast"\nglobalThis.forgecast = { ...forgecast }`,
        `forgecast.Issues.get(${input})`
      )
    ),
    await besideEffect("bundle of a receiver of webhooks beside Effect, gzip", receiver, 70)
  ]
}
