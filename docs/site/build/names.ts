/** Links from the names in prose to their pages. */
import { errorPath, errorsOf } from "./errors/list.ts"
import type { Library } from "./library/model.ts"
import type { UrlOf } from "./reference/html.ts"
import { linksOf } from "./reference/links.ts"
import { urlOf } from "./site.ts"

/** Headings have anchors of their own. They are every second part. */
const headings = /^(#{1,6} .*)$/m

/** Links names in a Markdown text. */
export type LinkNames = (markdown: string) => string

/** The pages of errors, by where the reference has them. What to do about an error is on its own page. */
const errorPages = (library: Library, referenceOf: UrlOf): ReadonlyMap<string | undefined, string> =>
  new Map(
    errorsOf(library).map(({ exported, module }) => [
      referenceOf({ module, name: exported.name }),
      urlOf(errorPath(exported.name))
    ])
  )

/** Where a page says most about a name. */
export const pageOf = (library: Library): UrlOf => {
  const links = linksOf(library, urlOf)
  const errors = errorPages(library, links.urlOf)
  return (target) => {
    const url = links.urlOf(target)
    return errors.get(url) ?? url
  }
}

/** Links each operation, error, policy and Layer in a code span of a page to what says more about it. */
export const linkedNames = (library: Library): LinkNames => {
  const links = linksOf(library, urlOf)
  const errors = errorPages(library, links.urlOf)
  return (markdown) =>
    markdown
      .split(headings)
      .map((part, index) => (index % 2 === 1 ? part : links.linked(part, { module: "" })))
      .join("")
      .replaceAll(/\]\(([^()\s]+)\)/g, (whole, url: string) =>
        errors.has(url) ? `](${errors.get(url) ?? url})` : whole
      )
}
