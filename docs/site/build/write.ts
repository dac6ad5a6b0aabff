/**
 * Writes what Astro makes the site of: its pages, which are written here, and data and files, most of which other processes
 * write meanwhile. `node docs/site/build/write.ts` renews them for a site that is served.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { program, type Queue, queue } from "./beside.ts"
import { writeErrors } from "./errors.ts"
import { formatPage } from "./format.ts"
import type { Library } from "./library/model.ts"
import { currentLibrary } from "./library/written.ts"
import { recordCalls } from "./operations/calls.ts"
import { writeOperations } from "./operations.ts"
import { pages } from "./pages.ts"
import { writeReference } from "./reference.ts"
import { writeDraft } from "./searchDraft.ts"
import { folders, writePages } from "./site.ts"

/** In this order. A later one may replace a page of an earlier one. */
const generators: ReadonlyArray<(library: Library) => void | Promise<void>> = [
  pages,
  writeReference,
  writeOperations,
  writeErrors
]

/** What other processes still write when the pages are written. */
export interface Rest {
  /** What programs import in the playground. */
  readonly bundles: Promise<void>
  /** What the pages say of names in their code. */
  readonly code: Promise<void>
  /** What the editor of the playground knows of types. */
  readonly types: Promise<void>
}

export const writeSite = async (read: (beside: Queue) => Promise<Library>): Promise<Rest> => {
  const beside = queue()
  // First the declarations, without which nothing can be read.
  const reading = read(beside)
  void beside(recordCalls)
  void beside(() => program("start.ts"))
  const bundles = beside(() => program("runtime.ts"))
  const library = await reading
  for (const generate of generators) await generate(library)
  const written = await writePages(formatPage)
  for (const file of Fs.globSync("**/*.md", { cwd: folders.pages }))
    if (!written.has(file.replaceAll("\\", "/"))) Fs.rmSync(Path.join(folders.pages, file))
  const code = beside(() => program("code.ts"))
  return { bundles, code, types: beside(() => program("types.ts")) }
}

if (import.meta.main) {
  const { bundles, code, types } = await writeSite(currentLibrary)
  await writeDraft()
  await Promise.all([bundles, code, types])
}
