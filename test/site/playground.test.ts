/** The playground of the built site. */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import { assert, describe, it } from "vitest"
import { toFragment } from "../../docs/site/src/playground/share.ts"
import { problemsOf } from "./axe.ts"
import { lacksSite, looks, pictures, useSite, type Visit, type VisitOptions } from "./browser.ts"
import { playground } from "./playground.ts"

describe.skipIf(lacksSite)("the playground", { concurrent: true }, () => {
  const site = useSite()

  const open = (options: VisitOptions = {}, path = "/playground/") => site.visit(path, options)

  const assertClean = ({ complaints, foreign }: Visit): void => {
    assert.deepStrictEqual(complaints, [])
    assert.deepStrictEqual(foreign(), [])
  }

  it("runs its merge example after less than 3 MB: a merge whose answer is lost", async () => {
    await using visited = await open()
    const { page } = visited
    await page.click("#pg-merge")
    const { hurry, printed, rows, run } = playground(page)
    await hurry()
    const before = await visited.bytes()
    assert.strictEqual(await run(), "success")
    assert.include(await printed(), "Pull Request successfully merged")
    const merge = (await rows()).filter(({ operation }) => operation === "PullRequests.merge")
    assert.deepStrictEqual(
      merge.map(({ request, status, tags }) => ({ request, status, tags })),
      [{ request: "PUT /repos/acme/web/pulls/2/merge", status: "lost", tags: ["fault: lost answer"] }]
    )
    await page.click("#pg-tab-service")
    await page.waitForFunction(() => document.querySelector("#pg-service .pg-badge")?.textContent === "Closed")
    assert.isAtMost(before, 3_000_000)
    assertClean(visited)
  })

  for (const width of [1280, 390])
    it(`is accessible at ${width} pixels as soon as it is loaded`, async () => {
      await using visited = await open({ width })
      assert.deepStrictEqual(await problemsOf(visited.page), [])
    })

  it("lets the program of a link reach nothing, neither when it is opened nor when it runs", async () => {
    const received: Array<string> = []
    const server = Http.createServer(({ url = "" }, response) => {
      received.push(url)
      response.setHeader("access-control-allow-origin", "*").end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    // The cast is safe: the server listens on a port.
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const program = `
      const send = (url) => new Promise((done, fail) => {
        const request = new XMLHttpRequest()
        request.onload = done
        request.onerror = () => fail(new Error("refused"))
        request.open("GET", url)
        request.send()
      })
      for (const origin of ["${other}", "${site.origin}"]) {
        console.log(await send(origin + "/leak").catch((error) => error.message))
        console.log(await Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch.call(globalThis, origin + "/leak").catch(() => "refused"))
      }`
    await using visited = await open({}, `/playground/#${await toFragment({ program })}`)
    const { printed, run } = playground(visited.page)
    assert.strictEqual(await run(), "success")
    assert.deepStrictEqual((await printed()).slice(0, 4), ["refused", "refused", "refused", "refused"])
    assert.deepStrictEqual([received, site.received.filter((each) => each.includes("leak"))], [[], []])
    server.close()
  })

  it("says what a program reaches", async () => {
    await using visited = await open()
    const { page } = visited
    await page.click(".pg-isolation summary")
    assert.include(await page.$eval(".pg-isolation p", (text) => text.innerText), "It cannot access the network")
  })

  it("shows type errors, completions and documentation", async () => {
    await using visited = await open()
    const { page } = visited
    const { append, checked, marked, program } = playground(page)
    await append("")
    await checked("No problems in main.ts")
    await append("\nconst wrong: string = 1\nIssues.createC")
    await page.waitForSelector(".cm-tooltip-autocomplete [aria-selected]")
    // Before, it is that of a shorter name.
    const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments"
    await page.waitForSelector(`.cm-completionInfo ::-p-text(${route})`)
    await page.keyboard.press("Enter")
    assert.match(await program(), /Issues\.createComment$/)
    await checked("1 problem in main.ts")
    assert.strictEqual(await marked(), "wrong")
    const line = (await program()).split("\n").findIndex((text) => text.startsWith("const wrong")) + 1
    await page.click("#pg-types")
    assert.strictEqual(
      await page.$eval("#pg-problems button", ({ textContent }) => textContent),
      `${line}: Type 'number' is not assignable to type 'string'.`
    )
    await page.click("#pg-problems button")
    assert.strictEqual(await page.$eval(".cm-activeLineGutter", ({ textContent }) => textContent), String(line))
    assertClean(visited)
  })

  it("begins a new line after a name that is written in full, though it could be completed", async () => {
    await using visited = await open()
    const { page } = visited
    const { append, checked, program } = playground(page)
    await append("")
    await checked("No problems in main.ts")
    await append("\nconst done = Effect.void")
    await page.waitForSelector(".cm-tooltip-autocomplete [aria-selected] ::-p-text(void)")
    // Until then, the editor takes no key for the completion.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    await page.keyboard.press("Enter")
    await page.keyboard.type("const other = done")
    assert.match(await program(), /\nconst done = Effect\.void\nconst other = done$/)
    await checked("No problems in main.ts")
    assertClean(visited)
  })

  it("says that an Effect is made and never runs", async () => {
    await using visited = await open()
    const { page } = visited
    const { append, checked, marked } = playground(page)
    await append("\nlet kept = Effect.void\nkept = Effect.void\nEffect.runFork(kept)")
    await checked("No problems in main.ts")
    await append("\nIssues.get({ ...repo, issue_number: 1 })\nIssues.list(repo)\nawait kept")
    // What is half typed has other problems.
    await page.waitForFunction(() => {
      const problems = [...document.querySelectorAll("#pg-problems button")].map(({ textContent }) => textContent)
      return problems.length === 3 && /^\d+: This Effect never runs: write yield\* before it\.$/.test(problems[0] ?? "")
    })
    assert.strictEqual(await marked(), "Issues.get({ ...repo, issue_number: 1 })")
    assertClean(visited)
  })

  it("checks seeds by their types", async () => {
    await using visited = await open()
    const { page } = visited
    const { checked, marked, write } = playground(page)
    await page.click('[data-tab="forge.json"]')
    await write('{ "repositories": [{ "owner": "acme", "name": 1 }] }')
    await checked("1 problem in forge.json")
    assert.strictEqual(await marked(), '"name"')
    await write('{ "repositories": [{ "owner": "acme", "name": "web" }] }')
    await checked("No problems in forge.json")
    await write('{ "repositories": [}')
    await checked("1 problem in forge.json")
    assertClean(visited)
  })

  it("runs recipes and programs of the guides", async () => {
    await using visited = await open()
    const { page } = visited
    const { example, hurry, printed, rows, run } = playground(page)
    await hurry()
    for (const title of ["Merge when green", "Stale bot", "Sticky comment"]) {
      await example("Recipes", title)
      assert.strictEqual(await run(), "success", `${title}: ${(await printed()).join("\n")}`)
      assert.isAbove((await rows()).length, 0)
    }
    await example("Weather", "Weather series: Rows and statistics")
    assert.strictEqual(await run(), "success")
    await page.click("#pg-tab-charts")
    await page.waitForSelector("#pg-charts canvas")
    await page.click("#pg-charts summary")
    await page.waitForSelector(".pg-table tbody tr")
    assert.strictEqual((await page.$$(".pg-table tbody tr")).length, 24)
    assertClean(visited)
  })

  it("adds a fault to a running program, which retries", async () => {
    await using visited = await open()
    const { page } = visited
    const { ended, rows, write } = playground(page)
    await write(`
      import { Issues } from "forgecast/forge"
      import * as Effect from "effect/Effect"
      export default Issues.get({ owner: "acme", repo: "web", issue_number: 1 }).pipe(
        Effect.delay("1 minute"),
        Effect.map(({ title }) => title),
        Effect.repeat({ times: 5 })
      )
    `)
    await page.focus("#pg-speed")
    await page.keyboard.press("ArrowRight")
    await page.click("#pg-run")
    await page.waitForFunction(() => document.getElementById("pg-status")?.textContent === "Running")
    await page.click('[data-fault="outage"]')
    assert.strictEqual(await ended(), "success")
    const faulty = (await rows()).filter(({ tags }) => tags.some((tag) => tag.startsWith("fault: outage")))
    assert.deepInclude(faulty[0], { request: "GET /repos/acme/web/issues/1", status: "503" })
    // Revalidated, if the fault came after the first call.
    const retried = (await rows()).find(({ tags }) => tags.includes("retry, attempt 4"))
    assert.match(retried?.status ?? "", /^(?:200|304)$/)
    assertClean(visited)
  })

  it("shows a wait while it lasts, and nothing of it under the next program", async () => {
    await using visited = await open()
    const { page } = visited
    await page.click("#pg-merge")
    const { rows, status } = playground(page)
    await page.click('[data-fault="lost-answer"]')
    await page.click('[data-fault="rate-limit"]')
    await page.click("#pg-run")
    await page.waitForFunction(() => document.querySelector(".pg-row-wait .pg-status")?.textContent === "waiting")
    assert.match((await rows()).at(-1)?.request ?? "", /^Waits until the rate limit ends, at \+1:\d\d$/)
    await page.click("#pg-reset")
    // A program that is interrupted would report that.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    assert.deepStrictEqual([await status(), await rows()], ["Ready", []])
    assert.strictEqual(await page.$eval("#pg-stop", (button) => button.hasAttribute("disabled")), true)
    assertClean(visited)
  })

  it("stops a program, and says where one fails", async () => {
    await using visited = await open()
    const { page } = visited
    const { ended, printed, run, write } = playground(page)
    await write("for (;;);")
    await page.click("#pg-run")
    await page.waitForSelector("#pg-stop:not(:disabled)")
    await page.click("#pg-stop")
    assert.strictEqual(await ended(), "stopped")
    await write("const one = 1\n\nthrow new Error(`not ${one}`)")
    assert.strictEqual(await run(), "failure")
    assert.match((await printed()).join("\n"), /not 1 \(main\.ts:3/)
    await page.click("#pg-console .pg-place")
    assert.strictEqual(await page.$eval(".cm-activeLineGutter", ({ textContent }) => textContent), "3")
    assert.deepStrictEqual(visited.complaints, [])
  })

  it("shares a program and its seeds as a link", async () => {
    const url = await (async () => {
      await using visited = await open()
      const { page } = visited
      const { append } = playground(page)
      await append("\n// shared: größer ✓")
      await page.click("#pg-share")
      await page.waitForFunction(() => location.hash.startsWith("#sketch="))
      return page.url()
    })()
    await using visited = await open({}, url.slice(site.origin.length))
    const { hurry, program, run } = playground(visited.page)
    assert.match(await program(), /\/\/ shared: größer ✓$/)
    await hurry()
    assert.strictEqual(await run(), "success")
    assertClean(visited)
  })

  it("shares the faults and the speed", async () => {
    const url = await (async () => {
      await using visited = await open()
      const { page } = visited
      await page.click("#pg-merge")
      await page.click('[data-fault="lost-answer"]')
      await page.click('[data-fault="outage"]')
      await page.focus("#pg-speed")
      await page.keyboard.press("End")
      await page.click("#pg-share")
      await page.waitForFunction(() => location.hash.startsWith("#sketch="))
      return page.url()
    })()
    await using visited = await open({}, url.slice(site.origin.length))
    const { page } = visited
    const pressed = await page.$$eval(".pg-fault[aria-pressed=true]", (all) =>
      all.map(({ textContent }) => textContent.trim())
    )
    assert.deepStrictEqual(pressed, ["Outage"])
    assert.include(await page.$eval("#pg-speed-label", ({ textContent }) => textContent), "3600×")
  })

  it("keeps what was written, and gives it back", async () => {
    await using visited = await open()
    const { page } = visited
    const { append, example, program } = playground(page)
    await append("\n// mine")
    await page.reload({ waitUntil: "networkidle0" })
    assert.match(await program(), /\/\/ mine$/)
    await example("Recipes", "Stale bot")
    assert.notMatch(await program(), /\/\/ mine$/)
    await page.reload({ waitUntil: "networkidle0" })
    await page.click("#pg-undo")
    assert.match(await program(), /\/\/ mine$/)
    assert.isNull(await page.$("#pg-undo:not([hidden])"))
    await page.click("#pg-reset")
    await append("\n// newer")
    await page.click("#pg-undo")
    assert.match(await program(), /\/\/ mine$/)
    await page.click("#pg-undo")
    assert.match(await program(), /\/\/ newer$/)
    assertClean(visited)
  })

  it("has several files, which have names, are kept and shared, and import each other", async () => {
    await using visited = await open()
    const { page } = visited
    const { checked, printed, program, run, write } = playground(page)
    const tabs = () => page.$$eval("#pg-files [role=tab]", (all) => all.map(({ textContent }) => textContent.trim()))
    const name = async (text: string): Promise<void> => {
      await page.click("#pg-file-name", { count: 3 })
      await page.keyboard.type(text)
      await page.keyboard.press("Enter")
    }
    await write('import { one } from "./one.ts"\nconsole.log(one satisfies number)')
    await page.click("#pg-file-add")
    await name("one.ts")
    assert.deepStrictEqual(await problemsOf(page), [])
    await write('export const one = "1"')
    await checked("No problems in one.ts")
    await page.click('[data-tab="main.ts"]')
    await checked("1 problem in main.ts")
    await page.click('[data-tab="one.ts"]')
    await write("export const one = 1")
    await page.click('[data-tab="main.ts"]')
    await checked("No problems in main.ts")
    assert.strictEqual(await run(), "success")
    assert.strictEqual((await printed())[0], "1")
    await page.reload({ waitUntil: "networkidle0" })
    assert.deepStrictEqual(await tabs(), ["main.ts", "one.ts", "forge.json", "weather.json"])
    await page.click("#pg-share")
    await page.waitForFunction(() => location.hash.startsWith("#sketch="))
    await using shared = await open({}, page.url().slice(site.origin.length))
    await shared.page.click('[data-tab="one.ts"]')
    assert.strictEqual(await playground(shared.page).program(), "export const one = 1")
    await page.click('[data-tab="one.ts"]')
    await name("main.ts")
    assert.isFalse(await page.$eval("#pg-file-name", (input) => input.matches(":valid")))
    await name("two.ts")
    assert.deepStrictEqual(await tabs(), ["main.ts", "two.ts", "forge.json", "weather.json"])
    assert.strictEqual(await program(), "export const one = 1")
    await page.click("#pg-file-remove")
    assert.deepStrictEqual(await tabs(), ["main.ts", "forge.json", "weather.json"])
    assert.include(await program(), 'from "./one.ts"')
    assert.strictEqual(await run(), "failure")
    assert.include((await printed()).join(), 'The program has no file "./one.ts" (main.ts:1)')
    assertClean(visited)
  })

  it("opens the test of an operation, with its seed, and runs it", async () => {
    await using visited = await open({}, "/operations/forge/issues/get/")
    const { page } = visited
    await page.click('label[for="tab-test"]')
    await Promise.all([page.waitForNavigation(), page.click('[data-panel="tab-test"] .open-in-playground a')])
    await page.waitForSelector('[data-tab="seed.ts"]')
    const { checked, run } = playground(page)
    assert.strictEqual(await run(), "success")
    assert.strictEqual(
      await page.$eval("#pg-tests .pg-happened", ({ textContent }) => textContent),
      "1 of 1 test passed"
    )
    // The types are for who turns to the program.
    assert.isFalse(visited.requests.some((url) => url.includes("/types.json")))
    await page.hover("#pg-editor")
    await checked("No problems in main.ts")
    await page.click('[data-tab="seed.ts"]')
    await checked("No problems in seed.ts")
    assertClean(visited)
  })

  it("runs the program of an operation on its page", async () => {
    await using visited = await open({}, "/operations/forge/issues/get/")
    const { page } = visited
    const engine = () => visited.requests.some((url) => url.includes("/generated/engine/"))
    assert.isFalse(engine())
    await page.click(".run-here")
    await page.waitForSelector('.pg-inline [data-outcome="success"]')
    assert.isTrue(engine())
    assert.strictEqual((await playground(page).rows())[0]?.request, "GET /repos/acme/web/issues/1")
    assert.isAbove((await page.$$(".pg-inline .pg-line")).length, 1)
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.click(".run-here")
    await page.waitForFunction(() => document.querySelector(".pg-inline-status")?.textContent === "Succeeded")
    assertClean(visited)
  })

  it("has what was written in a new tab", async () => {
    await using visited = await open()
    const { page } = visited
    await playground(page).append("\n// mine")
    const other = await page.browserContext().newPage()
    await other.goto(page.url(), { waitUntil: "networkidle0" })
    assert.match(await playground(other).program(), /\/\/ mine$/)
  })

  it("says what just happened, and shows what was sent and what came back", async () => {
    await using visited = await open()
    const { page } = visited
    await page.click("#pg-merge")
    const { hurry, run } = playground(page)
    await hurry()
    assert.strictEqual(await run(), "success")
    await page.waitForFunction(
      () => document.querySelector(".pg-happened")?.textContent === "response lost → looked → not sent again"
    )
    const bodies = await page.$$eval(".pg-row .pg-body-text", (bodies) => bodies.map(({ textContent }) => textContent))
    assert.isTrue(
      bodies.some((body) => /"merge_method"|"sha"/.test(body)),
      bodies.join("\n")
    )
    const facts = await page.$$eval(".pg-row dl", (lists) => lists.map(({ textContent }) => textContent))
    const merge = facts.find((text) => text.includes("/pulls/2/merge")) ?? ""
    assert.include(merge, "connection reset before the answer was sent")
    assert.include(merge, "acted, and responded 200")
    assert.include(merge, "Pull Request successfully merged")
    assert.isTrue(facts.some((text) => text.includes("Response headers") && text.includes("x-ratelimit-remaining: ")))
    assertClean(visited)
  })

  it("runs tests, and lists those that pass, and why others fail", async () => {
    await using visited = await open()
    const { page } = visited
    const { checked, run, write } = playground(page)
    await write(`import { assert, describe, it } from "@effect/vitest"
import { Issues } from "forgecast/forge"
import { ForgeSimulator } from "forgecast/testing"
import * as Effect from "effect/Effect"

const issues = [{ title: "One" }]
const simulator = ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues }] })

describe("an issue", () => {
  it.effect.each(["One", "Two"])("is called %s", (wanted) =>
    Effect.gen(function* () {
      const { title } = yield* Issues.get({ owner: "acme", repo: "web", issue_number: 1 })
      assert.deepStrictEqual({ title }, { title: wanted })
    }).pipe(Effect.provide(simulator))
  )
})
`)
    await checked("No problems in main.ts")
    assert.strictEqual(await run(), "failure")
    await page.waitForSelector(".pg-test-failed")
    assert.deepStrictEqual(
      await page.$$eval("#pg-tests .pg-test-head", (heads) =>
        heads.map(({ children }) =>
          [...children]
            .slice(0, 2)
            .map(({ textContent }) => textContent)
            .join(" ")
        )
      ),
      ["passed an issue › is called One", "failed an issue › is called Two"]
    )
    assert.strictEqual(
      await page.$eval(".pg-diff", ({ textContent }) => textContent.trimEnd()),
      "- { title: 'Two' }\n+ { title: 'One' }"
    )
    assert.deepStrictEqual(await problemsOf(page), [])
    await page.click("#pg-tests .pg-place")
    assert.strictEqual(await page.$eval(".cm-activeLineGutter", ({ textContent }) => textContent), "13")
    await write('import { expect, it, vi } from "@effect/vitest"\nit("is one", () => expect(1).toMatchSnapshot())\n')
    await checked("2 problems in main.ts")
    assertClean(visited)
  })

  it("says of a failure its line, its fields, and where there is more, and which Layer lacks", async () => {
    await using visited = await open()
    const { page } = visited
    const { printed, run, write } = playground(page)
    await write(`
      import { Issues } from "forgecast/forge"
      export default Issues.get({ owner: "acme", repo: "web", issue_number: 999 })
    `)
    assert.strictEqual(await run(), "failure")
    assert.match((await printed()).join("\n"), /^NotFound: [^]*\n {2}status: 404/m)
    const link = await page.$eval("#pg-console .pg-page", (a) => a.getAttribute("href"))
    assert.strictEqual(link, "/errors/not-found/")
    await write(`
      import { Issues } from "forgecast/forge"
      import * as Effect from "effect/Effect"
      await Effect.runPromise(Issues.get({ owner: "acme", repo: "web", issue_number: 1 }))
    `)
    assert.strictEqual(await run(), "failure")
    assert.include((await printed()).join("\n"), "Effect.provide gives it: Forge.layerGitHub")
    assertClean(visited)
  })

  it("opens the first program if a link is damaged", async () => {
    await using visited = await open({}, "/playground/#sketch=AAAA")
    const { program, status } = playground(visited.page)
    assert.include(await program(), "Issues.get")
    assert.include(await status(), "damaged")
    assertClean(visited)
  })

  it("runs by keyboard alone", async () => {
    await using visited = await open()
    const { page } = visited
    const { ended } = playground(page)
    await page.focus("#pg-speed")
    await page.keyboard.press("End")
    await page.keyboard.down("Control")
    await page.keyboard.press("Enter")
    await page.keyboard.up("Control")
    assert.strictEqual(await ended(), "success")
    await page.focus("#pg-tab-timeline")
    await page.keyboard.press("ArrowRight")
    assert.isTrue(await page.$eval("#pg-timeline", (panel) => panel.hasAttribute("hidden")))
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "pg-tab-service")
    await page.keyboard.press("Home")
    await page.focus(".pg-row summary")
    await page.keyboard.press("Enter")
    assert.isNotNull(await page.$(".pg-row details[open] dl"))
    assertClean(visited)
  })

  for (const { theme, width } of looks(1))
    it(`is readable at ${width} pixels in ${theme} mode`, async () => {
      await using visited = await open({ width, theme })
      const { page } = visited
      await page.click("#pg-merge")
      const { hurry, run } = playground(page)
      await hurry()
      assert.strictEqual(await run(), "success")
      for (const panel of ["timeline", "service", "charts", "tests"]) {
        await page.click(`#pg-tab-${panel}`)
        if (pictures !== undefined) {
          await page.screenshot({
            path: Path.join(pictures, `playground-${panel}-${width}-${theme}.png`),
            fullPage: width < 800
          })
        }
        assert.deepStrictEqual(await problemsOf(page), [])
      }
      assert.isAtMost(await page.$eval("html", ({ scrollWidth }) => scrollWidth), width)
      assertClean(visited)
    })
})
