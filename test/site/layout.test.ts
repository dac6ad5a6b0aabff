/** Whether all of a page can be seen, on phones and beside the sidebars. */
import * as Path from "node:path"
import type { Page } from "puppeteer-core"
import { assert, describe, it } from "vitest"
import { problemsOf } from "./axe.ts"
import { lacksSite, pictures, useSite, viewportOf } from "./browser.ts"

/** A page of each kind. */
const kinds = [
  ["guide", "/guides/errors/"],
  ["guide-rows", "/guides/troubleshooting/"],
  ["error", "/errors/not-found/"],
  ["operation", "/operations/forge/pull-requests/merge/"],
  ["operation-weather", "/operations/weather/forecast/get/"],
  ["reference", "/reference/workflow/merge/"],
  ["record", "/reference/forge/schema/issue/"],
  ["recipe", "/recipes/merge-when-green/"],
  ["variables", "/variables/forecast/"],
  ["octokit", "/octokit/"],
  ["benchmarks", "/benchmarks/"]
] as const

/** The cells that are not in sight, or only after scrolling. */
const hiddenCells = (page: Page): Promise<ReadonlyArray<string>> =>
  page.$$eval("main table", (tables) =>
    tables.flatMap((table) => {
      const { left, right } = table.getBoundingClientRect()
      const cells = [...table.querySelectorAll("tbody :is(th, td)")].filter((cell) => cell.checkVisibility())
      const isHidden = (cell: Element) => {
        const box = cell.getBoundingClientRect()
        return box.right > Math.min(right, innerWidth) + 1 || box.left < Math.max(left, 0) - 1
      }
      const hidden = cells.filter(isHidden).map(({ textContent }) => textContent.slice(0, 40))
      return table.scrollWidth > table.clientWidth + 1 ? [`scrolls: ${table.textContent.slice(0, 60)}`] : hidden
    })
  )

describe.skipIf(lacksSite)("a page", { concurrent: true }, () => {
  const site = useSite()

  for (const [name, path] of kinds)
    it(`has no column out of sight at 390, 768 and 1280 pixels: ${path}`, async () => {
      await using visited = await site.visit(path)
      const { page } = visited
      for (const width of [1280, 768, 390]) {
        await page.setViewport(viewportOf(width))
        // Also those that a click shows.
        await page.$$eval("main details", (all) => all.forEach((each) => (each.open = true)))
        if (pictures !== undefined) await page.screenshot({ path: Path.join(pictures, `layout-${name}-${width}.png`) })
        assert.deepStrictEqual(await hiddenCells(page), [], `at ${width} pixels`)
        assert.isAtMost(await page.$eval("html", ({ scrollWidth }) => scrollWidth), width)
      }
    })

  for (const path of ["/", "/guides/errors/", "/operations/forge/issues/list/", "/reference/workflow/merge/"])
    for (const width of [390, 1280])
      it(`moves nothing while it is loaded by a slow machine, at ${width} pixels: ${path}`, async () => {
        await using visited = await site.visit("/404.html", { width })
        const { page } = visited
        await page.emulateCPUThrottling(4)
        await page.evaluateOnNewDocument(() => {
          const shifts: Array<number> = []
          Object.assign(window, { shifts })
          new PerformanceObserver((list) => {
            // The types of the page do not have these entries.
            for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
          }).observe({ type: "layout-shift", buffered: true })
        })
        await page.goto(site.origin + path, { waitUntil: "networkidle0" })
        const shifts = await page.evaluate(() => (window as Window & { shifts?: ReadonlyArray<number> }).shifts)
        assert.isAtMost(shifts?.reduce((sum, value) => sum + value, 0) ?? 1, 0.01)
      })

  it("says the columns of a row on phones", async () => {
    await using visited = await site.visit("/guides/troubleshooting/", { width: 390 })
    const labels = await visited.page.$$eval("main table tr:nth-child(1) td", (cells) =>
      cells.slice(0, 3).map((cell) => getComputedStyle(cell, "::before").content)
    )
    assert.deepStrictEqual(labels, ["none", '"cause"', '"what to do"'])
  })

  it("has code that fits beside the sidebars, but for what cannot be broken", async () => {
    const wide: Array<string> = []
    let count = 0
    for (const path of ["errors", "testing", "workflows", "weather", "policies-and-layers", "from-octokit"]) {
      await using visited = await site.visit(`/guides/${path}/`)
      const widths = await visited.page.$$eval("main pre[data-language=ts]", (blocks) =>
        blocks.map(({ clientWidth, scrollWidth, textContent }) => ({
          text: textContent,
          isWide: scrollWidth > clientWidth
        }))
      )
      count += widths.length
      wide.push(...widths.filter(({ isWide }) => isWide).map(({ text }) => `${path}: ${text.slice(0, 80)}`))
    }
    assert.isAbove(count, 40)
    assert.isAtMost(wide.length, Math.floor(count / 10), wide.join("\n"))
  })

  for (const width of [390, 1280])
    it(`has no text below a copy button at ${width} pixels`, async () => {
      await using visited = await site.visit("/guides/testing/", { width })
      const covered = await visited.page.$$eval("figure.frame", (figures) =>
        figures.flatMap((figure) => {
          const button = figure.querySelector(".copy button")?.getBoundingClientRect()
          const code = figure.querySelector("pre")?.getBoundingClientRect()
          if (button === undefined || code === undefined) return []
          const isUnder = ({ bottom, left, right, top }: DOMRect) =>
            Math.min(right, code.right) > button.left &&
            left < button.right &&
            bottom > button.top &&
            top < button.bottom
          return Array.from(figure.querySelectorAll(".ec-line .code span"))
            .filter((span) => [...span.getClientRects()].some(isUnder))
            .map(({ textContent }) => textContent)
        })
      )
      assert.deepStrictEqual(covered, [])
    })

  it("shows one of the tabs of an example, by keyboard too, and all of them in print", async () => {
    await using visited = await site.visit("/operations/forge/pull-requests/merge/")
    const { complaints, page } = visited
    const shown = () =>
      page.$$eval(".tabs .panel", (panels) =>
        panels.filter((panel) => panel.checkVisibility()).map((panel) => panel.getAttribute("aria-label"))
      )
    assert.deepStrictEqual(await shown(), ["Program"])
    await page.focus("#tab-program")
    await page.keyboard.press("ArrowRight")
    assert.deepStrictEqual(await shown(), ["Test"])
    await page.click('label[for="tab-curl"]')
    assert.deepStrictEqual(await shown(), ["curl"])
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.emulateMediaType("print")
    assert.deepStrictEqual(await shown(), ["Program", "Test", "Octokit", "curl"])
    assert.isFalse(await page.$eval("#starlight__sidebar", (sidebar) => sidebar.checkVisibility()))
    assert.deepStrictEqual(complaints, [])
  })

  it("leads to a field by its anchor", async () => {
    await using visited = await site.visit("/operations/forge/issues/list/#input.labels")
    const { page } = visited
    assert.strictEqual(await page.$eval(":target", ({ textContent }) => textContent), "labels?")
    const top = await page.$eval(":target", (field) => field.getBoundingClientRect().top)
    assert.isBelow(top, 800)
  })
})

describe.skipIf(lacksSite)("the hero of the start page", { concurrent: true }, () => {
  const site = useSite()

  it("shows a write whose response was lost: looked for, and not sent again", async () => {
    await using visited = await site.visit("/")
    const { page } = visited
    const shown = () =>
      page.$$eval(".fault-run", (runs) =>
        runs
          .filter((run) => run.checkVisibility({ visibilityProperty: true }))
          .map((run) => ({
            rows: Array.from(run.querySelectorAll("li"), (row) =>
              [".says", ".request", ".outcome"].map((part) => row.querySelector(part)?.textContent.trim()).join(" ")
            ),
            caption: run.querySelector(".caption")?.textContent
          }))
      )
    assert.deepStrictEqual(await shown(), [
      {
        rows: ["sends POST /issues/1/comments lost", "looks GET /issues/1/comments 200"],
        caption: "response lost → looked → found → not sent again"
      }
    ])
    const height = await page.$eval("main", ({ scrollHeight }) => scrollHeight)
    await page.click('.faults label[for="fault-0"]')
    assert.deepStrictEqual(await shown(), [{ rows: ["sends POST /issues/1/comments 201"], caption: "sent → written" }])
    await page.click('.faults label[for="fault-2"]')
    assert.deepStrictEqual(
      (await shown()).map(({ rows }) => rows),
      [["sends POST /issues/1/comments 403", "sends again POST /issues/1/comments 201"]]
    )
    // Nothing below it moves.
    assert.strictEqual(await page.$eval("main", ({ scrollHeight }) => scrollHeight), height)
    assert.deepStrictEqual(visited.complaints, [])
  })

  it("is above the fold", async () => {
    await using visited = await site.visit("/")
    const bottom = await visited.page.$eval(".faults .caption", (caption) => caption.getBoundingClientRect().bottom)
    assert.isAtMost(bottom, 800)
  })

  it("has six claims, each with a proof that a click opens", async () => {
    await using visited = await site.visit("/")
    const proofs = await visited.page.$$eval(".start .proof a", (links) =>
      links.map((link) => link.getAttribute("href"))
    )
    assert.strictEqual(proofs.length, 6)
    for (const proof of proofs) {
      const response = await fetch(site.origin + (proof ?? ""))
      assert.strictEqual(response.status, 200, proof ?? "")
    }
  })
})
