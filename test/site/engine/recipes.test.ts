/** The recipes in the playground's engine, as a visitor runs them. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { recipes } from "../../../docs/site/build/recipes.ts"
import type { FaultName, Sketch } from "../../../docs/site/src/playground/protocol.ts"
import { sampled } from "../../depth.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open } from "./browser.ts"

describe.skipIf(lacksBrowser)("a recipe in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  const succeeds = async (sketch: Sketch, faults: ReadonlyArray<FaultName>) => {
    const { entries, outcome, text } = await host.run(sketch, { speed: 3_600, faults })
    assert.strictEqual(outcome, "success", text)
    assert.isNotEmpty(entries)
  }

  it.each(sampled([...recipes]))("runs: %s", (_, sketch) => succeeds(sketch, []))

  it.each([...recipes])("survives a lost answer: %s", (_, sketch) => succeeds(sketch, ["lost-answer"]))
})
