/** Writes what the site is built from. Run before `astro`. */
import * as Fs from "node:fs"
import { writeCode } from "./code.ts"
import { writeErrors } from "./errors.ts"
import { formatPages } from "./format.ts"
import { writeOperations } from "./operations.ts"
import { pages } from "./pages.ts"
import { writeReference } from "./reference.ts"
import { bundleRuntime } from "./runtime.ts"
import { folders } from "./site.ts"
import { writeSketches } from "./sketches.ts"
import { start } from "./start.ts"
import { writeTypes } from "./types.ts"

/** In this order. A later one may replace a page of an earlier one. */
const generators: ReadonlyArray<() => void | Promise<void>> = [
  pages,
  writeReference,
  writeOperations,
  writeErrors,
  formatPages,
  writeCode,
  start,
  writeSketches,
  writeTypes,
  bundleRuntime
]

for (const folder of Object.values(folders)) Fs.rmSync(folder, { recursive: true, force: true })
for (const generate of generators) await generate()
