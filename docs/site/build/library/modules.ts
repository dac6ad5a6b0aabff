/** The public modules of the package, as `exports` of package.json names them. */
import * as Fs from "node:fs"
import * as Path from "node:path"

export const root = Path.resolve(import.meta.dirname, "../../../..")

interface Package {
  readonly name: string
  readonly exports: Readonly<Record<string, string | null>>
}

const manifest = Fs.readFileSync(Path.join(root, "package.json"), "utf8")

const { exports, name: packageName } = JSON.parse(manifest) as Package

/** A public module: how programs import it, and its source. */
export interface PublicModule {
  /** The path below `src`, such as `forge/Issues`. It is also the path of its page. */
  readonly path: string
  /** Such as `forgecast/forge/Issues`. */
  readonly specifier: string
  /** Absolute path of its source. */
  readonly file: string
}

/** The sources that an entry of `exports` stands for. */
const sourcesOf = (target: string): ReadonlyArray<string> => {
  const [, path] = /^\.\/dist\/(.*)\.js$/.exec(target) ?? []
  if (path === undefined) return []
  // A pattern's `*` also stands for folders.
  return Fs.globSync(`src/${path.replace("*", "**/*")}.ts`, { cwd: root }).map((file) => file.replaceAll("\\", "/"))
}

const entries = Object.entries(exports)

const withheld = entries.filter(([, target]) => target === null).map(([key]) => key)

const isWithheld = (key: string): boolean =>
  withheld.some((pattern) => (pattern.endsWith("*") ? key.startsWith(pattern.slice(0, -1)) : key === pattern))

/** The name that a source is imported by. */
const keyOf = (file: string): string => {
  const [exact] = entries.find(([, target]) => target === file.replace(/^src\/(.*)\.ts$/, "./dist/$1.js")) ?? []
  return exact ?? file.replace(/^src\/(.*)\.ts$/, "./$1")
}

const entrances = [...new Set(entries.flatMap(([, target]) => (target === null ? [] : sourcesOf(target))))].filter(
  (file) => !isWithheld(keyOf(file))
)

/** The modules that another exports as namespaces: programs may have no other way to them. */
const namespacesOf = (file: string): ReadonlyArray<string> =>
  Array.from(
    Fs.readFileSync(Path.join(root, file), "utf8").matchAll(/^export \* as \w+ from "([^"]+)"/gm),
    ([, path = ""]) => Path.posix.join(Path.posix.dirname(file), path)
  )

const moduleOf = (file: string, key: string): PublicModule => ({
  path: file.replace(/^src\/(.*?)(?:\/index)?\.ts$/, "$1"),
  specifier: Path.posix.join(packageName, key),
  file: Path.join(root, file)
})

/** Every public module, by its path. */
export const publicModules: ReadonlyArray<PublicModule> = [
  ...entrances.map((file) => moduleOf(file, keyOf(file))),
  ...entrances.flatMap((file) =>
    namespacesOf(file)
      .filter((each) => !entrances.includes(each))
      .map((each) => moduleOf(each, keyOf(file)))
  )
].toSorted((one, other) => (one.path < other.path ? -1 : 1))
