/**
 * Packs what the editor's checker needs: the declarations that programs can reach, and the compiler.
 * `node docs/site/build/types.ts` writes both into `public/generated`, compressed, as any static server may serve them. The
 * declarations of the library are those that its pages are made of.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import * as Zlib from "node:zlib"
import { transformSync } from "esbuild"
import ts from "typescript"
import { compilerOptions } from "../src/playground/checker/options.ts"
import { declarationFile, declarations } from "./library/declarations.ts"
import { importable, isOfNode } from "./library/modules.ts"
import { type Kept, trimComments } from "./typesComments.ts"
import { root, writeFile } from "./site.ts"

const libraries = Path.dirname(ts.sys.getExecutingFilePath())

/** The modules of the library that run in a page. */
const libraryModules = (): ReadonlyArray<string> => {
  const files = importable.filter((module) => !isOfNode(module)).map(({ file }) => declarationFile(file))
  // The compiler would leave it out in silence.
  const missing = files.find((file) => !Fs.existsSync(file))
  if (missing !== undefined) throw new Error(`${missing} is missing: a source has changed since the build began`)
  return files
}

/** The modules of Effect that programs are likely to import. Others come with those that import them. */
const effectModules = (): ReadonlyArray<string> => {
  const folder = Path.join(root, "node_modules/effect/dist")
  const folders = "{encoding,graphql,http,observability,persistence,reactivity,schema,testing,workflow}"
  return Fs.globSync(["*.d.ts", `${folders}/*.d.ts`], { cwd: folder }).map((file) => Path.join(folder, file))
}

/** The part of vitest that the playground has, in the place of all of its declarations. */
const vitest = Path.resolve(import.meta.dirname, "../src/playground/checker/vitest.d.ts")
const effectVitest = Path.join(root, "node_modules/@effect/vitest/dist/index.d.ts")

/** The part of a path that follows the last `node_modules/`. */
const packaged = (path: string): string | undefined => /.*\/node_modules\/(.+)$/.exec(path)?.[1]

/** What the checker keeps of a file's comments. The documentation of the DOM would weigh more than all of the library. */
const keptOf = (path: string): Kept => {
  if (/^\/node_modules\/(forgecast|vitest)\//.test(path)) return "docstrings"
  const isShown =
    /^\/node_modules\/(@effect\/vitest|effect)\//.test(path) ||
    (path.startsWith("/lib/") && !path.startsWith("/lib/lib.dom"))
  return isShown ? "summaries" : "none"
}

/** The path of a file in the checker. Undefined for Node's types, which would promise what a page lacks. */
const pathOf = (file: string): string | undefined => {
  if (file === vitest) return "/node_modules/vitest/index.d.ts"
  if (file.startsWith(declarations)) return `/node_modules/forgecast/dist/${Path.relative(declarations, file)}`
  if (Path.dirname(file) === libraries) return `/lib/${Path.basename(file)}`
  const name = packaged(file)
  return name === undefined || /^(@types\/node|undici-types)\//.test(name) ? undefined : `/node_modules/${name}`
}

/** The declarations of the page, by their paths in the checker. */
const collect = (): Readonly<Record<string, string>> => {
  const options = { ...compilerOptions(ts), paths: { vitest: [vitest] } }
  const program = ts.createProgram([...libraryModules(), ...effectModules(), effectVitest], options)
  const files: Record<string, string> = {}
  for (const source of program.getSourceFiles()) {
    const path = pathOf(source.fileName)
    if (path !== undefined) files[path] = trimComments(source, keptOf(path))
  }
  for (const name of new Set(Object.keys(files).flatMap((path) => packageOf(path) ?? []))) {
    if (name === "vitest") {
      files["/node_modules/vitest/package.json"] = JSON.stringify({ name, types: "index.d.ts" })
      continue
    }
    const manifest = name === "forgecast" ? root : Path.join(root, "node_modules", name)
    files[`/node_modules/${name}/package.json`] = manifestOf(Path.join(manifest, "package.json"))
  }
  return files
}

const packageOf = (path: string): string | undefined => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

/** What resolution reads of a `package.json`. */
const manifestOf = (path: string): string => {
  const manifest = JSON.parse(Fs.readFileSync(path, "utf8")) as Record<string, unknown>
  const read = ["name", "version", "type", "main", "types", "exports"]
  return JSON.stringify(Object.fromEntries(read.map((key) => [key, manifest[key]])))
}

const write = (name: string, text: string): void => writeFile(name, Zlib.gzipSync(text, { level: 9 }))

/** The compiler as an ES module. */
const compiler = (): string => {
  const source = Fs.readFileSync(Path.join(libraries, "typescript.js"), "utf8")
  return transformSync(`${source}\nexport default ts`, { minify: true, format: "esm", legalComments: "none" }).code
}

write("types.json.gz", JSON.stringify(collect()))
write("typescript.js.gz", compiler())
