/** Lists the pages of long sections only within these, which keeps all other pages small. */
import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data"
import type { Siblings } from "../build/sidebar.ts"
import { urlOf } from "../build/site.ts"
import written from "./generated/siblings.json"

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

/** The operations of the module that a page belongs to, if it belongs to one. */
const moduleOf = (page: string): ReadonlyArray<Entry> => {
  const [href, operations] = Object.entries(siblings).find(([href]) => page.startsWith(href)) ?? []
  if (href === undefined || operations === undefined) return []
  return [
    {
      type: "group",
      label: operations.label,
      collapsed: false,
      badge: undefined,
      entries: [
        linkOf("Overview", href, page === href),
        ...operations.links.map((each) => linkOf(each.label, each.href, page === each.href))
      ]
    }
  ]
}

export const onRequest = defineRouteMiddleware(({ locals, url }) => {
  const { starlightRoute } = locals
  const module = moduleOf(url.pathname)
  // Of the operations, those of the module are enough.
  const within = module.length > 0 ? undefined : starlightRoute.sidebar.find(isCurrent)
  const isLong = module.length > 0 || (within !== undefined && within.label in long)
  starlightRoute.sidebar = [
    ...module,
    ...starlightRoute.sidebar.map((entry) => {
      const href = long[entry.label]
      if (href !== undefined && entry !== within) return linkOf(entry.label, href, false)
      return entry.type === "group" && isLong ? { ...entry, collapsed: entry !== within } : entry
    })
  ]
})
