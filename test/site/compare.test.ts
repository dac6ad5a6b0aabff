/** The comparison of the built site. */
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { problemsOf } from "./axe.ts"
import { lacksSite, pictures, useSite } from "./browser.ts"

const combinations = ["lost-answer", "rate-limit", "outage"].reduce<ReadonlyArray<ReadonlyArray<string>>>(
  (all, fault) => [...all, ...all.map((each) => [...each, fault])],
  [[]]
)

interface Row {
  readonly request: string
  readonly status: string
}

/** What a reader of the rows would say: each in a word or two, from the first that went wrong. */
const summaryOf = (rows: ReadonlyArray<Row>): string => {
  const first = rows.findIndex(({ status }) => /^(lost|[45]..)$/.test(status))
  if (first === -1) return ""
  const words = rows.slice(first).flatMap(({ request, status }, index): ReadonlyArray<string> => {
    const [, waited] = /^Waited (.+?) (?:until|before)/.exec(request) ?? []
    if (waited !== undefined) return waited.endsWith(" ms") ? [] : [`waited ${waited}`]
    const isRead = request.startsWith("GET")
    const said = status === "lost" ? "response lost" : status === "403" ? "rate limit" : status
    if (index === 0) return [said]
    return [isRead ? "looked" : "sent again", ...(isRead && status === "200" ? [] : [said])]
  })
  // The pages of a look are one look.
  const told = words.filter((word, index) => word !== "looked" || words[index + 1] !== "looked")
  // A refusal is an end that says itself.
  const { request = "", status } = rows.at(-1) ?? {}
  const isLeft = status === "lost" || request.startsWith("GET")
  return [...told, ...(isLeft ? ["not sent again"] : [])].join(" → ")
}

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

  for (const faults of combinations)
    it(`sums up every row with ${faults.join(" and ") || "no fault"}`, async () => {
      await using visited = await site.visit("/compare/")
      const { page } = visited
      await page.click('[data-fault="lost-answer"]')
      for (const fault of faults) await page.click(`[data-fault="${fault}"]`)
      await page.click("#pg-run")
      await page.waitForFunction(() => document.getElementById("pg-run")?.textContent === "Run both again")
      for (const side of ["octokit", "forgecast"]) {
        const panel = `#pg-timeline-${side}`
        if (faults.length > 0) await page.waitForSelector(`${panel} .pg-happened:not([hidden])`)
        const rows = await page.$$eval(`${panel} .pg-row`, (all) =>
          all.map((row) => ({
            request: row.querySelector(".pg-request")?.textContent ?? "",
            status: row.querySelector(".pg-status")?.textContent ?? ""
          }))
        )
        const caption = await page.$eval(`${panel} .pg-happened`, ({ textContent }) => textContent)
        assert.strictEqual(caption, summaryOf(rows), side)
      }
    })

  it.each([
    "/",
    "/benchmarks/",
    "/guides/",
    "/guides/from-octokit/",
    "/guides/from-probot/",
    "/guides/why-forgecast/",
    "/octokit/"
  ])("is led to from %s", async (path) => {
    const html = await (await fetch(site.origin + path)).text()
    assert.match(html, /<main\b.*<a\b[^>]* href="\/compare\/".*<\/main>/s)
  })
})
