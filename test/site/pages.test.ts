/** The pages of the built site, as readers see them. */
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { problemsOf } from "./axe.ts"
import { lacksSite, looks, pictures, useSite } from "./browser.ts"

describe.skipIf(lacksSite)("the site", { concurrent: true }, () => {
  const site = useSite()

  for (const [index, [name, path]] of (
    [
      ["start", "/"],
      ["guide", "/guides/errors/"],
      ["operation", "/operations/forge/issues/list/"],
      ["operations", "/operations/"],
      ["recipe", "/recipes/merge-when-green/"],
      ["reference", "/reference/forge/issues/"]
    ] as const
  ).entries())
    for (const { theme, width } of looks(index))
      it(`shows ${path} at ${width} pixels in ${theme} mode, without complaints`, async () => {
        await using visited = await site.visit(path, { width, theme })
        const { complaints, page } = visited
        if (pictures !== undefined)
          await page.screenshot({
            path: Path.join(pictures, `${name}-${width}-${theme}.png`),
            fullPage: name === "start"
          })
        assert.strictEqual(await page.$eval("html", ({ dataset }) => dataset["theme"]), theme)
        assert.isAtMost(await page.$eval("html", ({ scrollWidth }) => scrollWidth), width)
        assert.deepStrictEqual(await problemsOf(page), [])
        assert.deepStrictEqual(complaints, [])
        assert.deepStrictEqual(visited.foreign(), [])
      })

  it("says that there is no page at an address, with its styles and links, however deep that is", async () => {
    await using visited = await site.visit("/guides/errors/missing/page/")
    const { complaints, page } = visited
    assert.strictEqual(await page.$eval("h1", ({ textContent }) => textContent.trim()), "There is no such page")
    const link = await page.$eval("main p a", (a) => a.getAttribute("href"))
    assert.strictEqual(link, "/guides/")
    assert.deepStrictEqual(await problemsOf(page), [])
    assert.deepStrictEqual(
      complaints.filter((each) => !each.includes("404")),
      []
    )
  })

  it("loads no more than 150 KB for the start page", async () => {
    await using visited = await site.visit("/")
    assert.isAtMost(await visited.bytes(), 150_000)
  })

  it("keeps the theme that a reader has chosen", async () => {
    await using visited = await site.visit("/", { theme: "light" })
    const { page } = visited
    const themeOf = () => page.$eval("html", ({ dataset }) => dataset["theme"])
    await page.select("starlight-theme-select select", "dark")
    assert.strictEqual(await themeOf(), "dark")
    await page.goto(`${site.origin}/guides/errors/`)
    assert.strictEqual(await themeOf(), "dark")
  })

  for (const path of ["/", "/playground/"])
    for (const width of [390, 1000])
      it(`has links to the sections on ${path} at ${width} pixels`, async () => {
        await using visited = await site.visit(path, { width })
        const shown = await visited.page.$$eval(".top-links a", (links) =>
          links.filter((link) => link.checkVisibility()).map(({ textContent }) => textContent.trim())
        )
        assert.deepStrictEqual(shown, ["Guides", "Recipes", "Operations", "Reference", "Playground"])
      })

  it("lists the other operations of a module beside each", async () => {
    await using visited = await site.visit("/operations/forge/issues/list/")
    const { page } = visited
    const links = await page.$$eval("#starlight__sidebar a", (links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute("href"))
    )
    assert.includeMembers(links, ["/operations/forge/issues/create/", "/operations/forge/issues/update/"])
    assert.strictEqual(
      await page.$eval("#starlight__sidebar [aria-current=page]", (link) => link.getAttribute("href")),
      "/operations/forge/issues/list/"
    )
  })

  it("links from each list of names of a weather operation to the page that has all of them", async () => {
    await using visited = await site.visit("/operations/")
    const operations = await visited.page.$$eval('main a[href^="/operations/weather/"]', (links) =>
      links.map((link) => link.getAttribute("href") ?? "")
    )
    const textAt = async (path: string) => {
      const response = await fetch(site.origin + path)
      assert.isTrue(response.ok, path)
      return response.text()
    }
    const linked = new Set<string>()
    for (const path of operations) {
      const html = await textAt(path)
      for (const [, name = "", row = ""] of html.matchAll(/<tr><th scope="row" id="input\.(\w+)">(.*?)<\/tr>/gs)) {
        assert.notInclude(row, "Open&lt;", `${path} ${name}`)
        const [, variables = ""] = /href="(\/variables\/[^"]+)"/.exec(row) ?? []
        if (["hourly", "daily", "current", "minutely_15", "models"].includes(name)) {
          assert.notStrictEqual(variables, "", `${path} ${name}`)
          linked.add(variables)
        }
      }
    }
    assert.include([...linked], "/variables/forecast/#models")
    for (const url of linked) {
      const html = await textAt(url)
      assert.match(html, /<h1[^>]*>\s*Variables of /, url)
      if (url.endsWith("#models")) assert.include(html, 'id="models"', url)
    }
  })

  it("keeps the copy button of a short command beside its text on phones", async () => {
    await using visited = await site.visit("/guides/getting-started/", { width: 390 })
    const overlaps = await visited.page.$$eval("figure.frame:has(.ec-line:only-child)", (figures) =>
      figures.map((figure) => {
        const button = figure.querySelector(".copy button")?.getBoundingClientRect()
        return Array.from(figure.querySelectorAll(".ec-line .code span"), (span) =>
          Array.from(span.getClientRects(), ({ right }) => right)
        )
          .flat()
          .filter((right) => right > (button?.left ?? 0)).length
      })
    )
    assert.isNotEmpty(overlaps)
    assert.deepStrictEqual(
      overlaps.filter((count) => count > 0),
      []
    )
  })

  it("opens programs of the guides in the playground", async () => {
    await using visited = await site.visit("/guides/errors/")
    const link = await visited.page.$eval(".open-in-playground a", (a) => a.getAttribute("href"))
    assert.match(link ?? "", /^\/playground\/#sketch=[\w-]{100,}$/)
  })
})
