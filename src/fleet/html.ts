/** HTML, and the page that it is in. What is put into it is escaped. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Text that is HTML. */
export interface Html {
  readonly html: string
}

type Part = string | number | null | Html | ReadonlyArray<Html>

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

/** Makes HTML: its parts are escaped, also in attributes that are quoted. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: texts.map((text, index) => `${text}${written(parts[index] ?? null)}`).join("")
})

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
form { display: inline-block; margin: 0 .5rem .5rem 0 }
input, button, select { font: inherit; padding: .2rem .6rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.note { color: #767676 }
.failed { color: #c33 }
`

/** A page without scripts, which no other page may frame, and which no cache keeps. */
export const page = (title: string, body: Html, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
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
          <main>
            <h1>${title}</h1>
            ${body}
          </main>
        </body>
      </html> `.html,
    { status, contentType: "text/html; charset=utf-8", headers }
  )

/** What every response has. */
export const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin"
}
