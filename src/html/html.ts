/** HTML, and the page that it is in, for all floors that answer browsers. What is put into it is escaped. */

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

/** Makes HTML: its parts are escaped, also in attributes that are quoted. */
export const html = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: texts.map((text, index) => `${text}${written(parts[index] ?? null)}`).join("")
})

/** The document of a page without scripts. `style` is CSS. */
export const documentOf = (title: string, style: string, body: Html): string =>
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
    </html> `.html

/** Headers of a page that no other page may frame, and that no cache keeps. Its forms lead to its origin and to `leadsTo`. */
export const pageHeaders = (leadsTo = "") => ({
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; " +
    `form-action 'self' ${leadsTo}`.trim(),
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin"
})
