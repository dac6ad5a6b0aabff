/**
 * Runs programs, each twice, one run after the other, on the same simulated services: `node twice.mjs FOLDER…`, compiled
 * together with the programs. What must work in production works the second time as well. Writes what each printed, and
 * why it failed, as JSON.
 */
import * as Effect from "effect/Effect"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"
import { again, close } from "./lasting.ts"

/** What the runs of a program did, as far as they came. */
export interface Run {
  readonly printed: string
  readonly failure: string | null
}

const write = process.stdout.write.bind(process.stdout)
let printed = ""
const keep = (text: string | Uint8Array): boolean => ((printed += String(text)), true)
process.stdout.write = keep
process.stderr.write = keep

const run = async (url: string): Promise<Run> => {
  printed = ""
  try {
    await import(url)
    return { printed, failure: null }
  } catch (error) {
    return { printed, failure: error instanceof Error ? String(error.stack) : String(error) }
  }
}

const home = process.cwd()
const all: Record<string, ReadonlyArray<Run>> = {}
for (const folder of process.argv.slice(2)) {
  process.chdir(Path.join(home, folder))
  const program = pathToFileURL("main.mjs").href
  const first = await run(`${program}?run=1`)
  again()
  all[folder] = first.failure === null ? [first, await run(`${program}?run=2`)] : [first]
  await Effect.runPromise(close())
}
write(JSON.stringify(all))
