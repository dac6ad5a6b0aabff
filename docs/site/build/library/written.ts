/** What has been read of the library, for the steps that follow. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import type { Queue } from "../beside.ts"
import { root } from "../site.ts"
import { library } from "./extract.ts"
import type { Library } from "./model.ts"

const file = Path.resolve(import.meta.dirname, "../../.astro/library.json")

/** Reads the library, which takes seconds. */
export const writeLibrary = async (beside: Queue): Promise<Library> => {
  const modules = await library(beside)
  Fs.mkdirSync(Path.dirname(file), { recursive: true })
  Fs.writeFileSync(file, JSON.stringify([...modules]))
  return modules
}

// The cast is safe: `writeLibrary` has written it.
export const writtenLibrary = (): Library => new Map(JSON.parse(Fs.readFileSync(file, "utf8")) as ReadonlyArray<never>)

export const hasLibrary = (): boolean => Fs.existsSync(file)

/** Whether nothing has changed since, of what is read and of what reads it. */
const isCurrent = (): boolean => {
  const written = Fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = ["package.json", ...Fs.globSync("{src,.build,docs/site/build}/**/*.ts", { cwd: root })]
  return sources.every((source) => Fs.statSync(Path.join(root, source)).mtimeMs < written)
}

/** Reads the library if it has changed. */
export const currentLibrary = async (beside: Queue): Promise<Library> =>
  isCurrent() ? writtenLibrary() : writeLibrary(beside)
