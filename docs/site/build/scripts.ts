/** Makes the pages keep to the policy. */
import { createHash } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { once } from "./once.ts"
import { policyFor } from "./policy.ts"
import { base } from "./site.ts"
import { withCards, withRoom } from "./tables.ts"

/** Moves the scripts within pages to files, adds the policy to each page, and makes cards of tables. */
export const applyPolicy = (dist: string): ((page: string, html: string) => string) => {
  // All pages have the same few.
  const nameOf = once((code: string) => {
    const name = `_astro/inline.${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`
    Fs.writeFileSync(Path.join(dist, name), code.trim() + "\n")
    return name
  })
  const script = (attributes: string, code: string): string =>
    `<script${attributes} src="${base}${nameOf(code)}"></script>`
  return (page, html) =>
    withRoom(withCards(html))
      // What the buttons copy may have the tags of a script.
      .replaceAll(/ data-code="[^"]*"/g, (attribute) => attribute.replaceAll("<", "&lt;"))
      .replaceAll(/<script((?:\s(?!src=)[^\s>]+)*)>([^]*?)<\/script>/g, (whole, attributes: string, code: string) =>
        /type="(?!module|text\/javascript)/.test(attributes) ? whole : script(attributes, code)
      )
      // Long lines scroll. Those who use the keyboard reach them before a script has run, too.
      .replaceAll('<pre data-language="', '<pre tabindex="0" data-language="')
      .replace(
        /<meta charset="utf-8"\s*\/?>/i,
        `$&<meta http-equiv="Content-Security-Policy" content="${policyFor(page)}">`
      )
}
