/** The search of the built site, by the keyboard alone. */
import * as Path from "node:path"
import type { Page } from "puppeteer-core"
import { assert, describe, it } from "vitest"
import { problemsOf } from "./axe.ts"
import { lacksSite, looks, pictures, useSite } from "./browser.ts"

describe.skipIf(lacksSite)("the search", { concurrent: true }, () => {
  const site = useSite()

  const search = async (page: Page, words: string): Promise<ReadonlyArray<string>> => {
    await page.keyboard.press("/")
    await page.keyboard.type(words)
    await page.waitForSelector(`site-search [data-query="${words}"]`)
    return page.$$eval("site-search [role=option]", (options) =>
      options.map((option) => option.getAttribute("href") ?? "")
    )
  }

  it("is loaded at its first use, and opens a hit", async () => {
    await using visited = await site.visit("/")
    const { complaints, foreign, page, requests } = visited
    assert.isFalse(requests.some((url) => url.includes("/search/")))
    assert.strictEqual((await search(page, "metrics"))[0], "/guides/observability/#metrics")
    await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")])
    assert.strictEqual(page.url(), `${site.origin}/guides/observability/#metrics`)
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(foreign(), [])
  })

  for (const [words, hit] of [
    ["Issues.list", "/operations/forge/issues/list/"],
    ["RateLimited", "/errors/rate-limited/"],
    ["whenGreen", "/guides/workflows/#merge-when-green"],
    ["rate limi", "/guides/rate-limits/"],
    ["observabilty", "/guides/observability/"],
    ["sha mismatch", "/operations/forge/contents/put/"],
    ["rate limit", "/guides/rate-limits/"]
  ] as const)
    it(`finds ${words}`, async () => {
      await using visited = await site.visit("/guides/errors/")
      const hits = await search(visited.page, words)
      assert.include(hits.slice(0, 3), hit)
    })

  it("loads at most 150 KB before its first answer", async () => {
    await using visited = await site.visit("/guides/errors/")
    const { page } = visited
    // The files that follow the first answer wait, so they are not counted.
    await page.setRequestInterception(true)
    page.on("request", (request) => {
      if (!/\/search\/(?!titles)/.test(request.url())) void request.continue()
    })
    const before = await visited.bytes()
    await page.keyboard.press("/")
    await page.keyboard.type("caching")
    await page.waitForSelector('site-search [data-answered="caching"] [role=option]')
    assert.strictEqual(
      await page.$eval("site-search [role=option]", (option) => option.getAttribute("href")),
      "/guides/caching/"
    )
    assert.isAtMost((await visited.bytes()) - before, 150_000)
  })

  it("shows the text around its words", async () => {
    await using visited = await site.visit("/guides/errors/")
    const { page } = visited
    await search(page, "preflight")
    await page.waitForFunction(() => document.querySelector("site-search .excerpt mark") !== null)
    assert.include(await page.$eval("site-search .excerpt:has(mark)", ({ textContent }) => textContent), "preflight")
  })

  for (const width of [1280, 390])
    it(`shows code within lines as code, and cuts no text inside a word, at ${width} pixels`, async () => {
      await using visited = await site.visit("/guides/errors/", { width })
      const { page } = visited
      await search(page, "onSecondaryRateLimit")
      await page.waitForFunction(() => document.querySelector("site-search .excerpt code mark") !== null)
      const shown = await page.$$eval("site-search .excerpt", (all) =>
        all.map((each) => ({
          code: [...each.querySelectorAll("code")].map(({ textContent }) => textContent),
          text: each.textContent,
          isCut: each.scrollWidth > each.clientWidth || getComputedStyle(each).textOverflow === "ellipsis"
        }))
      )
      assert.include(
        shown.flatMap(({ code }) => code),
        "onSecondaryRateLimit"
      )
      for (const { isCut, text } of shown) {
        assert.isFalse(isCut, text)
        assert.notMatch(text, /\p{Private_Use}/u)
      }
    })

  it("shows the kind of a hit", async () => {
    await using visited = await site.visit("/")
    const { page } = visited
    await search(page, "Issues.list")
    assert.strictEqual(
      await page.$eval("site-search [role=option] .kind", ({ textContent }) => textContent),
      "Operation"
    )
  })

  it("says that it finds nothing", async () => {
    await using visited = await site.visit("/")
    const { page } = visited
    assert.deepStrictEqual(await search(page, "xylophone"), [])
    assert.match(await page.$eval("site-search [role=status]", ({ textContent }) => textContent ?? ""), /^No results/)
  })

  it("moves through the results with the arrows, and ends with Escape", async () => {
    await using visited = await site.visit("/")
    const { page } = visited
    await search(page, "issues")
    const chosen = () =>
      page.$eval("site-search input", (input) => [
        input.getAttribute("aria-activedescendant"),
        document.querySelector("site-search [aria-selected=true]")?.id
      ])
    assert.deepStrictEqual(await chosen(), ["hit-0", "hit-0"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    assert.deepStrictEqual(await chosen(), ["hit-2", "hit-2"])
    await page.keyboard.press("ArrowUp")
    assert.deepStrictEqual(await chosen(), ["hit-1", "hit-1"])
    await page.keyboard.press("Escape")
    assert.isFalse(await page.$eval("site-search dialog", ({ open }) => open))
  })

  for (const { theme, width } of looks(0))
    it(`is accessible at ${width} pixels in ${theme} mode`, async () => {
      await using visited = await site.visit("/guides/errors/", { width, theme })
      const { page } = visited
      await search(page, "rate limit")
      if (pictures !== undefined) await page.screenshot({ path: Path.join(pictures, `search-${width}-${theme}.png`) })
      assert.deepStrictEqual(await problemsOf(page), [])
    })
})
