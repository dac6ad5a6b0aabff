/**
 * Serves the site from what was written before, so that its first page is there soon. Another process writes it again then,
 * and after each change of a source.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { setTimeout } from "node:timers/promises"
import type { AstroIntegration } from "astro"
import { astro, site } from "./astro.ts"
import { program } from "./beside.ts"
import type { Library } from "./library/model.ts"
import { readSidebar } from "./sidebar.ts"
import { folders, root, urlOf, writeData, writePages } from "./site.ts"

/** Guides and recipes, which need little of the library. */
const writeDocuments = async (): Promise<void> => {
  // Loading these takes a second, which a server that has its pages does not have to wait for.
  const [{ formatPage }, { hasLibrary, writtenLibrary }, { pages }] = await Promise.all([
    import("./format.ts"),
    import("./library/written.ts"),
    import("./pages.ts")
  ])
  const library: Library = hasLibrary() ? writtenLibrary() : new Map()
  await pages(library)
  await writePages(formatPage)
}

/** What a site needs that has not been written yet. */
const writeFirst = async (): Promise<void> => {
  for (const name of ["errors", "siblings"]) writeData(name, {})
  for (const name of ["operations", "reference"]) writeData(name, [])
  await Promise.all([program("start.ts"), writeDocuments()])
}

/** What a served site has of the steps that follow a build: cards, types in code, and the search. */
const finish: AstroIntegration = {
  name: "forgecast-served",
  hooks: {
    "astro:config:setup": ({ addMiddleware }) =>
      addMiddleware({ order: "pre", entrypoint: new URL("servedPages.ts", import.meta.url) })
  }
}

/** Serves what is there. Once its first page has been made, all are soon. */
export const serve = async () => {
  const loaded = astro()
  if (!Fs.existsSync(folders.pages)) await writeFirst()
  const { dev } = await loaded
  const server = await dev({ ...site, integrations: [finish] })
  await fetch(`http://localhost:${server.address.port}${urlOf("")}`)
  return server
}

/**
 * Does it soon after it was asked, as one change is reported several times, and once more if it was asked meanwhile. A failure
 * is printed: the next change may mend it.
 */
const again = (work: () => Promise<void>): (() => void) => {
  let running = false
  let asked = false
  const run = async (): Promise<void> => {
    asked = true
    if (running) return
    running = true
    while (asked) {
      await setTimeout(100)
      asked = false
      await work().catch((error: unknown) => console.error(String(error)))
    }
    running = false
  }
  return () => void run()
}

/** Serves the site, and follows changes of what it is made of. */
export const serveSite = async (): Promise<void> => {
  let server = await serve()
  const renewDocuments = again(writeDocuments)
  const renewAll = again(async () => {
    // A server reads it when it starts.
    const before = JSON.stringify(readSidebar())
    await program("write.ts")
    // What it has written may be older than a document that has changed meanwhile.
    renewDocuments()
    if (JSON.stringify(readSidebar()) === before) return
    await server.stop()
    server = await serve()
  })
  renewAll()
  const follow = (folder: string, renew: () => void): void => {
    Fs.watch(Path.join(root, folder), { recursive: true }, renew)
  }
  follow("src", renewAll)
  for (const document of Fs.globSync(["*.md", "docs/*"], { cwd: root }))
    if (document !== Path.join("docs", "site")) follow(document, renewDocuments)
}
