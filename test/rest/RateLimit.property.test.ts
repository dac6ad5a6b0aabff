import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { epoch, settle } from "./support/time.ts"
import { runs } from "../depth.ts"

/** One request of a script, with times in milliseconds. */
interface Scripted {
  readonly startsAt: number
  readonly takes: number
  readonly resource: "core" | "search"
  readonly write: boolean
  readonly maxWait: number
  readonly answer:
    | { readonly kind: "success" | "lost" }
    | { readonly kind: "budget"; readonly remaining: number; readonly resetIn: number }
    | { readonly kind: "limit"; readonly retryIn: number | undefined }
  /** When the caller gives up: after so many milliseconds, plus so many steps of the scheduler. */
  readonly patience: { readonly millis: number; readonly steps: number } | undefined
}

const scripted: fc.Arbitrary<Scripted> = fc.record({
  startsAt: fc.nat(20_000),
  takes: fc.nat(5_000),
  resource: fc.constantFrom("core", "search"),
  write: fc.boolean(),
  maxWait: fc.constantFrom(0, 1_000, 60_000, 3_600_000),
  answer: fc.oneof(
    fc.constantFrom({ kind: "success" as const }, { kind: "lost" as const }),
    fc.record({
      kind: fc.constant("budget" as const),
      remaining: fc.nat(3),
      resetIn: fc.integer({ min: -5_000, max: 20_000 })
    }),
    fc.record({ kind: fc.constant("limit" as const), retryIn: fc.option(fc.nat(20_000), { nil: undefined }) })
  ),
  patience: fc.option(fc.record({ millis: fc.oneof(fc.constant(0), fc.nat(20_000)), steps: fc.nat(40) }), {
    nil: undefined
  })
})

const world = fc.record({
  requests: fc.array(scripted, { maxLength: 25 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  /** Undefined lets the gate learn it. */
  writeInterval: fc.constantFrom(undefined, 0, 1_000),
  /** How often fibers yield: with few steps, an interruption can hit any step. */
  operationsBeforeYield: fc.constantFrom(3, 4, 5, 7, 11, 2_048)
})

/** Fibers that yield at each step need many turns until they wait. */
const settleSlowly = Effect.replicateEffect(settle, 10, { discard: true })

/** Runs a script, and checks every request that is sent. */
const run = (requests: ReadonlyArray<Scripted>, concurrency: number, writeInterval: number | undefined) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(epoch)
    const limits = yield* RateLimit.RateLimit
    const pausedUntil = { core: 0, search: 0 }
    let underWay = 0
    let lastWrite = -Infinity
    /** From then on, the gate spaces writes by itself. All of the script happens within ten minutes. */
    let isLimited = false
    const bucketOf = (resource: string) => ({ origin: "https://api.github.com", principal: "octo", resource })

    const exchange = ({ answer, resource, takes, write }: Scripted) =>
      Effect.gen(function* () {
        const sentAt = yield* Clock.currentTimeMillis
        assert.isAtLeast(sentAt, pausedUntil[resource], "sent while paused")
        assert.isAtMost(underWay, concurrency, "too many in flight")
        if (write) {
          assert.isAtLeast(sentAt - lastWrite, writeInterval ?? (isLimited ? 770 : 0))
          lastWrite = sentAt
        }
        yield* Effect.sleep(takes)
        if (answer.kind === "lost") return yield* Effect.fail("lost" as const)
        const now = yield* Clock.currentTimeMillis
        const limited = yield* limits.note(bucketOf(resource), {
          sentAt,
          budget:
            answer.kind === "budget"
              ? { resource, limit: 5_000, remaining: answer.remaining, used: null, resetAt: now + answer.resetIn }
              : undefined,
          limit:
            answer.kind === "limit"
              ? { kind: "secondary", retryAt: answer.retryIn === undefined ? undefined : now + answer.retryIn }
              : undefined
        })
        if (limited !== undefined) {
          pausedUntil[resource] = DateTime.toEpochMillis(limited.retryAt)
          isLimited = true
        }
        return undefined
      })

    /** Counts requests in flight, however they end. */
    const counted = (request: Scripted) =>
      Effect.acquireUseRelease(
        Effect.sync(() => underWay++),
        () => exchange(request),
        () => Effect.sync(() => underWay--)
      )

    const ask = (request: Scripted) =>
      limits.withPermit(
        bucketOf(request.resource),
        {
          operation: "Issues.get",
          write: request.write,
          writeInterval: writeInterval === undefined ? undefined : Duration.millis(writeInterval),
          maxWait: Duration.millis(request.maxWait)
        },
        counted(request)
      )

    const fibers = yield* Effect.forEach(requests, (request) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.delay(ask(request), request.startsAt))
        const { patience, startsAt } = request
        if (patience !== undefined) {
          yield* Effect.sleep(startsAt + patience.millis).pipe(
            Effect.andThen(Effect.replicateEffect(Effect.yieldNow, patience.steps, { discard: true })),
            Effect.andThen(Fiber.interrupt(fiber)),
            Effect.forkChild
          )
        }
        return fiber
      })
    )
    yield* settleSlowly
    yield* TestClock.adjust("3 days")
    yield* settleSlowly
    for (const fiber of fibers) {
      const exit = fiber.pollUnsafe()
      assert.isDefined(exit, "a request never ended")
      // A failed assertion in the exchange is a defect of its fiber.
      if (exit?._tag === "Failure") assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
    }

    // Nothing has leaked: with an equal budget, all slots are used at once.
    for (const resource of ["core", "search"] as const) {
      assert.strictEqual(underWay, 0)
      const now = yield* Clock.currentTimeMillis
      yield* limits.note(bucketOf(resource), {
        sentAt: now,
        budget: { resource, limit: 5_000, remaining: concurrency, used: null, resetAt: now + 3_600_000 },
        limit: undefined
      })
      const read: Scripted = { ...probe, resource }
      const probes = yield* Effect.replicateEffect(Effect.forkChild(ask(read)), concurrency)
      yield* settleSlowly
      assert.strictEqual(underWay, concurrency, "slots and budget are restored")
      yield* TestClock.adjust(probe.takes)
      yield* Effect.forEach(probes, Fiber.join)
    }
  })

const probe: Omit<Scripted, "resource"> = {
  startsAt: 0,
  takes: 1_000,
  write: false,
  maxWait: 0,
  answer: { kind: "success" },
  patience: undefined
}

describe("any script of requests and responses", () => {
  it("ends, sends no request that must wait, and loses no slot", async () => {
    const property = fc.asyncProperty(world, ({ concurrency, operationsBeforeYield, requests, writeInterval }) =>
      run(requests, concurrency, writeInterval).pipe(
        Effect.provideService(Scheduler.MaxOpsBeforeYield, operationsBeforeYield),
        Effect.provide(RateLimit.layerMemory({ concurrency })),
        Effect.provide(TestClock.layer()),
        Effect.runPromise
      )
    )
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(1_000) })))
  })
})
