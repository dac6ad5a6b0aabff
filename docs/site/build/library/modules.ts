/** The public modules of the package, as `exports` of package.json names them. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type Manifest, modulesOf } from "../../../../.build/package/exportsMap.ts"
import { readText, root } from "../site.ts"

/** A public module: how programs import it, and its source. */
export interface PublicModule {
  /** The path below `src`, such as `forge/Issues`. It is also the path of its page. */
  readonly path: string
  /** Such as `forgecast/forge/Issues`. */
  readonly specifier: string
  /** Absolute path of its source. */
  readonly file: string
}

const sources = Fs.globSync("src/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"))

const builtOf = (source: string): string => source.replace(/^src\/(.*)\.ts$/, "./dist/$1.js")

/** The path of a source below `src`, such as `rest/Operation`. */
export const pathIn = (file: string): string =>
  Path.relative(root, file)
    .replaceAll("\\", "/")
    .replace(/^src\/(.*?)(?:\/index)?\.ts$/, "$1")

const moduleOf = (source: string, specifier: string): PublicModule => ({
  path: pathIn(Path.join(root, source)),
  specifier,
  file: Path.join(root, source)
})

// The cast is safe: npm and the compiler read it, too.
const manifest = JSON.parse(readText("package.json")) as Manifest

const sourceOf = new Map(sources.map((source) => [builtOf(source), source]))

/** The modules that programs can import. */
export const importable: ReadonlyArray<PublicModule> = modulesOf(manifest, [...sourceOf.keys()]).open.map(
  ({ file, specifier }) => moduleOf(sourceOf.get(file) ?? "", specifier)
)

/** Whether a module runs on Node alone. */
export const isOfNode = ({ path }: PublicModule): boolean => /^(node(\/|$)|testing\/(node|SimulatorSeed)$)/.test(path)

/** The modules that another exports as namespaces: programs may have no other way to them. */
const namespacesOf = ({ file, specifier }: PublicModule): ReadonlyArray<PublicModule> =>
  Array.from(Fs.readFileSync(file, "utf8").matchAll(/^export \* as \w+ from "([^"]+)"/gm), ([, path = ""]) =>
    moduleOf(Path.relative(root, Path.resolve(Path.dirname(file), path)).replaceAll("\\", "/"), specifier)
  )

/** Every public module, by its path. */
export const publicModules: ReadonlyArray<PublicModule> = [
  ...importable,
  ...importable.flatMap(namespacesOf).filter(({ file }) => !importable.some((each) => each.file === file))
].toSorted((one, other) => (one.path < other.path ? -1 : 1))
