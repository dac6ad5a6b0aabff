/**
 * `node docs/site/build/main.ts build` makes the site. With `dev`, it serves the site, and follows changes of its pages.
 *
 * Pages are written here, and Astro makes the site of them. What these need later is made in other processes meanwhile.
 */
import * as Fs from "node:fs"
import { setImmediate } from "node:timers/promises"
import { buildSite, serveSite } from "./astro.ts"
import { program, queue } from "./beside.ts"
import { writeErrors } from "./errors.ts"
import { formatPages } from "./format.ts"
import { writeLibrary } from "./library/written.ts"
import { recordCalls } from "./operations/calls.ts"
import { writeOperations } from "./operations.ts"
import { pages } from "./pages.ts"
import { writeReference } from "./reference.ts"
import { folders } from "./site.ts"

/** In this order. A later one may replace a page of an earlier one. */
const generators: ReadonlyArray<() => void | Promise<void>> = [
  pages,
  writeReference,
  writeOperations,
  writeErrors,
  formatPages
]

// The compiler collects garbage less often: there is more memory than time.
process.env["GOGC"] ??= "400"

const isBuild = process.argv[2] !== "dev"

for (const folder of Object.values(folders)) Fs.rmSync(folder, { recursive: true, force: true })
const beside = queue()
void beside(recordCalls)
void beside(() => program("start.ts"))
const bundles = beside(() => program("runtime.ts"))
// Reading the library blocks this process, so the first of the others starts before.
await setImmediate()
await writeLibrary()
const files = beside(() => program("types.ts"))
for (const generate of generators) await generate()
const code = beside(() => program("code.ts"))
if (isBuild) {
  await buildSite({
    // The client's files are among what the site serves as it is.
    synced: async () => {
      await Promise.all([bundles, files])
    },
    rendered: () => code
  })
} else {
  await code
  await serveSite()
}
