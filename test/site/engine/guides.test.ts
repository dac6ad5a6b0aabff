import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { runsInPlayground } from "../../../docs/site/build/playground.ts"
import * as Snippets from "../../../.build/docs/snippets.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open } from "./browser.ts"

const programs = Snippets.readAll().filter(({ run }) => run)

describe.skipIf(lacksBrowser)("programs of the guides in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  it.each(programs.filter(({ code }) => runsInPlayground(code)))("$page:$line runs", async ({ code }) => {
    const { outcome, text } = await host.run(code)
    // Some declare what others run.
    assert.include(["success", "nothing"], outcome, text)
    assert.deepStrictEqual(host.foreign, [])
  })

  it.each(programs.filter(({ code }) => !runsInPlayground(code)))(
    "$page:$line says what it lacks",
    async ({ code }) => {
      const { outcome, text } = await host.run(code)
      assert.strictEqual(outcome, "failure")
      assert.match(text, /needs Node|effect and forgecast only/)
    }
  )
})
