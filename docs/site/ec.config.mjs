/** How code on pages is shown. Astro's own component for code reads it here, too. */
import { defineEcConfig } from "@astrojs/starlight/expressive-code"
import { highlight } from "./build/highlight/plugin.ts"

export default defineEcConfig({
  shiki: false,
  plugins: [highlight()],
  // A comment that names a file stays in the code, and is copied with it.
  frames: { extractFileNameFromCode: false }
})
