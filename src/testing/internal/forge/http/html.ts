/** Web pages. What is put into them is escaped. */
import type { Response } from "../../../Exchange.ts"
import { response } from "../../exchange.ts"

/** Text that is HTML. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | ReadonlyArray<Html> | null

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const isList = (part: Part): part is ReadonlyArray<Html> => Array.isArray(part)

const written = (part: Part): string => {
  if (part === null) return ""
  if (isList(part)) return part.map(({ html }) => html).join("")
  return typeof part === "object" ? part.html : String(part).replace(/[&<>"']/g, (one) => entities[one] ?? "")
}

/** Makes HTML: texts between its parts are escaped, also in attributes that are quoted. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: texts.map((text, index) => `${text}${written(parts[index] ?? null)}`).join("")
})

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
form { display: grid; gap: 1rem; max-width: 24rem }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .4rem .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
code { font-size: .9em }
.note { color: #777 }
.error { color: #c33 }
`

interface PageOptions {
  readonly status?: number
  /** Where its forms may lead to, beside the page's own origin: the source of a content security policy. */
  readonly leadsTo?: string
}

/** A page without scripts, which no other page may frame. */
export const page = (title: string, body: Html, { leadsTo = "", status = 200 }: PageOptions = {}): Response => ({
  ...response(
    status,
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${title}</title>
          <style>
            ${{ html: style }}
          </style>
        </head>
        <body>
          <h1>${title}</h1>
          ${body}
        </body>
      </html> `.html,
    {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; " +
        `form-action 'self' ${leadsTo}`.trim(),
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin"
    }
  ),
  foreign: true
})
