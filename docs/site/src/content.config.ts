import { docsSchema } from "@astrojs/starlight/schema"
import { defineCollection } from "astro:content"
import { glob } from "astro/loaders"

const schemaOf = docsSchema()
let schema: ReturnType<typeof schemaOf> | undefined

export const collections = {
  docs: defineCollection({
    // While it is served, a page is rendered when somebody opens it.
    loader: glob({
      base: "src/content/docs",
      pattern: "**/*.md",
      retainBody: false,
      deferRender: import.meta.env.DEV
    }),
    // Made once, not for each page: only a page with an image needs its own, and `Page` has none.
    schema: (context) => (schema ??= schemaOf(context))
  })
}
