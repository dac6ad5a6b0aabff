/** `node build/astro.ts build` makes the site. `node build/astro.ts dev` serves it, and follows changes of its pages. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { formatPages } from "./format.ts"
import { pages } from "./pages.ts"
import { root } from "./site.ts"

process.env["ASTRO_TELEMETRY_DISABLED"] = "1"

// It reads the variable when it is loaded.
const { build, dev } = await import("astro")
const site = { root: Path.resolve(import.meta.dirname, "..") }

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

if (process.argv[2] === "dev") {
  await dev(site)
  follow()
} else await build({ ...site, logLevel: "warn" })
