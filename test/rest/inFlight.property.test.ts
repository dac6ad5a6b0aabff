import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Retry from "../../src/rest/Retry.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, epoch, settle } from "./support/time.ts"
import { runs } from "../depth.ts"

const caller = fc.record({
  kind: fc.constantFrom("read", "read", "read", "reload", "write"),
  id: fc.constantFrom(1, 2),
  after: fc.nat(60),
  /** When the caller gives up: after so many milliseconds, plus so many steps of the scheduler. */
  patience: fc.option(fc.record({ millis: fc.nat(60), steps: fc.nat(20) }), { nil: undefined })
})

const world = fc.record({
  callers: fc.array(caller, { minLength: 1, maxLength: 14 }),
  answers: fc.array(
    fc.record({ takes: fc.nat(40), outcome: fc.constantFrom("success", "success", "missing", "lost") }),
    { minLength: 1, maxLength: 8 }
  ),
  /** How often fibers yield: with few steps, an interruption can hit any step. */
  operationsBeforeYield: fc.constantFrom(3, 5, 11, 2_048)
})

type World = typeof world extends fc.Arbitrary<infer T> ? T : never

/** Each response is the number of its request, so that a caller can tell which one it got. */
const run = ({ answers, callers }: World) =>
  Effect.gen(function* () {
    yield* begin
    const begun: Array<number> = []
    const ends = new Map<number, "value" | "NotFound" | "TransportFailed">()
    const writes: Array<number> = []
    let clock = 0
    const tick = () => ++clock
    const http = scripted((_, index) => {
      const { outcome, takes } = answers[index % answers.length] ?? assert.fail()
      begun[index] = tick()
      ends.set(index, outcome === "success" ? "value" : outcome === "lost" ? "TransportFailed" : "NotFound")
      if (outcome === "lost") return { lost: "ECONNRESET", takes }
      return outcome === "success"
        ? { json: { id: index }, takes }
        : { status: 404, json: { message: `${index}` }, takes }
    })
    const service = yield* Layer.build(
      Things.service(http, {
        cache: HttpCache.layerNone,
        policies: Layer.succeed(Retry.RetryPolicy, { attempts: 1 })
      })
    )

    const ask = ({ id, kind }: World["callers"][number]) =>
      Effect.gen(function* () {
        if (kind === "write") {
          yield* Effect.exit(Things.create({ name: "x" })).pipe(Effect.ensuring(Effect.sync(() => writes.push(tick()))))
          return
        }
        const lastWrite = writes.at(-1) ?? 0
        const call = Things.get({ id })
        const result = yield* Effect.result(
          kind === "reload" ? Effect.provideService(call, HttpCache.CacheMode, "reload") : call
        )
        const at = yield* Clock.currentTimeMillis
        const index =
          result._tag === "Success"
            ? result.success.id
            : result.failure._tag === "NotFound"
              ? Number(result.failure.serviceMessage)
              : undefined
        if (index === undefined) {
          assert.strictEqual(result._tag === "Failure" && result.failure._tag, "TransportFailed")
          return
        }
        assert.strictEqual(ends.get(index), result._tag === "Success" ? "value" : "NotFound")
        const sent = http.sent[index] ?? assert.fail("a response to nothing")
        assert.strictEqual(sent.path, `/things/${id}`)
        assert.isAbove(begun[index] ?? 0, lastWrite, "a response to a request sent before a write had ended")
        assert.isAtLeast(at, epoch + sent.at)
      })

    const fibers = yield* Effect.forEach(callers, (one) =>
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.delay(Effect.provide(ask(one), service), one.after))
        if (one.patience !== undefined) {
          const { millis, steps } = one.patience
          yield* Effect.sleep(one.after + millis).pipe(
            Effect.andThen(Effect.replicateEffect(Effect.yieldNow, steps, { discard: true })),
            Effect.andThen(Fiber.interrupt(fiber)),
            Effect.forkChild
          )
        }
        return fiber
      })
    )
    for (let i = 0; i < 25; i++) {
      yield* Effect.replicateEffect(settle, 4, { discard: true })
      yield* TestClock.adjust(5)
    }
    yield* TestClock.adjust("1 minute")
    yield* Effect.replicateEffect(settle, 10, { discard: true })
    for (const [i, fiber] of fibers.entries()) {
      const exit = fiber.pollUnsafe() ?? assert.fail("a call never ended")
      if (exit._tag === "Success") continue
      assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
      assert.isDefined(callers[i]?.patience, "a caller was interrupted that had not given up")
    }
    const reads = callers.filter(({ kind }) => kind !== "write").length
    assert.isAtMost(http.sent.filter(({ method }) => method === "GET").length, reads)
    // Nothing stays behind: a read of each is sent anew.
    for (const id of [1, 2]) {
      const count = http.sent.length
      const last = yield* Effect.forkChild(Effect.exit(Effect.provide(Things.get({ id }), service)))
      yield* settle
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(last)
      assert.strictEqual(http.sent.length, count + 1)
    }
  }).pipe(Effect.scoped)

describe("any interleaving of callers", () => {
  it("gives each the response to a request that was sent after the writes that had ended before", async () => {
    const property = fc.asyncProperty(world, (world) =>
      run(world).pipe(
        Effect.provideService(Scheduler.MaxOpsBeforeYield, world.operationsBeforeYield),
        Effect.provide(TestClock.layer()),
        Effect.runPromise
      )
    )
    assert.isUndefined(fc.defaultReportMessage(await fc.check(property, { numRuns: runs(300) })))
  })
})
