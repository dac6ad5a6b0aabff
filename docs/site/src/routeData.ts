/** Lists the pages of long sections only within these, which keeps all other pages small. */
import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data"
import type { Siblings } from "../build/sidebar.ts"
import { urlOf } from "../build/site.ts"
import written from "./generated/siblings.json"

/** It is shown in the place of pages that are not there. */
const missing = urlOf("404")

type Entry = StarlightRouteData["sidebar"][number]

const siblings: Siblings = written

/** Where each section begins. */
const long: Readonly<Record<string, string>> = {
  Operations: urlOf("operations"),
  Reference: urlOf("reference"),
  Examples: `${urlOf("guides")}#examples`,
  Decisions: urlOf("decisions")
}

const linkOf = (label: string, href: string, isCurrent: boolean): Entry => ({
  type: "link",
  label,
  href,
  isCurrent,
  badge: undefined,
  attrs: {}
})

const isCurrent = (entry: Entry): boolean => (entry.type === "link" ? entry.isCurrent : entry.entries.some(isCurrent))

const groupOf = (label: string, entries: Array<Entry>): Entry => ({
  type: "group",
  label,
  collapsed: false,
  badge: undefined,
  entries
})

/** A name that may be broken before its capitals, if it is longer than a line of the sidebar. */
const breakable = (name: string): string => (name.length > 22 ? name.replaceAll(/(?=[A-Z])/g, "\u200b") : name)

/** The operations of the module that a page belongs to, if it belongs to one. */
const moduleOf = (page: string): { readonly label: string; readonly links: ReadonlyArray<Entry> } | undefined => {
  const [href, operations] = Object.entries(siblings).find(([href]) => page.startsWith(href)) ?? []
  if (href === undefined || operations === undefined) return undefined
  return {
    label: operations.label,
    links: [
      linkOf("Overview", href, page === href),
      ...operations.links.map((each) => linkOf(breakable(each.label), each.href, page === each.href))
    ]
  }
}

/** Pages that are too many for the sidebar have an entry there on their own page only, below that of their list. */
const apart: ReadonlyArray<readonly [path: string, label: string, list: string]> = [
  ["errors", "Errors", "All errors"],
  ["reference", "Reference", "All modules"],
  ["recipes", "Recipes", "All recipes"],
  ["examples", "Examples", "All examples"]
]

const entryOf = (page: string, title: string): ReadonlyArray<Entry> =>
  apart.flatMap(([path, label, list]) => {
    const section = urlOf(path)
    if (!page.startsWith(section) || page === section) return []
    const href = path === "examples" ? `${urlOf("guides")}#examples` : section
    return [groupOf(label, [linkOf(list, href, false), linkOf(title, page, true)])]
  })

type Link = Extract<Entry, { readonly type: "link" }>

/** The links before and after the current one. */
const neighbours = (links: ReadonlyArray<Entry>) => {
  const all = links.filter((entry): entry is Link => entry.type === "link")
  const index = all.findIndex((link) => link.isCurrent)
  return { prev: all[index - 1], next: all[index + 1] }
}

export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const { starlightRoute } = locals
  const page = url.pathname.replace(/\/?$/, "/")
  if (page !== missing) {
    starlightRoute.head.push({
      tag: "link",
      attrs: { rel: "alternate", type: "text/markdown", href: `${page}index.md` }
    })
  }
  const module = moduleOf(url.pathname)
  // Of the operations, those of the module are enough.
  const within = module !== undefined ? undefined : starlightRoute.sidebar.find(isCurrent)
  const isLong = module !== undefined || (within !== undefined && within.label in long)
  const added =
    module !== undefined
      ? [groupOf(module.label, [...module.links])]
      : within === undefined
        ? entryOf(page, starlightRoute.entry.data.title)
        : []
  if (module !== undefined) starlightRoute.pagination = neighbours(module.links)
  starlightRoute.sidebar = [
    ...added,
    ...starlightRoute.sidebar.map((entry) => {
      const href = long[entry.label]
      if (href !== undefined && entry !== within) return linkOf(entry.label, href, false)
      return entry.type === "group" && isLong ? { ...entry, collapsed: entry !== within } : entry
    })
  ]
})
