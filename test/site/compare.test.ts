/** The comparison of the built site. */
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { problemsOf } from "./axe.ts"
import { lacksSite, pictures, useSite } from "./browser.ts"

describe.skipIf(lacksSite)("Octokit and forgecast, side by side", { concurrent: true }, () => {
  const site = useSite()

  for (const width of [1280, 390])
    it(`shows what each does when a response is lost, at ${width} pixels`, async () => {
      await using visited = await site.visit("/compare/", { width })
      const { complaints, foreign, page, requests } = visited
      const isLoaded = () => requests.some((url) => url.includes("/generated/engine/"))
      assert.isFalse(isLoaded())
      assert.deepStrictEqual(await problemsOf(page), [])
      const end = (side: string) => page.$eval(`#pg-end-${side}`, ({ textContent }) => textContent.trim())
      const caption = (side: string) =>
        page.$eval(`#pg-timeline-${side} .pg-happened`, ({ textContent }) => textContent.trim())
      await page.click("#pg-run")
      await page.waitForFunction(() => document.getElementById("pg-run")?.textContent === "Run both again")
      assert.deepStrictEqual(await Promise.all(["octokit", "forgecast"].map(end)), [
        "Succeeded. The issue has 2 comments.",
        "Succeeded. The issue has 1 comment."
      ])
      await page.waitForSelector("#pg-timeline-forgecast .pg-happened:not([hidden])")
      assert.deepStrictEqual(await Promise.all(["octokit", "forgecast"].map(caption)), [
        "response lost → sent again → 201",
        "response lost → looked → not sent again"
      ])
      if (pictures !== undefined)
        await page.screenshot({ path: Path.join(pictures, `compare-${width}.png`), fullPage: true })
      assert.deepStrictEqual(await problemsOf(page), [])
      assert.isAtMost(await page.$eval("html", ({ scrollWidth }) => scrollWidth), width)
      assert.deepStrictEqual([complaints, foreign()], [[], []])
      await page.click('[data-fault="lost-answer"]')
      await page.click("#pg-run")
      await page.waitForFunction(() => document.getElementById("pg-end-octokit")?.textContent?.includes("1 comment."))
    })

  it("is led to from the start page", async () => {
    await using visited = await site.visit("/")
    assert.isNotNull(await visited.page.$('a[href="/compare/"]'))
  })
})
