/** What the playground of the built site begins with, and the examples that it opens. */
import { assert, describe, it } from "vitest"
import { groupOf, headingBefore } from "../../docs/site/build/sketches.ts"
import { lacksSite, useSite } from "./browser.ts"
import { playground } from "./playground.ts"

describe("the examples of the playground", () => {
  it("are in the groups of their guides", () => {
    assert.strictEqual(groupOf("getting-started"), "First steps")
    assert.strictEqual(groupOf("weather-series"), "Weather")
    assert.strictEqual(groupOf("capacity"), "Production")
  })

  it("have the last heading as their title, which a comment of a shell is not", () => {
    const markdown = "# Page\n\n## One `two`\n\n```sh\n# wrote a.ts\n```\n\n```ts run\n```\n"
    assert.strictEqual(headingBefore("a.md", markdown, 9), "One two")
    assert.strictEqual(headingBefore("a.md", "```ts run\n```\n", 1), "Program")
  })
})

describe.skipIf(lacksSite)("the playground, at first", { concurrent: true }, () => {
  const site = useSite()

  it("begins with a program of a few lines, which prints an issue", async () => {
    await using visited = await site.visit("/playground/")
    const { printed, program, rows, run } = playground(visited.page)
    assert.isAtMost((await program()).trim().split("\n").length, 10)
    assert.strictEqual(await run(), "success")
    assert.include((await printed()).join("\n"), "Count to two, by ada")
    assert.deepStrictEqual(
      (await rows()).map(({ request, status }) => `${request} ${status}`),
      ["GET /repos/acme/web/issues/1 200"]
    )
    assert.deepStrictEqual([visited.complaints, visited.foreign()], [[], []])
  })

  it("has its examples in groups, the first steps first", async () => {
    await using visited = await site.visit("/playground/")
    const { page } = visited
    await page.waitForSelector("#pg-example optgroup")
    const groups = await page.$$eval("#pg-example optgroup", (all) => all.map(({ label }) => label))
    assert.deepStrictEqual(groups.slice(0, 3), ["First steps", "Recipes", "Errors and lost answers"])
    assert.isAtMost(groups.length, 12)
    const titles = await page.$$eval("#pg-example option", (all) => all.map(({ textContent }) => textContent))
    assert.deepStrictEqual(
      titles.filter((title) => /\.ts\b|: wrote /.test(title)),
      []
    )
    assert.match(titles[1] ?? "", /^Getting started/)
  })
})
