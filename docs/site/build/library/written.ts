/** What has been read of the library, for the steps that follow. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { library } from "./extract.ts"
import type { Library } from "./model.ts"

const file = Path.resolve(import.meta.dirname, "../../.astro/library.json")

export const writeLibrary = async (): Promise<void> => {
  const modules = await library()
  Fs.mkdirSync(Path.dirname(file), { recursive: true })
  Fs.writeFileSync(file, JSON.stringify([...modules]))
}

// The cast is safe: the build has written it.
export const writtenLibrary = (): Library => new Map(JSON.parse(Fs.readFileSync(file, "utf8")) as ReadonlyArray<never>)
