/** Faults that are told by the request's body, and those that are drawn. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Faults from "../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { drawn } from "../../src/testing/internal/script.ts"
import { layer, repo, send } from "./forge/support.ts"
import { testOn } from "../testOn.ts"

const test = testOn(layer)

const post = (body: unknown) => Effect.map(send(`POST ${repo}/issues`, { body }), ({ status }) => status)

describe("the body of a request", () => {
  const parts: ReadonlyArray<readonly [requestBody: unknown, hit: boolean]> = [
    [{ title: "One" }, true],
    [{ title: "one" }, false],
    [{ body: null }, true],
    [{ milestone: undefined }, false],
    [{ labels: ["bug", "ui"] }, true],
    [{ labels: ["bug"] }, false],
    [{ labels: ["ui", "bug"] }, false],
    [{ labels: {} }, false],
    [{ labels: [], title: "One" }, false],
    [{}, true],
    [[], false],
    ["One", false]
  ]

  test.each(parts)("is told by %o: %s", function* ([requestBody, hit]) {
    const simulator = yield* ForgeSimulator
    yield* simulator.faults.add(Faults.answered({ status: 418, requestBody, body: "the answer's" }))
    expect(yield* post({ title: "One", body: null, labels: ["bug", "ui"] })).toBe(hit ? 418 : 201)
  })

  test("is there for a predicate, too, and selects no request without one", function* () {
    const simulator = yield* ForgeSimulator
    yield* simulator.faults.add(
      Faults.unavailable({ requestBody: {}, method: "GET" }),
      Faults.html({ matching: ({ body }) => body === "no JSON" })
    )
    expect((yield* send(`GET ${repo}/issues/1`)).status).toBe(200)
    expect((yield* send(`POST ${repo}/issues`, { text: "no JSON" })).status).toBe(502)
    expect((yield* send(`POST ${repo}/issues`, { text: '"no JSON"' })).status).toBe(400)
    const bodies = (yield* simulator.requests).map(({ body }) => body)
    expect(bodies).toEqual([undefined, "no JSON", "no JSON"])
  })
})

describe("drawn numbers", () => {
  it("fill the whole range evenly, and each seed has its own", () => {
    const tenths = Array.from({ length: 10 }, () => 0)
    for (let place = 0; place < 10_000; place++) {
      const number = drawn(7, place)
      expect(number).toBeGreaterThanOrEqual(0)
      expect(number).toBeLessThan(1)
      tenths[Math.floor(number * 10)] = (tenths[Math.floor(number * 10)] ?? 0) + 1
    }
    expect(Math.min(...tenths)).toBeGreaterThan(900)
    expect(Math.max(...tenths)).toBeLessThan(1_100)
    const starts = new Set(Array.from({ length: 1_000 }, (_, seed) => drawn(seed, 1)))
    expect(starts.size).toBe(1_000)
  })
})

describe("Faults.random", () => {
  const one = send(`GET ${repo}/issues/1`)

  /** What happens to each of a number of requests: the names of the faults that hit them. */
  const play = Effect.fnUntraced(function* (count: number, ...faults: ReadonlyArray<Faults.Fault>) {
    const simulator = yield* ForgeSimulator
    yield* simulator.reset()
    yield* simulator.faults.add(...faults)
    const requests = Effect.forEach(Array.from({ length: count }), () => Effect.exit(one))
    const fiber = yield* Effect.forkChild(requests)
    yield* TestClock.adjust("1 hour")
    yield* Fiber.join(fiber)
    return (yield* simulator.requests).map(({ faults: names }) => names.join())
  })

  test("hits about the given share of requests, in several ways", function* () {
    const names = yield* play(400, Faults.random(7, 0.25))
    const hits = names.filter((name) => name !== "")
    expect(hits.length).toBeGreaterThan(80)
    expect(hits.length).toBeLessThan(120)
    expect([...new Set(hits)].sort()).toEqual(["answerLost", "cutOff", "delayed", "html", "requestLost", "unavailable"])
  })

  test("depends on its seed and on the requests alone", function* () {
    const fault = Faults.random(7, 0.5)
    const first = yield* play(50, fault)
    expect(yield* play(50, fault)).toEqual(first)
    expect(yield* play(50, Faults.random(7, 0.5))).toEqual(first)
    expect(yield* play(50, Faults.random(8, 0.5))).not.toEqual(first)
    // A higher rate hits the same requests, and others.
    const more = yield* play(50, Faults.random(7, 0.9))
    expect(first.every((name, index) => name === "" || more[index] === name)).toBe(true)
  })

  test("hits none with the rate 0, and all with the rate 1", function* () {
    const among = [Faults.html()]
    expect(new Set(yield* play(20, Faults.random(1, 0, { among })))).toEqual(new Set([""]))
    expect(new Set(yield* play(20, Faults.random(1, 1, { among })))).toEqual(new Set(["html"]))
    expect(yield* play(4, Faults.random(1, 1, { among, nth: 2, times: 2 }))).toEqual(["", "html", "html", ""])
    expect(yield* play(2, Faults.random(1, 1, { among: [] }))).toEqual(["", ""])
  })

  test("selects requests, and each fault among them those that it may hit", function* () {
    const simulator = yield* ForgeSimulator
    yield* simulator.faults.add(
      Faults.random(1, 1, {
        path: "/repos/{owner}/{repo}/issues",
        among: [Faults.html({ method: "GET", times: 1 }), Faults.unavailable({ requestBody: { title: "One" } })]
      })
    )
    const statuses = yield* Effect.forEach(
      [
        one,
        send(`GET ${repo}/issues`),
        send(`GET ${repo}/issues`),
        send(`POST ${repo}/issues`, { body: { title: "One" } }),
        send(`POST ${repo}/issues`, { body: { title: "Two" } })
      ],
      Effect.map(({ status }) => status)
    )
    expect(statuses).toEqual([200, 502, 502, 503, 201])
  })

  test("leaves requests to a fault that was added before", function* () {
    const fixed = Faults.unavailable({ nth: 2 })
    expect(yield* play(3, fixed, Faults.random(1, 1, { among: [Faults.html()] }))).toEqual([
      "html",
      "unavailable",
      "html"
    ])
    expect(yield* play(1, Faults.delayed({ by: "1 second" }), Faults.random(1, 1, { among: [Faults.html()] }))).toEqual(
      ["delayed,html"]
    )
  })

  test("knows the operations that its faults name", function* () {
    const simulator = yield* ForgeSimulator
    const among = [Faults.html({ operation: "Issues.got" })]
    const exit = yield* Effect.exit(simulator.faults.add(Faults.random(1, 1, { among })))
    expect(String(exit)).toContain("the simulator has no operation Issues.got")
  })
})
