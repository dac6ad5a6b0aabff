import starlight from "@astrojs/starlight"
import { defineConfig } from "astro/config"
import { finish } from "./build/finish.ts"
import { readSidebar } from "./build/sidebar.ts"
import { base, host } from "./build/site.ts"
import { store } from "./build/store.ts"

export default defineConfig({
  base,
  ...(host !== undefined && { site: host }),
  trailingSlash: "always",
  devToolbar: { enabled: false },
  integrations: [
    starlight({
      title: "forgecast",
      description: "Typed, functional clients for the GitHub REST API and the Open-Meteo APIs, on Effect",
      // The page 404 is one of ours.
      disable404Route: true,
      pagefind: false,
      components: {
        Banner: "./src/components/Banner.astro",
        Hero: "./src/components/Hero.astro",
        MarkdownContent: "./src/components/MarkdownContent.astro",
        PageTitle: "./src/components/PageTitle.astro",
        Search: "./src/components/Search.astro",
        Sidebar: "./src/components/Sidebar.astro",
        SocialIcons: "./src/components/TopLinks.astro"
      },
      customCss: [
        "./src/styles/site.css",
        "./src/styles/code.css",
        "./src/styles/reference.css",
        "./src/styles/tables.css",
        "./src/styles/tabs.css",
        "./src/styles/print.css"
      ],
      routeMiddleware: "./src/routeData.ts",
      sidebar: readSidebar()
    }),
    store(),
    finish()
  ],
  // Scripts are files, which `script-src 'self'` requires.
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 } }
})
