/** The search of a site that is served: its files are made of the written pages, as none is built. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { createSatteriMarkdownProcessor } from "@astrojs/markdown-satteri"
import { htmlOf } from "./html.ts"
import { passagesOf } from "./passages.ts"
import { writeIndex } from "./searchIndex.ts"
import { folders } from "./site.ts"
import { readPage } from "./texts.ts"

/** Where its files are. */
export const draft = Path.resolve(import.meta.dirname, "../.astro/draft")

export const writeDraft = async (): Promise<void> => {
  const { render } = await createSatteriMarkdownProcessor({ syntaxHighlight: false })
  const pages = Fs.globSync("**/*.md", { cwd: folders.pages }).toSorted().map(readPage)
  const built = await Promise.all(
    pages.map(async ({ body, path, title }) => {
      const { code } = await render(body)
      const file = `${path}/index.html`
      return { file, passages: passagesOf(htmlOf(file, `<main><h1 id="_top">${title}</h1>${code}</main>`)) }
    })
  )
  writeIndex(draft, built)
}
