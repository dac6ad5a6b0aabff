/** What pages do in Firefox, whose engine is another one. */
import { assert, describe, it } from "vitest"
import { lacksFirefox, lacksPages, useSite } from "./browser.ts"
import { playground } from "./playground.ts"

describe.skipIf(lacksFirefox || lacksPages)("Firefox", () => {
  const site = useSite("firefox")

  it.each([
    "/",
    "/guides/errors/",
    "/operations/forge/issues/get/",
    "/reference/rest/retry/",
    "/playground/",
    "/compare/"
  ])("shows %s without a complaint, and asks nobody else", async (path) => {
    await using visited = await site.visit(path)
    const { complaints, foreign, page } = visited
    assert.isNotEmpty(await page.$eval("h1", ({ textContent }) => textContent.trim()))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.isAtMost(overflow, 0)
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(foreign(), [])
  })

  it("runs the program of the playground, and shows its requests", async () => {
    await using visited = await site.visit("/playground/")
    const { complaints, page } = visited
    const { hurry, run } = playground(page)
    await hurry()
    assert.strictEqual(await run(), "success")
    await page.waitForSelector(".pg-row-request")
    assert.deepStrictEqual(complaints, [])
  })

  it("shows the type of a name that the pointer is over", async () => {
    await using visited = await site.visit("/guides/errors/")
    const { page } = visited
    await page.hover("[data-types] [data-type]")
    const shown = await page.waitForSelector("[role=tooltip]")
    assert.isNotEmpty(await shown?.evaluate(({ textContent }) => textContent.trim()))
  })

  it("finds the page of an operation", async () => {
    await using visited = await site.visit("/")
    const { page } = visited
    await page.keyboard.press("/")
    await page.waitForSelector("dialog[open] input")
    await page.keyboard.type("Issues.get")
    const found = await page.waitForSelector('dialog[open] a[href="/operations/forge/issues/get/"]')
    assert.include(await found?.evaluate(({ textContent }) => textContent), "Issues.get")
  })
})
