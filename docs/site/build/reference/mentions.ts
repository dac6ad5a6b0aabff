/** Which guides use a module. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Library } from "../library/model.ts"
import { readText, root } from "../site.ts"
import { documents } from "../sources.ts"
import type { Guide } from "./page.ts"

/** The Markdown of the guides and recipes, with the programs of these, by the paths of their pages. */
export const readGuides = (): ReadonlyMap<string, string> =>
  new Map(
    Array.from(documents)
      .filter(([, path]) => /^(?:guides|recipes)\/./.test(path))
      .map(([file, path]) => {
        const program = Path.join(Path.dirname(file), "program.ts")
        const texts = [file, program].filter((each) => Fs.existsSync(Path.join(root, each)))
        return [path, texts.map(readText).join("\n")]
      })
  )

/** The title of a page, as text. */
export const titleOf = (markdown: string): string => (/^# (.+)$/m.exec(markdown)?.[1] ?? "").replaceAll("`", "")

const imports = /^import (?:type )?(?:\* as \w+|\{([^}]*)\}) from "(forgecast[^"]*)"/gm

/** The modules that a page's programs import. */
const modulesIn = (library: Library, markdown: string): ReadonlySet<string> => {
  const found = new Set<string>()
  for (const [, names, specifier] of markdown.matchAll(imports)) {
    const module = [...library.values()].find((each) => each.specifier === specifier)
    if (module === undefined) continue
    // A name of an index stands for a module.
    const namespaces = (names ?? "").split(",").flatMap((name) => {
      const { of } = module.exports.find((each) => each.name === name.replace(/^\s*type /, "").trim()) ?? {}
      return of === undefined ? [] : [of.module]
    })
    for (const path of namespaces.length > 0 ? namespaces : [module.path]) found.add(path)
  }
  return found
}

/** The guides of each module, by its path. `pages` has their Markdown by path. */
export const mentionsOf = (
  library: Library,
  pages: ReadonlyMap<string, string>,
  urlOf: (path: string) => string
): ReadonlyMap<string, ReadonlyArray<Guide>> => {
  const guides = new Map<string, Array<Guide>>()
  for (const [path, markdown] of pages) {
    for (const module of modulesIn(library, markdown)) {
      guides.set(module, [...(guides.get(module) ?? []), { title: titleOf(markdown), url: urlOf(path) }])
    }
  }
  // One that most guides use is best explained by its own docstrings.
  return new Map([...guides].filter(([, each]) => each.length <= 10))
}
