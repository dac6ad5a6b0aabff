/** Links from the names in prose to their pages. */
import { errorPath, errorsOf } from "./errors/list.ts"
import type { Library } from "./library/model.ts"
import { linksOf } from "./reference/links.ts"
import { urlOf } from "./site.ts"

/** Headings have anchors of their own. They are every second part. */
const headings = /^(#{1,6} .*)$/m

/** Links names in a Markdown text. */
export type LinkNames = (markdown: string) => string

/** Links each operation, error, policy and Layer in a code span of a page to what says more about it. */
export const linkedNames = (library: Library): LinkNames => {
  const links = linksOf(library, urlOf)
  // What to do about an error is on its own page.
  const errors = new Map(
    errorsOf(library).map(({ exported, module }) => [
      links.urlOf({ module, name: exported.name }),
      urlOf(errorPath(exported.name))
    ])
  )
  return (markdown) =>
    markdown
      .split(headings)
      .map((part, index) => (index % 2 === 1 ? part : links.linked(part, { module: "" })))
      .join("")
      .replaceAll(/\]\(([^()\s]+)\)/g, (whole, url: string) =>
        errors.has(url) ? `](${errors.get(url) ?? url})` : whole
      )
}
