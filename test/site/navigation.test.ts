/** Where a reader is, and where it goes on from there. */
import { assert, describe, it } from "vitest"
import { guides } from "../../docs/site/build/sidebar.ts"
import { lacksSite, useSite } from "./browser.ts"

describe.skipIf(lacksSite)("the way", { concurrent: true }, () => {
  const site = useSite()

  for (const path of [
    "/guides/why-forgecast/",
    "/guides/troubleshooting/",
    "/guides/from-openmeteo/",
    "/operations/forge/users/me/",
    "/operations/weather/single-runs/get/",
    "/errors/not-found/",
    "/reference/forge/schema/issue/",
    "/reference/workflow/merge/",
    "/recipes/weather-map/",
    "/variables/single-runs/",
    "/decisions/035-site/",
    "/changelog/"
  ])
    it(`shows the entry of ${path} in the sidebar`, async () => {
      await using visited = await site.visit(path)
      const { page } = visited
      const shown = await page.$$eval("#starlight__sidebar [aria-current=page]", (links) =>
        links.map((link) => {
          const { bottom, top } = link.getBoundingClientRect()
          const list = document.getElementById("starlight__sidebar")?.getBoundingClientRect()
          return {
            href: link.getAttribute("href"),
            isInSight: link.checkVisibility() && top >= (list?.top ?? 0) && bottom <= (list?.bottom ?? 0)
          }
        })
      )
      assert.deepStrictEqual(shown, [{ href: path, isInSight: true }])
    })

  it("keeps that entry in sight on the next page, whatever was scrolled or closed before", async () => {
    await using visited = await site.visit("/guides/why-forgecast/")
    const { page } = visited
    await page.$$eval("#starlight__sidebar details", (groups) => groups.forEach((group) => (group.open = false)))
    await page.$eval("#starlight__sidebar", (list) => list.scrollTo(0, list.scrollHeight))
    await page.goto(`${site.origin}/guides/errors/`)
    const isInSight = await page.waitForFunction(() => {
      const entry = document.querySelector("#starlight__sidebar [aria-current=page]")
      const list = document.getElementById("starlight__sidebar")?.getBoundingClientRect()
      if (entry === null || list === undefined || !entry.checkVisibility()) return false
      const { bottom, top } = entry.getBoundingClientRect()
      return top >= list.top && bottom <= list.bottom
    })
    assert.isTrue(await isInSight.jsonValue())
  })

  for (const [path, trail] of [
    ["/guides/errors/", ["Guides /guides/", "Basics"]],
    ["/operations/forge/issues/list/", ["Operations /operations/", "Issues /operations/forge/issues/"]],
    ["/operations/forge/issues/", ["Operations /operations/"]],
    ["/errors/not-found/", ["Errors /errors/"]],
    ["/reference/forge/schema/issue/", ["Reference /reference/"]],
    ["/recipes/stale-bot/", ["Recipes /recipes/"]],
    ["/guides/", []],
    ["/changelog/", []]
  ] as const)
    it(`says above the title of ${path} where it is`, async () => {
      await using visited = await site.visit(path)
      const steps = await visited.page.$$eval("nav[aria-label=Breadcrumbs] li", (items) =>
        items.map((item) => `${item.textContent.trim()} ${item.querySelector("a")?.getAttribute("href") ?? ""}`.trim())
      )
      assert.deepStrictEqual(steps, [...trail])
    })

  it("goes on from guide to guide in the order of reading, and from operation to operation of a module", async () => {
    await using visited = await site.visit("/guides/getting-started/")
    const { page } = visited
    const linkOf = (rel: string) => page.$eval(`.pagination-links [rel=${rel}]`, (link) => link.getAttribute("href"))
    assert.deepStrictEqual(
      [await linkOf("prev"), await linkOf("next")],
      ["/guides/why-forgecast/", "/guides/from-octokit/"]
    )
    await page.goto(`${site.origin}/operations/forge/issues/list/`)
    assert.deepStrictEqual(
      [await linkOf("prev"), await linkOf("next")],
      ["/operations/forge/issues/get-parent/", "/operations/forge/issues/list-assignees/"]
    )
  })
})

describe("the order of reading", () => {
  const order = Object.values<ReadonlyArray<string>>(guides).flat()

  it("has tests and workflows before cursors and caches, and Octokit's users at the beginning", () => {
    const isBefore = (one: string, other: string) => order.indexOf(one) < order.indexOf(other)
    for (const basic of ["errors", "testing", "workflows"])
      for (const detail of ["pagination", "caching", "rate-limits", "media-types"])
        assert.isTrue(isBefore(basic, detail), `${basic} before ${detail}`)
    assert.isAtMost(order.indexOf("from-octokit"), 2)
  })
})
