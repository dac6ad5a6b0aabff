/** The page of a module. */
import { errorPath, isError } from "../errors/list.ts"
import type { Export, Library, Module, Target } from "../library/model.ts"
import { fieldsHtml, signatureHtml } from "./html.ts"
import { baseOf, type Links } from "./links.ts"

/** The first sentence of a docstring, without marks. */
export const sentenceOf = (docs: string): string => {
  const [paragraph = ""] = docs.split(/\n\s*\n/)
  const line = paragraph.replace(/\s+/g, " ").trim()
  const [, sentence = line] = /^(.+?\.)(?:\s|$)/.exec(line) ?? []
  return sentence.replace(/:$/, ".")
}

/** How a program imports the module: by a namespace of an index if there is one. */
export const importOf = (library: Library, { exports, path, specifier }: Module): string => {
  const index = library.get(path.split("/")[0] ?? "")
  const name = baseOf(path)
  const isNamespace = index?.exports.some(({ of }) => of?.module === path && of.name === undefined)
  if (index !== undefined && isNamespace === true) return `import { ${name} } from "${index.specifier}"`
  const own = exports.find((each) => each.name === name)
  if (own !== undefined && path.includes("/schema/")) return `import { ${name} } from "${specifier}"`
  return path.includes("/") ? `import * as ${name} from "${specifier}"` : `import { … } from "${specifier}"`
}

const docsOf = (library: Library, { docs, of }: Export): string =>
  docs === "" && of?.name === undefined ? (library.get(of?.module ?? "")?.docs ?? "") : docs

/** The exports of an index: one row for each of its modules. */
const contentsOf = (library: Library, { exports, path }: Module, { linked, urlOf }: Links): ReadonlyArray<string> =>
  exports.map((each) => {
    const url = urlOf(each.of ?? { module: path, name: each.name }) ?? ""
    return `- [\`${each.name}\`](${url}): ${linked(sentenceOf(docsOf(library, each)), { module: path })}`
  })

/** Where there is more about an export. */
const moreOf = (module: Module, each: Export, { pageUrl, urlOf }: Links): ReadonlyArray<string> => {
  if (each.operation !== undefined) {
    const url = urlOf({ module: module.path, name: each.name }) ?? ""
    return ["", `[\`${baseOf(module.path)}.${each.name}\`](${url}) has its input, its errors and an example.`]
  }
  return isError(each) ? ["", `[\`${each.name}\`](${pageUrl(errorPath(each.name))}) says who fails with it.`] : []
}

const sectionOf = (module: Module, each: Export, links: Links): ReadonlyArray<string> => {
  const { columns, linked, urlOf } = links
  const from: Target = { module: module.path, name: each.name }
  const heading = ["", `## ${each.name}`, ""]
  if (each.of !== undefined) {
    return [...heading, linked(each.docs, from), "", `The same as [\`${each.of.module}\`](${urlOf(each.of) ?? ""}).`]
  }
  return [
    ...heading,
    signatureHtml(each.signature, urlOf),
    "",
    linked(each.docs, from),
    ...moreOf(module, each, links),
    ...(each.members.length === 0 ? [] : ["", fieldsHtml(each.members, columns(from), each.name)])
  ]
}

export interface Guide {
  readonly title: string
  readonly url: string
}

/** The text of a module's page. */
export const bodyOf = (library: Library, module: Module, links: Links, guides: ReadonlyArray<Guide>): string => {
  const isIndex = !module.path.includes("/")
  // The list above leads to what other modules declare.
  const own = module.exports.filter(({ of }) => of?.name === undefined)
  const named = guides.map(({ title, url }) => `[${title}](${url})`).join(" · ")
  return [
    links.linked(module.docs, { module: module.path }),
    "",
    "```ts",
    importOf(library, module),
    "```",
    "",
    ...(named === "" ? [] : [`Guides: ${named}`, ""]),
    ...(isIndex || module.exports.length > 1 ? contentsOf(library, module, links) : []),
    ...(isIndex ? [] : own.flatMap((each) => sectionOf(module, each, links)))
  ].join("\n")
}

export const titleOf = ({ path, specifier }: Module): string => (path === "index" ? specifier : path)
