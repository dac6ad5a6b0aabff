/** The recipes in the playground's engine, as a visitor runs them. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { FaultName, Sketch } from "../../../docs/site/src/playground/protocol.ts"
import { type Host, lacksBrowser, open } from "./browser.ts"

const directory = Path.resolve(import.meta.dirname, "../../../docs/recipes")

const names = Fs.globSync("*/program.ts", { cwd: directory })
  .map((file) => Path.dirname(file))
  .toSorted()

const read = (name: string, file: string): string | undefined => {
  const path = Path.join(directory, name, file)
  return Fs.existsSync(path) ? Fs.readFileSync(path, "utf8") : undefined
}

const sketchOf = (name: string): Sketch => {
  const [program = "", forge, weather] = ["program.ts", "forge.json", "weather.json"].map((file) => read(name, file))
  return { program, ...(forge !== undefined && { forge }), ...(weather !== undefined && { weather }) }
}

describe.skipIf(lacksBrowser)("a recipe in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  const succeeds = async (name: string, faults: ReadonlyArray<FaultName>) => {
    const { entries, outcome, text } = await host.run(sketchOf(name), { speed: 3_600, faults })
    assert.strictEqual(outcome, "success", text)
    assert.isNotEmpty(entries)
  }

  it.each(names)("runs: %s", (name) => succeeds(name, []))

  it.each(names)("survives a lost answer: %s", (name) => succeeds(name, ["lost-answer"]))
})
