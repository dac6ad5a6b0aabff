/**
 * Runs programs as somebody who copies them: each is a file, which is started with nothing but the simulated service that
 * its page names. `node --import byName.ts copied.ts FOLDER` runs all programs of a folder, one after the other, and
 * writes what each has printed.
 */
import * as Effect from "effect/Effect"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { format } from "node:util"
import { pathToFileURL } from "node:url"
import { now } from "../../../docs/examples/operations/index.ts"
import { dateBy, ProgramClock } from "../../../docs/site/src/playground/engine/clock.ts"
import { makeFetch } from "../../../docs/site/src/playground/engine/fetch.ts"
import { seedsOf } from "../../../docs/site/src/playground/engine/seeds.ts"
import { Simulators } from "../../../docs/site/src/playground/engine/simulators.ts"
import { makeWeather } from "../../../docs/site/src/playground/engine/weather.ts"
import type { Sketch } from "../../../docs/site/src/playground/protocol.ts"

/** A program of a folder: `NAME.ts`, and what it runs on in `NAME.json`. */
export interface Copied {
  /** What it has printed, or the error that it ended with. */
  readonly output: string
  readonly failed: boolean
}

const [folder = ""] = process.argv.slice(2)

/** The time stands still: what is printed may name it. */
const clock = new ProgramClock(Date.parse(now), 0, {
  now: () => 0,
  start: () => undefined,
  stop: () => {},
  isBusy: () => false
})

/** One for all, as a process reads its environment once. */
const token = "a-token"

Object.assign(process.env, { GITHUB_TOKEN: token })
Object.assign(globalThis, { Date: dateBy(clock) })

const run = async (name: string): Promise<Copied> => {
  // The cast is safe: the test has written it.
  const sketch = JSON.parse(Fs.readFileSync(Path.join(folder, `${name}.json`), "utf8")) as Sketch
  const { forge, weather } = seedsOf(sketch)
  const [bearer = "ada"] = Object.values(forge.tokens ?? {})
  const simulators = new Simulators([], clock)
  const services = Effect.all([
    simulators.service({ ...forge, tokens: { [token]: bearer } }),
    makeWeather(simulators, () => Effect.void).service(weather)
  ])
  const lines: Array<string> = []
  Object.assign(console, { log: (...values: ReadonlyArray<unknown>) => lines.push(format(...values)) })
  Object.assign(globalThis, {
    fetch: makeFetch(services, (effect, signal) => Effect.runPromise(effect, signal && { signal }))
  })
  try {
    await import(pathToFileURL(Path.join(folder, `${name}.ts`)).href)
    return { output: lines.join("\n").trimEnd(), failed: false }
  } catch (error) {
    return { output: String(error), failed: true }
  }
}

const names = Fs.readdirSync(folder).flatMap((file) => (file.endsWith(".ts") ? [file.slice(0, -".ts".length)] : []))
const results: Record<string, Copied> = {}
for (const name of names) results[name] = await run(name)
Fs.writeFileSync(Path.join(folder, "results"), JSON.stringify(results))
