/** Astro: it makes the site of the written pages, or serves it, and follows changes. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { formatPages } from "./format.ts"
import { pages } from "./pages.ts"
import { root } from "./site.ts"

const site = { root: Path.resolve(import.meta.dirname, "..") }

const load = () => {
  // It reads the variable when it is loaded.
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1"
  return import("astro")
}

/** What is waited for at steps of a build. */
export interface Steps {
  /** The text of the pages is read, and the types of Astro's modules are written. */
  readonly synced: () => Promise<void>
  /** The pages are rendered. */
  readonly rendered: () => Promise<void>
}

export const buildSite = async ({ rendered, synced }: Steps): Promise<void> => {
  const { build } = await load()
  const hooks = { "astro:build:start": synced, "astro:build:generated": rendered }
  await build({ ...site, logLevel: "warn", integrations: [{ name: "forgecast-steps", hooks }] })
}

/** Writes the pages again, soon after a change. */
const follow = (): void => {
  let timer: NodeJS.Timeout | undefined
  const write = () =>
    void pages()
      .then(formatPages)
      .catch((error: unknown) => console.error(String(error)))
  for (const folder of ["docs/guides", "docs/recipes", "docs/examples", "docs/decisions"])
    Fs.watch(Path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(write, 100)
    })
}

export const serveSite = async (): Promise<void> => {
  const { dev } = await load()
  await dev(site)
  follow()
}
