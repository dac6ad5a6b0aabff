import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { opensInPlayground } from "../../../docs/site/build/playground.ts"
import * as Snippets from "../../../.build/docs/snippets.ts"
import { files } from "../../../docs/site/build/runtime.ts"
import { sampled } from "../../depth.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open } from "./browser.ts"

const snippets = Snippets.readAll()

const opening = snippets.filter(opensInPlayground)

// The engine is asked for some of them only, and each runs on Node in test/docs.
it("has the modules of all programs that open in it", () => {
  const modules = files()
  const missing = opening.flatMap(({ code, line, page }) =>
    Array.from(code.matchAll(/\b(?:from|import) "([^"]+)"/g), ([, specifier = ""]) => specifier)
      .filter((specifier) => !modules.has(specifier))
      .map((specifier) => `${page}:${line} imports ${specifier}`)
  )
  assert.deepStrictEqual(missing, [])
})

describe.skipIf(lacksBrowser)("programs of the guides in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  it.each(sampled(opening))("$page:$line runs", async ({ code }) => {
    const { outcome, text } = await host.run(code)
    // Some declare what others run.
    assert.include(["success", "nothing"], outcome, text)
    assert.deepStrictEqual(host.foreign, [])
  })

  it.each(snippets.filter((snippet) => snippet.run && !opensInPlayground(snippet)))(
    "$page:$line says what it lacks",
    async ({ code }) => {
      const { outcome, text } = await host.run(code)
      assert.strictEqual(outcome, "failure")
      assert.match(text, /needs Node|effect and forgecast only/)
    }
  )
})
