import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { Issues } from "../../src/forge/index.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Poll } from "../../src/workflow/index.ts"
import { testOn } from "../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const seed = { repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] }

const titles = Poll.changes(Issues.get, issue).pipe(Stream.map(({ title }) => title))

const rename = (title: string) =>
  ForgeSimulator.ForgeSimulator.use((simulator) => simulator.as("acme", "PATCH /repos/acme/web/issues/1", { title }))

describe("Poll.changes", () => {
  testOn(ForgeSimulator.layer(seed))(
    "streams the current value, then each that differs, and spends quota for these only",
    function* () {
      const seen: Array<string> = []
      const watching = yield* Effect.forkChild(
        Stream.runForEach(titles, (title) => Effect.sync(() => seen.push(title)))
      )
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(seen, ["One"])
      yield* rename("Two")
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(seen, ["One", "Two"])
      yield* Fiber.interrupt(watching)
      yield* TestClock.adjust("5 minutes")
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const statuses = (yield* simulator.requests).map(({ status }) => status)
      assert.deepStrictEqual(statuses, [200, 304, 304, 304, 304, 304, 200, 304, 304, 304, 304])
      assert.deepStrictEqual(
        (yield* simulator.limits).map(({ used }) => used),
        [2]
      )
    }
  )

  testOn(ForgeSimulator.layer(seed))(
    "waits as long as the service asks for, with its value and with a 304",
    function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const asking = (seconds: number, nth: number) =>
        simulator.faults.add({
          name: "asking",
          when: { operation: "Issues.get", nth },
          alter: (answer) => ({ ...answer, headers: { ...answer.headers, "x-poll-interval": String(seconds) } })
        })
      yield* asking(90, 1)
      yield* asking(180, 2)
      yield* asking(30, 3)
      const watching = yield* Effect.forkChild(Stream.runDrain(titles))
      yield* TestClock.adjust("10 minutes")
      yield* Fiber.interrupt(watching)
      const [first = 0, ...others] = (yield* simulator.requests).map(({ receivedAt }) => receivedAt)
      assert.deepStrictEqual(
        others.map((at) => (at - first) / 1_000),
        [90, 270, 330, 390, 450, 510, 570]
      )
    }
  )

  testOn(ForgeSimulator.layer(seed))("ends with the schedule", function* () {
    const twice = Poll.changes(Issues.get, issue, Schedule.spaced("1 second").pipe(Schedule.upTo({ times: 2 })))
    const values = yield* Effect.forkChild(Stream.runCollect(twice))
    yield* TestClock.adjust("1 minute")
    assert.lengthOf(yield* Fiber.join(values), 1)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    assert.lengthOf(yield* simulator.requests, 3)
  })

  testOn(ForgeSimulator.layer(seed))("does not take a repeated value for a change", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    // Without validators, the service sends the whole value each time.
    yield* simulator.faults.add({
      name: "withoutValidators",
      when: { operation: "Issues.get", times: Infinity },
      alter: (answer) => ({ ...answer, headers: { ...answer.headers, etag: null, "last-modified": null } })
    })
    const values = yield* Effect.forkChild(
      Stream.runCollect(Poll.changes(Issues.get, issue, Schedule.spaced("1 second").pipe(Schedule.upTo({ times: 3 }))))
    )
    yield* TestClock.adjust("1 minute")
    assert.lengthOf(yield* Fiber.join(values), 1)
    assert.deepStrictEqual(
      (yield* simulator.requests).map(({ status }) => status),
      [200, 200, 200, 200]
    )
  })

  testOn(ForgeSimulator.layer(seed))("fails as the read does", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.faults.add(Faults.answered({ operation: "Issues.get", nth: 2, status: 404 }))
    const failing = yield* Effect.forkChild(Effect.flip(Stream.runDrain(titles)))
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual((yield* Fiber.join(failing))._tag, "NotFound")
  })

  /** An outage from the second read on. */
  const outage = Faults.unavailable({ operation: "Issues.get", nth: 2, times: Infinity })

  testOn(ForgeSimulator.layer(seed))("outlasts an outage after the first read", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(outage)
    const two = yield* Effect.forkChild(Stream.runCollect(Stream.take(titles, 2)))
    yield* TestClock.adjust("10 minutes")
    yield* rename("Two")
    yield* faults.clear
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual(yield* Fiber.join(two), ["One", "Two"])
  })

  testOn(ForgeSimulator.layer(seed))("waits until a limit ends", function* () {
    const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.secondaryLimit({ operation: "Issues.get", nth: 2, retryAfter: "10 minutes" }))
    const watching = yield* Effect.forkChild(Stream.runDrain(titles))
    yield* TestClock.adjust("15 minutes")
    assert.isUndefined(watching.pollUnsafe())
    assert.deepStrictEqual(
      (yield* requests).slice(0, 3).map(({ status }) => status),
      [200, 403, 304]
    )
    yield* Fiber.interrupt(watching)
  })

  testOn(ForgeSimulator.layer(seed))("fails with the last failure when the schedule ends in an outage", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(outage)
    const schedule = Schedule.spaced("1 minute").pipe(Schedule.upTo({ times: 3 }))
    const failing = yield* Effect.forkChild(Effect.flip(Stream.runDrain(Poll.changes(Issues.get, issue, schedule))))
    yield* TestClock.adjust("30 minutes")
    assert.strictEqual((yield* Fiber.join(failing))._tag, "ServiceUnavailable")
  })
})
