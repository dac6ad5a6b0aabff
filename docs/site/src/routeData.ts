/** Lists the pages of long sections only within these, which keeps all other pages small. */
import { defineRouteMiddleware, type StarlightRouteData } from "@astrojs/starlight/route-data"
import { urlOf } from "../build/site.ts"

type Entry = StarlightRouteData["sidebar"][number]

/** Where each section begins. */
const long: Readonly<Record<string, string>> = {
  Operations: urlOf("operations"),
  Reference: urlOf("reference"),
  Examples: `${urlOf("guides")}#examples`,
  Decisions: urlOf("decisions")
}

const isCurrent = (entry: Entry): boolean => (entry.type === "link" ? entry.isCurrent : entry.entries.some(isCurrent))

export const onRequest = defineRouteMiddleware(({ locals }) => {
  const { starlightRoute } = locals
  const within = starlightRoute.sidebar.find(isCurrent)
  const isLong = within !== undefined && within.label in long
  starlightRoute.sidebar = starlightRoute.sidebar.map((entry) => {
    const href = long[entry.label]
    if (href !== undefined && entry !== within)
      return { type: "link", label: entry.label, href, isCurrent: false, badge: undefined, attrs: {} }
    return entry.type === "group" && isLong ? { ...entry, collapsed: entry !== within } : entry
  })
})
