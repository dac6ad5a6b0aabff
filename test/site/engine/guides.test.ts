import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { opensInPlayground } from "../../../docs/site/build/playground.ts"
import * as Snippets from "../../../.build/docs/snippets.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open } from "./browser.ts"

const snippets = Snippets.readAll()

describe.skipIf(lacksBrowser)("programs of the guides in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  it.each(snippets.filter(opensInPlayground))("$page:$line runs", async ({ code }) => {
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
