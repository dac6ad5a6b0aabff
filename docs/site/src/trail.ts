/** Where a page is: the pages that lead to it. */
import { guides } from "../build/sidebar.ts"
import { urlOf } from "../build/site.ts"
import type { Siblings } from "../build/sidebar.ts"
import written from "./generated/siblings.json"

export interface Step {
  readonly label: string
  /** Undefined for a group, which has no page. */
  readonly href: string | undefined
}

const siblings: Siblings = written

/** The sections, by what their paths begin with. */
const sections: ReadonlyArray<readonly [path: string, label: string, href: string]> = [
  ["guides", "Guides", urlOf("guides")],
  ["recipes", "Recipes", urlOf("recipes")],
  ["operations", "Operations", urlOf("operations")],
  ["errors", "Errors", urlOf("errors")],
  ["reference", "Reference", urlOf("reference")],
  ["variables", "Weather variables", urlOf("variables")],
  ["examples", "Examples", `${urlOf("guides")}#examples`],
  ["decisions", "Decisions", urlOf("decisions")]
]

/** The group of a guide. */
const groupOf = (name: string): ReadonlyArray<Step> =>
  Object.entries<ReadonlyArray<string>>(guides).flatMap(([label, names]) =>
    names.includes(name) ? [{ label, href: undefined }] : []
  )

/** The steps to a page, from the section on. `pathname` has the site's base. */
export const trailTo = (pathname: string): ReadonlyArray<Step> => {
  const [section] = sections.flatMap(([path, label, href]) =>
    pathname.startsWith(urlOf(path)) ? [{ path, label, href }] : []
  )
  if (section === undefined || pathname === urlOf(section.path)) return []
  const rest = pathname.slice(urlOf(section.path).length).replace(/\/$/, "")
  const first = { label: section.label, href: section.href }
  if (section.path === "guides") return [first, ...groupOf(rest)]
  const [module] = Object.entries(siblings).flatMap(([href, { label }]) =>
    section.path === "operations" && pathname.startsWith(href) && pathname !== href ? [{ label, href }] : []
  )
  return module === undefined ? [first] : [first, module]
}
