/** Tests that run in the playground. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { TestView } from "../../../docs/site/src/playground/protocol.ts"
import { lacksBrowser } from "../browser.ts"
import { type Host, open, type Options } from "./browser.ts"

const head = `import { afterAll, assert, beforeEach, describe, expect, it, layer } from "@effect/vitest"
import { Issues } from "forgecast/forge"
import { Faults, ForgeSimulator } from "forgecast/testing"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

const issue = { owner: "acme", repo: "web", issue_number: 1 }
const simulator = ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] })
`

/** Where the body of a program begins. */
const lines = head.split("\n").length

const short = ({ failure, path, state }: TestView): string =>
  [state, path.join(" > "), failure.split("\n")[0]].filter((part) => part !== "").join(": ")

describe.skipIf(lacksBrowser)("tests in the playground", () => {
  let host: Host
  beforeAll(async () => {
    host = await open()
  })
  afterAll(() => host?.close())

  const run = async (body: string, options?: Options) => {
    const result = await host.run(`${head}${body}`, options)
    const views = new Map<string, TestView>()
    for (const report of result.reports) {
      if (report._tag === "tests") for (const view of report.tests) views.set(view.id, view)
    }
    return { ...result, tests: [...views.values()] }
  }

  it("run on the test clock, on which an hour passes at once, and have their requests in the timeline", async () => {
    const { entries, outcome, tests, text } = await run(
      `describe("an issue", () => {
        it.effect("is closed after the limit", () =>
          Effect.gen(function* () {
            const { faults } = yield* ForgeSimulator.ForgeSimulator
            yield* faults.add(Faults.secondaryLimit({ operation: "Issues.update", retryAfter: "1 minute" }))
            const closing = yield* Effect.forkChild(Issues.update({ ...issue, state: "closed" }))
            yield* TestClock.adjust("1 minute")
            assert.strictEqual((yield* Fiber.join(closing)).state, "closed")
          }).pipe(Effect.provide(simulator)))
      })`,
      { speed: 0 }
    )
    assert.deepStrictEqual(tests.map(short), ["passed: an issue > is closed after the limit"])
    assert.deepStrictEqual([outcome, text], ["success", "1 test passed"])
    const shown = entries.map((entry) => (entry._tag === "wait" ? entry.reason : entry.status))
    assert.deepStrictEqual(shown, [403, "limit", 200])
  })

  it("say where they fail, and what differs", async () => {
    const { outcome, tests, text } = await run(`it("adds", () => {
        assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] })
      })
      it.effect("finds", () => Issues.get({ ...issue, issue_number: 9 }).pipe(Effect.provide(simulator)))
      it.effect("has nothing", () => Effect.sync(() => assert.isTrue(1 > 2)))`)
    const [adds, finds, nothing] = tests
    assert.match(
      adds?.failure ?? "",
      new RegExp(
        `^AssertionError: expected .* to deeply equal .* \\\\(main.ts:${lines + 1}\\\\)`.replaceAll("\\\\", "\\")
      )
    )
    assert.deepStrictEqual(adds?.diff, ["- { a: 1, b: [ 1, 3 ] }", "+ { a: 1, b: [ 1, 2 ] }"])
    assert.match(finds?.failure ?? "", /^NotFound: Issues.get: 404 Not Found/)
    assert.match(nothing?.failure ?? "", /^AssertionError: expected false to be true/)
    assert.deepStrictEqual([outcome, text], ["failure", "3 of 3 tests failed"])
  })

  it("run in their order, with hooks, Layers, and cases", async () => {
    const { printed, tests, text } = await run(`beforeEach(() => console.log("before"))
      describe("outer", () => {
        afterAll(() => console.log("after all"))
        layer(simulator)("on a Layer", (it) => {
          it.effect("comments", () => Issues.createComment({ ...issue, body: "Hello" }))
          it.effect("sees it", () => Effect.map(Issues.get(issue), ({ comments }) => expect(comments).toBe(1)))
        })
      })
      it.effect.each([1, 2])("case %i", (n) => Effect.sync(() => console.log(n)))
      it.each([[1, 2]])("%i is less than %i", (one, other) => expect(one).toBeLessThan(other))
      it.effect.prop("adds", [], () => Effect.succeed(true))
      it.skip("is skipped", () => { throw new Error() })
      it.fails("fails", () => { throw new Error() })
      it.todo("is to be written")`)
    assert.deepStrictEqual(tests.map(short), [
      "passed: outer > on a Layer > comments",
      "passed: outer > on a Layer > sees it",
      "passed: case 1",
      "passed: case 2",
      "passed: 1 is less than 2",
      "passed: adds",
      "skipped: is skipped",
      "passed: fails",
      "skipped: is to be written"
    ])
    assert.strictEqual(text, "7 tests passed, 2 skipped")
    assert.deepStrictEqual(printed.slice(0, 5), ["before", "before", "after all", "before", "1"])
  })

  it("run alone if they say so", async () => {
    const { tests } = await run(`it("one", () => {})
      it.only("two", () => {})`)
    assert.deepStrictEqual(tests.map(short), ["skipped: one", "passed: two"])
  })

  it("fail with the hook before them", async () => {
    const { tests } = await run(`beforeEach(() => { throw new Error("no database") })
      it("one", () => {})`)
    assert.match(tests.map(short).join(), /^failed: one: Error: no database/)
  })

  it("say of what vitest has, and the playground has not, that it is missing", async () => {
    const { tests } = await run(`it("matches", () => expect(1).toMatchInlineSnapshot())`)
    assert.match(tests[0]?.failure ?? "", /toMatchInlineSnapshot: the playground has no such matcher. It has toBe, /)
    const mocked = await host.run('import { vi } from "@effect/vitest"\nvi.fn()')
    assert.match(mocked.text, /has no export "vi"\. The playground has tests, suites, hooks, .* but no mocks/)
  })

  it("stop", async () => {
    const { outcome, tests } = await run(
      `it.effect("first", () => Effect.andThen(Effect.sync(() => console.log("ready")), Effect.never))
       it("second", () => {})`,
      { acts: [{ printed: "ready", command: { _tag: "stop" } }] }
    )
    assert.strictEqual(outcome, "stopped")
    assert.deepStrictEqual(tests.map(({ state }) => state).at(-1), "waiting")
  })

  it("are loaded by programs with tests alone", async () => {
    const size = () => [...host.loaded.values()].reduce((sum, each) => sum + each, 0)
    const own = await open()
    await own.run('console.log("hi")')
    const before = [...own.loaded.keys()]
    await own.close()
    assert.isFalse(before.some((file) => /vitest|report/.test(file)))
    assert.isBelow(size(), 4_000_000)
  })
})
