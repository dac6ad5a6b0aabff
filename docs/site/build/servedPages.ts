/** Finishes a page when it is asked for, as the build finishes all of them, but for the policy: Astro's own scripts would break it. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { setTimeout } from "node:timers/promises"
import type { MiddlewareHandler } from "astro"
import { titlesFile } from "../src/search/files.ts"
import { annotate } from "./code/annotate.ts"
import { readMarks } from "./code/marks.ts"
import type { Shown } from "./code/shown.ts"
import { draft } from "./searchDraft.ts"
import { base, urlOf } from "./site.ts"
import { withCards, withRoom } from "./tables.ts"

/** The types of the pages that have been served, by the paths of their files. */
const types = new Map<string, ReadonlyArray<Shown>>()

/** A program that was changed a moment ago has not been read yet: its page has no types until then. */
const annotated = (html: string, page: string): string => {
  const file = `${page}/types.json`.replace(/^\//, "")
  try {
    const result = annotate(html, page, urlOf(file), readMarks())
    types.set(file, result.shown)
    return result.html
  } catch {
    return html
  }
}

const json = (text: string): Response => new Response(text, { headers: { "content-type": "application/json" } })

/** A file of the search. When the site is served for the first time, they are written after the pages. */
const searchFile = async (path: string): Promise<string | undefined> => {
  while (!Fs.existsSync(Path.join(draft, titlesFile))) await setTimeout(200)
  const file = Path.join(draft, path)
  return Fs.existsSync(file) ? Fs.readFileSync(file, "utf8") : undefined
}

export const onRequest: MiddlewareHandler = async ({ url: { pathname } }, next) => {
  const path = pathname.slice(base.length)
  const shown = types.get(path)
  if (shown !== undefined) return json(JSON.stringify(shown))
  const found = path.startsWith("search/") ? await searchFile(path) : undefined
  if (found !== undefined) return json(found)
  const response = await next()
  if (!response.headers.get("content-type")?.startsWith("text/html")) return response
  const html = withRoom(withCards(await response.text()))
  return new Response(annotated(html, path.replace(/\/$/, "")), response)
}
