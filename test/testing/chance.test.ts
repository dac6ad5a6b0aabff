/** Faults that are told by the request's body, and those that are drawn. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Faults from "../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { drawn } from "../../src/testing/internal/chance.ts"
import { layer, repo, send } from "./forge/support.ts"

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

  it.effect.each(parts)("is told by %o: %s", ([requestBody, hit]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      yield* simulator.faults.add(Faults.answered({ status: 418, requestBody, body: "the answer's" }))
      expect(yield* post({ title: "One", body: null, labels: ["bug", "ui"] })).toBe(hit ? 418 : 201)
    }).pipe(Effect.provide(layer))
  )

  it.effect("is there for a predicate, too, and selects no request without one", () =>
    Effect.gen(function* () {
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
    }).pipe(Effect.provide(layer))
  )
})
