/** `node build/astro.ts build` makes the site. `node build/astro.ts dev` serves it, and follows changes. */
import * as Path from "node:path"

process.env["ASTRO_TELEMETRY_DISABLED"] = "1"

const { build, dev } = await import("astro")
const root = Path.resolve(import.meta.dirname, "..")

if (process.argv[2] === "dev") await dev({ root })
else await build({ root, logLevel: "warn" })
