import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, type Options, repo, seed, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const statuses = (count: number, wire: string, options: Options = {}) =>
  Effect.map(
    Effect.forEach(Array.from({ length: count }), () => send(wire, options)),
    (replies) => replies.map(({ status }) => status)
  )

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

const comment: Options = { body: { body: "Hm" } }

const comments = `POST ${repo}/issues/1/comments`

const withLimits = (limits: ForgeSimulator.LimitsSeed) => ForgeSimulator.layerHttpClient({ ...seed, limits })

describe("secondary limits", () => {
  testOn(withLimits({}))("refuse more than 80 creations in a minute, in the service's words", function* () {
    expect(yield* statuses(80, comments, comment)).toEqual(times(80, 201))
    const refused = yield* send(comments, comment)
    expect([refused.status, refused.headers["retry-after"], refused.headers["x-ratelimit-used"]]).toEqual([
      403,
      "60",
      "80"
    ])
    expect(dig(refused.json, "message")).toContain("You have exceeded a secondary rate limit")
    expect(dig(refused.json, "documentation_url")).toMatch(/#about-secondary-rate-limits$/)
    // Others are not held up, and neither is what creates nothing.
    expect((yield* send(comments, { ...comment, token: "ada" })).status).toBe(201)
    expect((yield* send(`PATCH ${repo}/issues/1`, { body: { title: "New" } })).status).toBe(200)
    expect((yield* send(`POST ${repo}/issues/1/labels`, { body: { labels: ["ui"] } })).status).toBe(200)
    expect((yield* send(`POST ${repo}/labels`, { body: { name: "new" } })).status).toBe(403)
    yield* TestClock.adjust("1 minute")
    expect((yield* send(comments, comment)).status).toBe(201)
  })

  testOn(withLimits({ secondary: { creations: 2 } }))("do not count creations that are refused", function* () {
    expect(yield* statuses(3, comments, { body: {} })).toEqual(times(3, 422))
    expect(yield* statuses(3, comments, comment)).toEqual([201, 201, 403])
  })

  testOn(withLimits({ secondary: { hourlyCreations: 3 } }))(
    "refuse more creations in an hour than they allow",
    function* () {
      expect(yield* statuses(2, comments, comment)).toEqual([201, 201])
      yield* TestClock.adjust("1 minute")
      expect(yield* statuses(2, comments, comment)).toEqual([201, 403])
      yield* TestClock.adjust("58 minutes")
      expect(yield* statuses(1, comments, comment)).toEqual([403])
      yield* TestClock.adjust("1 minute")
      expect(yield* statuses(1, comments, comment)).toEqual([201])
    }
  )

  testOn(withLimits({ secondary: { points: 10 } }))("count a write as five points, and no read", function* () {
    expect(yield* statuses(20, `GET ${repo}/issues/1`)).toEqual(times(20, 200))
    expect(yield* statuses(3, `PUT ${repo}/issues/1/lock`)).toEqual([204, 204, 403])
    expect(yield* statuses(1, `GET ${repo}/issues/1`)).toEqual([200])
    expect(yield* statuses(1, "GET /rate_limit")).toEqual([200])
    yield* TestClock.adjust("1 minute")
    expect(yield* statuses(1, `PUT ${repo}/issues/1/lock`)).toEqual([204])
  })

  testOn(withLimits({}))("let a program read 1,000 pages while the clock stands still", function* () {
    expect(yield* statuses(1000, `GET ${repo}/labels?per_page=1`)).toEqual(times(1000, 200))
  })

  testOn(withLimits({ secondary: { creations: 1 } }))("say in the journal that they refused a request", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* send(comments, comment)
    yield* send(comments, comment)
    expect(yield* simulator.journal).toMatchInlineSnapshot(`
        "#  operation             request                                 login  status  acted  faults  at    took  message
        1  Issues.createComment  POST /repos/acme/web/issues/1/comments  octo   201     yes    -       0 ms  0 ms
        2  Issues.createComment  POST /repos/acme/web/issues/1/comments  octo   403     yes    -       0 ms  0 ms  You have exceeded a secondary rate limit. Please wait a few min…"
      `)
  })

  it.effect("refuse what arrives while too many requests are under way", () =>
    Effect.gen(function* () {
      const all = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3], () => send(`GET ${repo}/issues/1`), { concurrency: "unbounded" })
      )
      const other = yield* Effect.forkChild(send(`GET ${repo}/issues/1`, { token: "ada" }))
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(all)).map(({ status }) => status)).toEqual([200, 200, 403])
      expect((yield* Fiber.join(other)).status).toBe(200)
      const later = yield* Effect.forkChild(send(`GET ${repo}/issues/1`))
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(later)).status).toBe(200)
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({ ...seed, latency: "1 second", limits: { secondary: { concurrent: 2 } } })
      )
    )
  )

  it.effect("forget a request that was given up", () =>
    Effect.gen(function* () {
      const given = yield* Effect.forkChild(send(`GET ${repo}/issues/1`))
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(given)
      const later = yield* Effect.forkChild(send(`GET ${repo}/issues/1`))
      yield* TestClock.adjust("1 second")
      expect((yield* Fiber.join(later)).status).toBe(200)
    }).pipe(
      Effect.provide(
        ForgeSimulator.layerHttpClient({ ...seed, latency: "1 second", limits: { secondary: { concurrent: 1 } } })
      )
    )
  )

  it.effect("can be switched off, alone or with the others", () =>
    Effect.gen(function* () {
      for (const limits of [{ secondary: "none" }, "none"] as const) {
        yield* statuses(100, comments, comment).pipe(
          Effect.tap((all) => Effect.sync(() => expect(all).toEqual(times(100, 201)))),
          Effect.provide(ForgeSimulator.layerHttpClient({ ...seed, limits }))
        )
      }
    })
  )
})
