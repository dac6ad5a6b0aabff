/** Writes the reference: a page for each public module. */
import type { Library, Module } from "./library/model.ts"
import { baseOf, linksOf, referencePath } from "./reference/links.ts"
import { mentionsOf, readGuides } from "./reference/mentions.ts"
import { undocumented } from "./reference/missing.ts"
import type { SidebarItem } from "./sidebar.ts"
import { type Page, makePage, urlOf, writeData } from "./site.ts"
import { plain } from "./markdown.ts"
import { bodyOf, sentenceOf, titleOf } from "./reference/page.ts"

/** The folders of the library, each with what it is. The sidebar leaves out the modules of their subfolders. */
const parts: Readonly<Record<string, string>> = {
  forge: "GitHub",
  weather: "Open-Meteo",
  ai: "Tools for models",
  workflow: "Workflows",
  rest: "HTTP",
  testing: "Testing",
  node: "Node.js"
}

/** The page of each module, by its path. Throws if something has no docstring. */
const pagesOf = (library: Library): ReadonlyMap<string, Page> => {
  const silent = undocumented(library)
  if (silent.length > 0) throw new Error(["These have no docstring:", ...silent].join("\n  "))
  const links = linksOf(library, urlOf)
  const guides = mentionsOf(library, readGuides(), urlOf)
  return new Map(
    Array.from(library.values(), (module) => [
      referencePath(module.path),
      {
        title: titleOf(module),
        description: plain(sentenceOf(module.docs)),
        body: bodyOf(library, module, links, guides.get(module.path) ?? [])
      }
    ])
  )
}

const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/")

const overviewOf = (library: Library, pages: ReadonlyMap<string, Page>): Page => {
  const modules = [...library.values()]
  const rowOf = (module: Module): string => {
    const page = referencePath(module.path)
    const name = module.path.includes("/") ? baseOf(module.path) : module.specifier
    return `- [\`${name}\`](${urlOf(page)}): ${pages.get(page)?.description ?? ""}`
  }
  const folders = [...new Set(modules.map(({ path }) => folderOf(path)))].toSorted()
  const sections = folders.flatMap((folder) => [
    folder === "" ? "" : `\n## ${folder}\n`,
    ...modules.filter(({ path }) => folderOf(path) === folder).map(rowOf)
  ])
  return { title: "Reference", description: "Every public module of forgecast.", body: sections.join("\n") }
}

const sidebarOf = (library: Library): ReadonlyArray<SidebarItem> =>
  Object.entries(parts).map(([part, label]) => ({
    label,
    collapsed: true,
    items: [...library.keys()]
      .filter((path) => path === part || (path.startsWith(`${part}/`) && path.split("/").length === 2))
      .map((path) => ({ label: path === part ? `forgecast/${part}` : baseOf(path), slug: referencePath(path) }))
  }))

export const writeReference = (modules: Library): void => {
  const pages = pagesOf(modules)
  for (const [path, page] of pages) makePage(path, page)
  makePage("reference/index", overviewOf(modules, pages))
  writeData("reference", [{ label: "All modules", slug: "reference" }, ...sidebarOf(modules)])
}
