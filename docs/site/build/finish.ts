/** What happens to the built pages. */
import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"
import { checkMarked } from "./code/annotate.ts"
import { readBeside } from "./built.ts"
import { pagesIn } from "./html.ts"
import { checkLinks } from "./links.ts"
import { writeIndex } from "./searchIndex.ts"
import { writeTexts } from "./texts.ts"

export const finish = (): AstroIntegration => ({
  name: "forgecast-finish",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const dist = fileURLToPath(dir)
      const files = pagesIn(dist)
      checkMarked(files)
      // Neighbours are pages of a kind, and as much work: each thread has every other page.
      const halves = [0, 1].map((half) => files.filter((_, place) => place % 2 === half))
      const read = await Promise.all(halves.map((half) => readBeside(dist, half)))
      const pages = read.flat().toSorted((a, b) => (a.file < b.file ? -1 : 1))
      writeTexts(dist, pages)
      checkLinks(dist, pages)
      writeIndex(dist, pages)
    }
  }
})
