/** The gate in memory, against a model that keeps all pauses: heads, bodies and successes in every order. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { core, gated, limit } from "./support/gate.ts"
import {
  type Event,
  firstPause,
  makeModel,
  type Resource,
  resources,
  script,
  type Sent,
  type Signal,
  subject
} from "./support/pauseModel.ts"
import { epoch, settle, start } from "./support/time.ts"
import { runs } from "../depth.ts"

const bucketOf = (resource: Resource): RateLimit.Bucket => ({ ...core, resource })

const ask = (limits: RateLimit.RateLimit["Service"], resource: Resource, maxWait: Duration.Duration) =>
  limits.withPermit(bucketOf(resource), { operation: "Issues.get", write: false, maxWait }, Clock.currentTimeMillis)

const signalAt = ({ kind, retryIn }: Signal, now: number): RateLimit.LimitSignal => ({
  kind,
  retryAt: retryIn === undefined ? undefined : now + retryIn
})

/** A request that waits, and the time at which it passed. */
interface Waiter {
  readonly resource: Resource
  readonly since: number
  passedAt: number | undefined
}

const run = (events: ReadonlyArray<Event>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(epoch)
    const limits = yield* RateLimit.RateLimit
    const model = makeModel()
    const sent: Array<Sent> = []
    const waiters: Array<Waiter> = []

    const happens = Effect.fnUntraced(function* (event: Event) {
      const now = yield* Clock.currentTimeMillis
      if (event._tag === "Passes") return yield* TestClock.adjust(event.millis)
      if (event._tag === "Sends") {
        return void sent.push({ resource: event.resource, sentAt: now, head: undefined, isOver: false })
      }
      if (event._tag === "Waits") {
        const waiter: Waiter = { resource: event.resource, since: now, passedAt: undefined }
        waiters.push(waiter)
        const asked = Effect.map(ask(limits, event.resource, Duration.infinity), (at) => void (waiter.passedAt = at))
        return yield* Effect.asVoid(Effect.forkChild(asked))
      }
      const one = subject(sent, event)
      if (one === undefined) return
      const { resource, sentAt } = one
      const bucket = bucketOf(resource)
      one.isOver = event._tag !== "Head"
      if (event._tag === "Succeeds") {
        model.succeed(one)
        return yield* Effect.asVoid(
          limits.note(bucket, { sentAt, budget: undefined, limit: undefined, success: "read" })
        )
      }
      const { signal } = event
      const notice: RateLimit.Notice = {
        sentAt,
        budget: undefined,
        limit: signal === null ? undefined : signalAt(signal, now),
        replaces: one.head as RateLimit.Notice | undefined
      }
      if (one.head !== undefined) model.withdraw(one.head)
      if (signal !== null) model.note(notice, signal, one, now)
      one.head = notice
      const limited = yield* limits.note(bucket, notice)
      assert.strictEqual(
        limited && DateTime.toEpochMillis(limited.retryAt),
        signal === null ? undefined : model.opensAt(resource)
      )
    })

    for (const event of events) {
      const opensAt = { core: model.opensAt("core"), search: model.opensAt("search") }
      yield* happens(event)
      yield* settle
      const now = yield* Clock.currentTimeMillis
      for (const resource of resources) {
        const until = model.opensAt(resource)
        const passed = yield* Effect.result(ask(limits, resource, Duration.zero))
        assert.strictEqual(Result.isSuccess(passed), until <= now, "passes only while no pause holds")
        if (Result.isFailure(passed)) assert.strictEqual(DateTime.toEpochMillis(passed.failure.retryAt), until)
      }
      for (const waiter of waiters.splice(0)) {
        const until = model.opensAt(waiter.resource)
        assert.strictEqual(waiter.passedAt !== undefined, until <= now, "waits only while a pause holds")
        // While time passes, no pause comes or goes. Otherwise it passes with the event that opens the resource.
        const at = event._tag === "Passes" ? Math.max(opensAt[waiter.resource], waiter.since) : now
        if (waiter.passedAt === undefined) waiters.push(waiter)
        else assert.strictEqual(waiter.passedAt, at, "passes as soon as no pause holds")
      }
    }
  })

describe("any order of heads, bodies and successes", () => {
  it("pauses while a pause holds that was not withdrawn, and no longer", async () => {
    const property = fc.asyncProperty(script, (events) =>
      run(events).pipe(
        Effect.scoped,
        Effect.provide(RateLimit.layerMemory({ pause: firstPause })),
        Effect.provide(TestClock.layer()),
        Effect.runPromise
      )
    )
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(1_000) })))
  })
})

describe("a pause that a body withdraws", () => {
  const head = { sentAt: epoch, budget: undefined, limit: limit(50_000) }

  gated("leaves an earlier one that still holds", ({ ask, limits, times }) =>
    Effect.gen(function* () {
      yield* limits.note(core, { sentAt: epoch, budget: undefined, limit: limit(30_000) })
      yield* limits.note(core, head)
      yield* limits.note(core, { ...head, limit: limit(10_000, "primary"), replaces: head })
      yield* start(ask("waits"))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(times(), [30_000])
    })
  )

  gated("lets those go on who wait, if the body says that there is no limit", ({ ask, limits, times }) =>
    Effect.gen(function* () {
      yield* limits.note(core, head)
      yield* start(ask("waits"))
      yield* TestClock.adjust("5 seconds")
      yield* limits.note(core, { ...head, limit: undefined, replaces: head })
      yield* settle
      assert.deepStrictEqual(times(), [5_000])
    })
  )
})
