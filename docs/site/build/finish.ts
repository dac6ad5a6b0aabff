/** What happens to the built pages. */
import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"
import { annotatePages } from "./code/annotate.ts"
import { changePages } from "./html.ts"
import { checkLinks } from "./links.ts"
import { applyPolicy } from "./scripts.ts"
import { writeIndex } from "./searchIndex.ts"
import { writeTexts } from "./texts.ts"

export const finish = (): AstroIntegration => ({
  name: "forgecast-finish",
  hooks: {
    "astro:build:done": ({ dir }) => {
      const dist = fileURLToPath(dir)
      const keep = applyPolicy(dist)
      const annotated = annotatePages(dist)
      const pages = changePages(dist, (file, html) => annotated.of(file, keep(file, html)))
      annotated.end()
      writeTexts(dist, pages)
      checkLinks(dist, pages)
      writeIndex(dist, pages)
    }
  }
})
