/** What a served site has of the steps that follow a build: cards, types in code, and the search. */
import type { AstroIntegration } from "astro"

export const served = (): AstroIntegration => ({
  name: "forgecast-served",
  hooks: {
    "astro:config:setup": ({ addMiddleware }) =>
      addMiddleware({ order: "pre", entrypoint: new URL("servedPages.ts", import.meta.url) })
  }
})
