import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { app, forge, issue, minted, now, pass, passEach, repo, seen, settle, test } from "./support.ts"

const get = Issues.get(issue)

const as = (self: Forge.Forge["Service"]) => Effect.provideService(Forge.Forge, self)

/** Revokes a token as its own request does. */
const revoke = Effect.gen(function* () {
  const { setToken, toSeed } = yield* ForgeSimulator
  for (const token of Object.keys((yield* toSeed).tokens ?? {})) {
    if (token.startsWith("ghs_")) yield* setToken(token, null)
  }
})

describe("a token that ends", () => {
  test("is renewed in the background, five minutes before", function* () {
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("54 minutes")
    yield* get.pipe(as(self))
    assert.strictEqual(yield* minted, 1)
    yield* pass("1 minute")
    const { faults } = yield* ForgeSimulator
    yield* faults.add(Faults.delayed({ operation: "Apps.createInstallationToken", by: "10 seconds" }))
    // These calls wait for nothing: the clock stands still.
    yield* Effect.all([get, get], { concurrency: 2 }).pipe(as(self))
    yield* passEach("10 seconds", 1)
    yield* get.pipe(as(self))
    assert.strictEqual(yield* minted, 2)
    yield* pass("6 minutes")
    yield* get.pipe(as(self))
    assert.strictEqual(yield* minted, 2)
  })

  test("is used until its end while it cannot be renewed, and renewed as soon as that works", function* () {
    const { faults } = yield* ForgeSimulator
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("56 minutes")
    yield* faults.add(Faults.answered({ status: 400, operation: "Apps.createInstallationToken", times: 1 }))
    yield* get.pipe(as(self))
    yield* settle
    // No other renewal for half a minute.
    yield* get.pipe(as(self))
    yield* settle
    const tries = (yield* seen).filter((line) => line.startsWith("Apps."))
    assert.deepStrictEqual(tries, ["Apps.createInstallationToken 201", "Apps.createInstallationToken 400"])
    yield* pass("30 seconds")
    yield* get.pipe(as(self))
    yield* settle
    assert.strictEqual(yield* minted, 2)
  })

  test("is replaced in the middle of a listing", function* () {
    const self = yield* forge()
    const numbers = yield* Issues.list({ ...repo, state: "all" }).pipe(
      // The last page is read an hour later.
      Stream.tap(({ number }) => (number === 60 || number === 150 ? pass("40 minutes") : Effect.void)),
      Stream.map(({ number }) => number),
      Stream.runCollect,
      as(self)
    )
    assert.strictEqual(new Set(numbers).size, 250)
    const lines = yield* seen
    assert.isFalse(lines.some((line) => line.endsWith(" 401")))
  })

  test("keeps the cached responses of its installation", function* () {
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("2 hours")
    const { cached } = yield* Issues.get.withReply(issue).pipe(as(self))
    assert.isTrue(cached)
    assert.strictEqual(yield* minted, 2)
  })
})

describe("a token that the service refuses", () => {
  test("is replaced once, for all calls that met the 401", function* () {
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("10 minutes")
    yield* revoke
    const calls = yield* Effect.forkChild(
      Effect.all(
        Array.from({ length: 50 }, () => get),
        { concurrency: "unbounded" }
      ).pipe(as(self))
    )
    yield* settle
    yield* Fiber.join(calls)
    assert.strictEqual(yield* minted, 2)
  })

  test("does not lose a write", function* () {
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("10 minutes")
    yield* revoke
    yield* Issues.createComment({ ...issue, body: "Hello" }).pipe(as(self))
    assert.deepStrictEqual((yield* seen).slice(-3), [
      "Issues.createComment 401",
      "Apps.createInstallationToken 201",
      "Issues.createComment 201"
    ])
  })

  test("is replaced only once: what a new token cannot do either fails", function* () {
    const { faults } = yield* ForgeSimulator
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* pass("10 minutes")
    yield* faults.add(Faults.answered({ status: 401, operation: "Issues.get", times: Infinity }))
    const running = yield* Effect.forkChild(Effect.flip(get.pipe(as(self))))
    yield* passEach("500 millis", 40)
    const error = yield* Fiber.join(running)
    assert.strictEqual(error._tag, "Unauthorized")
    assert.strictEqual(error._tag === "Unauthorized" && error.reason, null)
    assert.strictEqual(yield* minted, 2)
  })

  test("is not replaced when the installation is suspended: calls fail with Forbidden, then with the reason", function* () {
    const { setSuspended } = yield* ForgeSimulator
    const self = yield* forge()
    yield* get.pipe(as(self))
    yield* setSuspended(70, true)
    const forbidden = yield* Effect.flip(get.pipe(as(self)))
    assert.strictEqual(forbidden._tag, "Forbidden")
    assert.include(forbidden.message, "suspended")
    yield* pass("1 hour")
    const unauthorized = yield* Effect.flip(get.pipe(as(self)))
    assert.strictEqual(unauthorized._tag === "Unauthorized" && unauthorized.reason, "InstallationSuspended")
    yield* setSuspended(70, false)
    yield* get.pipe(as(self))
  })
})

describe("a new token", () => {
  for (const delay of ["1 second", "10 seconds"] as const) {
    test(
      `may take ${delay} until all replicas know it: calls wait, and nothing else is minted`,
      function* () {
        const self = yield* forge()
        const running = yield* Effect.forkChild(
          Effect.all([get, Issues.createComment({ ...issue, body: "Hello" })], { concurrency: 2 }).pipe(as(self))
        )
        yield* passEach("500 millis", 32)
        yield* Fiber.join(running)
        assert.strictEqual(yield* minted, 1)
        assert.isAtMost((yield* seen).filter((line) => line.endsWith("401")).length, 10)
      },
      { tokenDelay: delay }
    )
  }

  test(
    "that is never known is replaced once, and the call fails within the minute",
    function* () {
      const self = yield* forge()
      const running = yield* Effect.forkChild(Effect.flip(get.pipe(as(self))))
      yield* passEach("500 millis", 120)
      assert.strictEqual((yield* Fiber.join(running))._tag, "Unauthorized")
      assert.isAtMost(yield* minted, 2)
    },
    { tokenDelay: "1 day" }
  )
})

describe("a clock that is wrong", () => {
  for (const clock of [
    { ahead: "5 minutes" },
    { behind: "5 minutes" },
    { ahead: "3 days" },
    { behind: "3 days" }
  ] as const) {
    test(
      `is corrected: the service's is ${JSON.stringify(clock)}`,
      function* () {
        const self = yield* forge()
        yield* get.pipe(as(self))
        // Once around the clock, a call each minute.
        yield* Effect.forEach(Array.from({ length: 130 }), () => Effect.andThen(pass("1 minute"), get.pipe(as(self))), {
          discard: true
        })
        const lines = yield* seen
        assert.strictEqual(yield* minted, 3)
        assert.isAtMost(lines.filter((line) => line === "Apps.createInstallationToken 401").length, 1)
        assert.isFalse(lines.includes("Issues.get 401"))
        assert.isAtLeast(yield* now, 130 * 60_000)
      },
      { clock }
    )
  }

  test(
    "that the service does not tell fails the call at once",
    function* () {
      const { faults } = yield* ForgeSimulator
      yield* faults.add({
        name: "undated",
        when: { operation: "Apps.createInstallationToken", times: Infinity },
        alter: (self) => ({ ...self, headers: { ...self.headers, date: null } })
      })
      const self = yield* forge({ ...app, installationId: 70 })
      const error = yield* Effect.flip(get.pipe(as(self)))
      assert.strictEqual(error._tag, "Unauthorized")
      assert.include(error.message, "'Expiration time' claim ('exp') is too far in the future")
      assert.strictEqual((yield* seen).length, 1)
    },
    { clock: { behind: "5 minutes" } }
  )
})
