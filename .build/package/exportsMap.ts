/** The modules that the exports map of a package opens and closes. */

type ExportsMap = Readonly<Record<string, string | null>>

export interface Manifest {
  readonly name: string
  readonly exports: ExportsMap
  readonly dependencies?: Readonly<Record<string, string>>
}

export interface Module {
  /** The specifier in imports. */
  readonly specifier: string
  /** The file it resolves to. */
  readonly file: string
}

/** The part of `path` that `*` in `pattern` matches. */
const starOf = (pattern: string, path: string): string | undefined => {
  const [before = "", after = ""] = pattern.split("*")
  return path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length
    ? path.slice(before.length, path.length - after.length)
    : undefined
}

/** Every open module, every module that a pattern would open but the map closes, and entries without a file. */
export const modulesOf = (manifest: Manifest, files: ReadonlyArray<string>) => {
  const entries = Object.entries(manifest.exports)
  const shut = entries.filter(([, target]) => target === null).map(([key]) => key)
  const isShut = (subpath: string) =>
    shut.some((key) => (key.includes("*") ? starOf(key, subpath) !== undefined : key === subpath))
  const named = (subpath: string, file: string) => ({
    subpath,
    module: { specifier: `${manifest.name}${subpath.slice(1)}`, file }
  })

  const dangling: Array<string> = []
  const all = entries.flatMap(([key, target]) => {
    if (target === null || target.endsWith(".json")) return []
    const fitting = target.includes("*")
      ? files.flatMap((file) => {
          const star = starOf(target, file)
          return star === undefined ? [] : [named(key.replace("*", star), file)]
        })
      : files.filter((file) => file === target).map((file) => named(key, file))
    if (fitting.length === 0) dangling.push(`${key} leads to ${target}, which is not in the package`)
    return fitting
  })
  const modules = (those: typeof all): ReadonlyArray<Module> => those.map(({ module }) => module)
  return {
    open: modules(all.filter(({ subpath }) => !isShut(subpath))),
    shut: modules(all.filter(({ subpath }) => isShut(subpath))),
    dangling
  }
}
