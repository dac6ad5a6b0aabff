/** `npm run docs:dev`: the written pages, which are rendered when somebody opens them. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import * as ReadLine from "node:readline"
import type { Browser } from "puppeteer-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { lacksSite, launch, visit, type VisitOptions } from "./browser.ts"

const program = Path.join(import.meta.dirname, "served.ts")

describe.skipIf(lacksSite)("the site that is served while it is written", () => {
  let server: ChildProcess
  let browser: Browser
  let origin: string

  beforeAll(async () => {
    // Astro answers no request in a process of Vitest.
    const { VITEST: _, ...env } = process.env
    server = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] })
    assert.isNotNull(server.stdout)
    for await (const line of ReadLine.createInterface(server.stdout)) {
      const port = /^port (\d+)$/.exec(line)?.[1]
      if (port === undefined) continue
      origin = `http://localhost:${port}`
      break
    }
    browser = await launch()
  })

  afterAll(async () => {
    await browser.close()
    server.kill()
    await once(server, "close")
  })

  const open = (path: string, options?: VisitOptions) => visit(browser, origin + path, options)

  it("has the pages as the build has them, without a complaint", async () => {
    for (const path of ["/", "/guides/errors/", "/operations/forge/issues/get/", "/reference/forge/issues/"]) {
      await using visited = await open(path)
      assert.deepStrictEqual(visited.complaints, [], path)
      assert.deepStrictEqual(visited.foreign(), [], path)
    }
  })

  it("has types in code, and cards on phones", async () => {
    await using visited = await open("/guides/errors/", { width: 390 })
    const { page } = visited
    await page.$eval('[data-types] a[data-type][href="/reference/forge/issues/"]', (link) => link.focus())
    const text = await page.waitForSelector("#type-of-name:popover-open", { visible: true })
    assert.include(await text?.evaluate((box) => box.textContent), "Issues")
    assert.isAbove((await page.$$("table.cards td[data-label]")).length, 0)
  })

  it("has the search", async () => {
    await using visited = await open("/guides/errors/")
    const { complaints, page } = visited
    await page.keyboard.press("/")
    await page.keyboard.type("metrics")
    await page.waitForSelector('site-search [data-query="metrics"] [role=option]')
    const first = await page.$eval("site-search [role=option]", (option) => option.getAttribute("href"))
    assert.strictEqual(first, "/guides/observability/#metrics")
    assert.deepStrictEqual(complaints, [])
  })
})
