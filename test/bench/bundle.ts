/** What a program weighs that is bundled for the browser. */
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build, type Metafile } from "esbuild"
import { type Row, row } from "./report.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The parts that contribute most, by package and module, in KB before compression. */
const heaviest = ({ outputs }: Metafile): string => {
  const parts = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))
  return parts
    .toSorted(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .slice(0, 12)
    .map(
      ([path, { bytesInOutput }]) =>
        `${path.replace(/^.*(?:node_modules|src)\/(?:effect\/dist\/)?/, "")} ${kilo(bytesInOutput).toFixed(0)}`
    )
    .join(", ")
}

const kilo = (bytes: number): number => bytes / 1_000

const weigh = async (name: string, program: string, target?: number): Promise<Row> => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "browser",
    minify: true,
    treeShaking: true,
    metafile: true,
    write: false,
    logLevel: "error"
  })
  const code = outputFiles[0]?.contents ?? new Uint8Array()
  return row(name, [kilo(gzipSync(code, { level: 9 }).length)], {
    unit: "KB",
    ...(target !== undefined && { target }),
    details: `${kilo(code.length).toFixed(0)} KB minified; most: ${heaviest(metafile)}`
  })
}

const program = (imports: string, effect: string) => `
import * as Effect from "effect/Effect"
import * as Forge from "./src/forge/Forge.ts"
${imports}
Effect.runPromise(${effect}.pipe(Effect.provide(Forge.layerGitHub))).then(console.log)
`

const input = `{ owner: "octocat", repo: "hello-world", issue_number: 1 }`

export const bundle = async (): Promise<ReadonlyArray<Row>> => [
  await weigh(
    "bundle of one operation, gzip",
    program(`import { get } from "./src/forge/Issues.ts"`, `get(${input})`),
    62
  ),
  await weigh(
    "bundle of a whole module, gzip",
    program(
      `import * as Issues from "./src/forge/Issues.ts"\nglobalThis.Issues = { ...Issues }`,
      `Issues.get(${input})`
    )
  ),
  await weigh(
    "bundle of everything, gzip",
    program(
      `import * as forgecast from "./src/index.ts"\nglobalThis.forgecast = { ...forgecast }`,
      `forgecast.Issues.get(${input})`
    )
  )
]
