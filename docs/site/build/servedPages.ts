/** Finishes a page when it is asked for, as the build finishes all of them, but for the policy: Astro's own scripts would break it. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { MiddlewareHandler } from "astro"
import { annotate } from "./code/annotate.ts"
import { type Marks, readMarks } from "./code/marks.ts"
import type { Shown } from "./code/shown.ts"
import { draft } from "./searchDraft.ts"
import { base, urlOf } from "./site.ts"
import { withCards, withRoom } from "./tables.ts"

/** The types of the pages that have been served, by the paths of their files. */
const types = new Map<string, ReadonlyArray<Shown>>()

/** A program that was changed a moment ago has not been read yet: its page has no types until then. */
const annotated = (html: string, page: string): string => {
  let marks: Marks
  const file = `${page}/types.json`.replace(/^\//, "")
  try {
    marks = readMarks()
    const { html: result, shown } = annotate(html, page, urlOf(file), marks)
    types.set(file, shown)
    return result
  } catch {
    return html
  }
}

const json = (text: string): Response => new Response(text, { headers: { "content-type": "application/json" } })

export const onRequest: MiddlewareHandler = async ({ url: { pathname } }, next) => {
  const path = pathname.slice(base.length)
  const shown = types.get(path)
  if (shown !== undefined) return json(JSON.stringify(shown))
  if (path.startsWith("search/")) return json(Fs.readFileSync(Path.join(draft, path), "utf8"))
  const response = await next()
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response
  const html = withRoom(withCards(await response.text()))
  return new Response(annotated(html, path.replace(/\/$/, "")), response)
}
