import { docsSchema } from "@astrojs/starlight/schema"
import { defineCollection } from "astro:content"
import { glob } from "astro/loaders"

export const collections = {
  docs: defineCollection({
    // While it is served, a page is rendered when somebody opens it.
    loader: glob({
      base: "src/content/docs",
      pattern: "**/*.md",
      retainBody: false,
      deferRender: import.meta.env.DEV
    }),
    schema: docsSchema()
  })
}
