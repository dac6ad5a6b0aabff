/** Where pages and their sections are. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Export, Library, Module, Target } from "../library/model.ts"
import { textOf } from "../library/scope.ts"
import { root } from "../site.ts"
import type { Columns, UrlOf } from "./html.ts"

/** `forge/PullRequests` → `forge/pull-requests` */
export const slugOf = (path: string): string =>
  path
    .replace(/GraphQL/g, "Graphql")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()

export const referencePath = (module: string): string =>
  module === "index" ? "reference/forgecast" : `reference/${slugOf(module)}`

/** The page of an operation, by module and name. */
export const operationPath = (module: string, name: string): string => `operations/${slugOf(module)}/${slugOf(name)}`

/** What is shown of an export's name: that of an operation says its module, as programs do. */
export const baseOf = (module: string): string => module.slice(module.lastIndexOf("/") + 1)

/** The anchors of headings, as Markdown gets them: a repeated one is numbered. */
export const anchorsOf = (headings: ReadonlyArray<string>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  return headings.map((heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-")
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  })
}

export interface Links {
  /** The URL of a page, by its path. */
  readonly pageUrl: (path: string) => string
  readonly urlOf: UrlOf
  /** Links the names in the code spans of a docstring. Throws if a `{@link}` names nothing. */
  readonly linked: (markdown: string, from: Target) => string
  /** Links the names in a table of fields. */
  readonly columns: (from: Target) => Columns
}

/** Names that stand for modules of Effect in prose, such as `Result`. */
const ofEffect: ReadonlySet<string> = new Set(
  Fs.globSync("node_modules/effect/src/*.ts", { cwd: root }).map((file) => Path.basename(file, ".ts"))
)

/** Whether a name says by itself whose it is: `node` is also a package, and `Result` is Effect's. */
const isDistinct = (name: string): boolean => /^[A-Z]/.test(name) && !ofEffect.has(name)

/** Whether programs have it as a value. In prose, the name of a type alone is more often somebody else's. */
const isValue = ({ signature }: Export): boolean => !/^(?:type|interface) /.test(textOf(signature))

/** Splits text at code blocks and code spans, which are every second part. */
const codes = /(```[^]*?```|`[^`\n]+`|\[[^\]]*\]\([^)]*\))/

interface Dependents {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Packages that pages speak of. */
const packages: ReadonlySet<string> = (() => {
  // The cast is safe: npm has read it.
  const { dependencies, devDependencies } = JSON.parse(
    Fs.readFileSync(Path.join(root, "package.json"), "utf8")
  ) as Dependents
  return new Set(Object.keys({ ...dependencies, ...devDependencies }))
})()

/** Whether a code span is a package that is not ours, or a module of one: `octokit`, `effect/persistence`. */
const isPackage = (part = ""): boolean => packages.has(/^`((?:@[\w-]+\/)?[\w.-]+)[^`]*`$/.exec(part)?.[1] ?? "")

/** Whether the text around a code span says that another package has it: "Octokit's `App`", "`App` and `Octokit` of `octokit`". */
const isOthers = (parts: ReadonlyArray<string>, index: number): boolean => {
  if (/\b(?:Effect|Node|Octokit|Probot)'s\s+$/.test(parts[index - 1] ?? "")) return true
  let last = index
  while (/^(?:,|,? (?:and|or))\s+$/.test(parts[last + 1] ?? "") && parts[last + 2]?.startsWith("`")) last += 2
  return /^\s+(?:of|from)\s+$/.test(parts[last + 1] ?? "") && isPackage(parts[last + 2])
}

export const linksOf = (library: Library, pageUrl: (path: string) => string): Links => {
  const anchors = new Map<string, string>()
  const named = new Map<string, ReadonlyArray<Target>>()
  const add = (name: string, target: Target) => named.set(name, [...(named.get(name) ?? []), target])
  for (const module of library.values()) {
    if (!module.path.includes("/")) continue
    if (isDistinct(baseOf(module.path))) add(baseOf(module.path), { module: module.path })
    const own = module.exports.filter(({ of }) => of?.name === undefined)
    const all = anchorsOf(own.map(({ name }) => name))
    own.forEach((exported, index) => {
      const { name, of } = exported
      anchors.set(`${module.path}.${name}`, all[index] ?? "")
      if (of !== undefined) return
      add(`${baseOf(module.path)}.${name}`, { module: module.path, name })
      if (isDistinct(name) && isValue(exported)) add(name, { module: module.path, name })
    })
  }
  const exportOf = ({ module, name }: Target): Export | undefined =>
    library.get(module)?.exports.find((each) => each.name === name)

  /** The operations that a module has from another have their page with the module that programs import. */
  const homes = new Map(
    [...library.values()].flatMap(({ exports, path }) =>
      path.split("/").length !== 2
        ? []
        : exports.flatMap(({ name, of }) =>
            of?.name === undefined ? [] : [[`${of.module}.${of.name}`, operationPath(path, name)] as const]
          )
    )
  )

  const urlOf: UrlOf = (target) => {
    const module: Module | undefined = library.get(target.module)
    if (module === undefined) return undefined
    if (target.name === undefined) return pageUrl(referencePath(target.module))
    const found = exportOf(target)
    const resolved = found?.of?.name === undefined ? target : found.of
    const { name = "" } = resolved
    if (exportOf(resolved)?.operation !== undefined) {
      return pageUrl(homes.get(`${resolved.module}.${name}`) ?? operationPath(resolved.module, name))
    }
    // The page of a module has no section of what another module declares.
    if (resolved !== target) return urlOf(resolved)
    const anchor = anchors.get(`${target.module}.${target.name}`)
    return anchor === undefined ? undefined : `${pageUrl(referencePath(target.module))}#${anchor}`
  }

  /**
   * The one that a name stands for on the page of a module: an export of this module, else a module, else an export of another
   * one. Of several, it is the one that this module imports, else the one of the same floor.
   */
  const find = (name: string, from: Target): Target | undefined => {
    if (exportOf({ module: from.module, name }) !== undefined) return { module: from.module, name }
    const targets = named.get(name) ?? []
    const modules = targets.filter((each) => each.name === undefined)
    const all = modules.length > 0 ? modules : targets
    const imports = library.get(from.module)?.imports ?? []
    const imported = all.filter(({ module }) => imports.includes(module))
    const near = all.filter(({ module }) => module.split("/")[0] === from.module.split("/")[0])
    const [only, ...others] = imported.length > 0 ? imported : near.length > 0 ? near : all
    return others.length > 0 ? undefined : only
  }

  const linked = (markdown: string, from: Target): string =>
    markdown
      .split(codes)
      .map((part, index, parts) => {
        if (/^`[^`]/.test(part)) {
          if (isOthers(parts, index)) return part
          const name = part.slice(1, -1).replace(/\(\)$/, "")
          const target = find(name, from)
          const isSelf = target?.module === from.module && target.name === from.name
          const url = target === undefined || isSelf ? undefined : urlOf(target)
          return url === undefined ? part : `[${part}](${url})`
        }
        return part.replace(/\{@link (\S+?)\}/g, (whole, name: string) => {
          const target = find(name, from)
          const url = target === undefined ? undefined : urlOf(target)
          if (url === undefined) throw new Error(`${from.module}: ${whole} names nothing`)
          return `[\`${name}\`](${url})`
        })
      })
      .join("")

  const columns = (from: Target): Columns => ({
    urlOf,
    linked: (markdown, home) => linked(markdown, home === undefined ? from : { module: home })
  })

  return { pageUrl, urlOf, linked, columns }
}
