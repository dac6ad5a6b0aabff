/** How the pages that Astro renders read the text that it has made of Markdown. */
import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"

/** The module that Astro's pages import. */
const storeModule = "\0astro:data-layer-content"

const program = (file: string): string => `import { readFileSync } from "node:fs"
export default JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"))
`

/**
 * Lets a build read the store from its file. Astro itself makes a module of it, whose 70 megabytes are bundled, written and
 * compiled before the first page.
 */
export const store = (): AstroIntegration => ({
  name: "forgecast-store",
  hooks: {
    "astro:config:setup": ({ command, config, updateConfig }) => {
      if (command !== "build") return
      const file = fileURLToPath(new URL("data-store.json", config.cacheDir))
      updateConfig({
        vite: {
          plugins: [
            {
              name: "forgecast-store",
              // Before Astro's own.
              load: { order: "pre", handler: (id: string) => (id === storeModule ? program(file) : null) }
            }
          ]
        }
      })
    }
  }
})
