/** Astro, which makes the site of the written pages. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type * as Astro from "astro"
import { folders } from "./site.ts"

/** What Astro is told in any case. */
export const site = { root: Path.resolve(import.meta.dirname, "..") }

export const astro = (): Promise<typeof Astro> => {
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
  /** The pages are finished. What has been written to `public` since they were synced is added then. */
  readonly finished: () => Promise<void>
}

export const buildSite = async ({ finished, rendered, synced }: Steps): Promise<void> => {
  const { build } = await astro()
  const hooks = { "astro:build:start": synced, "astro:build:generated": rendered }
  await build({ ...site, logLevel: "warn", integrations: [{ name: "forgecast-steps", hooks }] })
  await finished()
  Fs.cpSync(folders.files, Path.join(site.root, "dist/generated"), { recursive: true })
}
