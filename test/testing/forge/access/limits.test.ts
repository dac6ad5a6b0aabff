import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, layer, type Options, repo, seed, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const issue = `GET ${repo}/issues/1`

/** The values of the headers: limit, remaining, used, reset. */
const limitsOf = (options: Options = {}) =>
  Effect.map(send(issue, options), ({ headers }) =>
    ["limit", "remaining", "used", "reset"].map((name) => Number(headers[`x-ratelimit-${name}`]))
  )

describe("primary limits", () => {
  test("are those of the real service", function* () {
    yield* TestClock.adjust("90 seconds")
    expect(yield* limitsOf()).toEqual([5000, 4999, 1, 3690])
    expect(yield* limitsOf({ token: null })).toEqual([60, 59, 1, 3690])
    yield* TestClock.adjust("10 seconds")
    expect(yield* limitsOf()).toEqual([5000, 4998, 2, 3690])
  })

  const tight = ForgeSimulator.layerHttpClient({
    ...seed,
    limits: { core: { authenticated: 2, anonymous: 1, window: "10 seconds" } }
  })

  testOn(tight)("refuse each principal separately, until the window ends", function* () {
    yield* TestClock.adjust(500)
    expect((yield* limitsOf())[1]).toBe(1)
    const last = yield* send(`POST ${repo}/issues`, { body: { title: "Last" } })
    expect([last.status, last.headers["x-ratelimit-remaining"]]).toEqual([201, "0"])
    const refused = yield* send(`POST ${repo}/issues`, { body: { title: "Too many" } })
    expect(refused.status).toBe(403)
    expect(dig(refused.json, "message")).toContain("API rate limit exceeded")
    expect(refused.headers).toMatchObject({
      "x-ratelimit-remaining": "0",
      "x-ratelimit-resource": "core",
      "x-ratelimit-reset": "11"
    })
    expect((yield* send(issue, { token: "ada" })).status).toBe(200)
    const anonymous = [yield* send(issue, { token: null }), yield* send(issue, { token: null })]
    expect(anonymous.map(({ status }) => status)).toEqual([200, 403])
    yield* TestClock.adjust("10500 millis")
    expect((yield* send(issue)).status).toBe(200)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    expect((yield* simulator.repository("acme/web")).issues.map(({ title }) => title)).not.toContain("Too many")
  })

  testOn(tight)("are shared by the tokens of a user", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setToken("second", "Octo")
    yield* limitsOf()
    expect((yield* limitsOf({ token: "second" }))[1]).toBe(0)
  })

  test("do not count a 304 of signed-in users", function* () {
    const revalidated = (token: string | null) =>
      Effect.gen(function* () {
        const { headers } = yield* send(issue, { token })
        const again = yield* send(issue, { token, headers: { "if-none-match": headers["etag"] ?? "" } })
        return [again.status, again.headers["x-ratelimit-used"]]
      })
    expect(yield* revalidated(ForgeSimulator.token)).toEqual([304, "1"])
    expect(yield* revalidated(null)).toEqual([304, "2"])
  })

  test("can be read and set by the handle", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("OCTO", 1)
    expect(yield* simulator.limits).toEqual([
      { login: "octo", resource: "core", limit: 5000, used: 4999, remaining: 1, resetAt: 3_600_000 }
    ])
    expect([(yield* send(issue)).status, (yield* send(issue)).status]).toEqual([200, 403])
    yield* TestClock.adjust("1 hour")
    expect(yield* simulator.limits).toEqual([])
    expect((yield* send(issue)).status).toBe(200)
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seed, limits: "none" }))(
    "can be off, as on self-hosted services",
    function* () {
      const { headers } = yield* send(issue)
      expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
    }
  )
})
