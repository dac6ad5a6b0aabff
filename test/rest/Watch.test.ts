import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { type Bounds, type Watch, Watchdog } from "../../src/rest/Watch.ts"
import { begin, pass, start } from "./support/time.ts"

/** Runs an exchange until its time is up, as those who have a watchdog do. */
const watched = (bounds: Bounds, exchange: (watch: Watch) => Effect.Effect<string>) =>
  Effect.flatMap(Clock.Clock, (clock) => {
    const watchdog = new Watchdog(bounds, clock)
    const guard: Effect.Effect<never, string> = Effect.suspend(() => {
      const next = watchdog.check()
      return typeof next === "string" ? Effect.fail(next) : Effect.andThen(Effect.sleep(next), guard)
    })
    return Effect.raceFirst(exchange(watchdog), guard)
  })

const under = (bounds: Bounds, exchange: (watch: Watch) => Effect.Effect<string>) =>
  Effect.andThen(begin, start(watched(bounds, exchange)))

const timedOut = (waitedFor: string, milliseconds: number) => Exit.fail(`waited ${milliseconds} ms for ${waitedFor}`)

/** A response whose head arrives after `head`, with pauses between the pieces of its body. */
const answer =
  (head: number, ...silences: ReadonlyArray<number>) =>
  (watch: Watch) =>
    Effect.gen(function* () {
      watch.awaitHead()
      yield* Effect.sleep(head)
      for (const silence of silences) {
        watch.awaitBody()
        yield* Effect.sleep(silence)
      }
      return "done"
    })

describe("a watchdog", () => {
  it.effect("lets an exchange finish in time", () =>
    Effect.gen(function* () {
      const running = yield* under({ head: 1_000, silence: 500, total: Infinity }, answer(999, 499, 499, 499))
      yield* pass("1 minute")
      assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
      assert.strictEqual(running.endedAt(), 999 + 3 * 499)
    })
  )

  it.effect("limits the wait for the head", () =>
    Effect.gen(function* () {
      const running = yield* under({ head: 1_000, silence: 500, total: Infinity }, answer(5_000))
      yield* pass("1 minute")
      assert.deepStrictEqual(running.exit(), timedOut("the head of the response", 1_000))
      assert.strictEqual(running.endedAt(), 1_000)
    })
  )

  for (const [head, silence] of [
    [30_000, 500],
    [500, 30_000]
  ] as const) {
    it.effect(`ends a silence after exactly ${silence} ms, with ${head} ms for the head`, () =>
      Effect.gen(function* () {
        const running = yield* under({ head, silence, total: Infinity }, answer(100, 400, 300, 60_000))
        yield* pass("5 minutes")
        assert.deepStrictEqual(running.exit(), timedOut("the body to continue", silence))
        assert.strictEqual(running.endedAt(), 800 + silence)
      })
    )
  }

  it.effect("gives each head its own time: that of a redirect, and that of its target", () =>
    Effect.gen(function* () {
      const running = yield* under({ head: 1_000, silence: 1_000, total: Infinity }, (watch) =>
        answer(900)(watch).pipe(Effect.andThen(answer(900)(watch)))
      )
      yield* pass("1 minute")
      assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
    })
  )

  it.effect("allows the head its time when the time for silence is 0", () =>
    Effect.gen(function* () {
      const running = yield* under({ head: 1_000, silence: 0, total: Infinity }, answer(999))
      yield* pass("1 minute")
      assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
    })
  )

  describe("the lowest speed", () => {
    const bounds = { head: 30_000, silence: 30_000, total: Infinity, speed: { bytesPerSecond: 100, over: 1_000 } }

    /** A body whose pieces arrive at intervals; the consumer takes its time with each. */
    const body = (pieces: number, bytes: number, every: number, consumer: number) => (watch: Watch) =>
      Effect.gen(function* () {
        for (let i = 0; i < pieces; i++) {
          watch.awaitBody()
          yield* Effect.sleep(every)
          watch.moved(bytes)
          watch.rest()
          yield* Effect.sleep(consumer)
        }
        return "done"
      })

    it.effect("ends a body that is slower", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, body(100, 9, 130, 0))
        yield* pass("1 hour")
        const why = "too slow: 63 bytes in 1000 ms, fewer than 100 a second"
        assert.deepStrictEqual(running.exit(), Exit.fail(why))
        assert.strictEqual(running.endedAt(), 1_000)
      })
    )

    it.effect("ends a body that becomes slower", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, (watch) =>
          Effect.andThen(body(7, 1_000, 130, 0)(watch), body(100, 1, 130, 0)(watch))
        )
        yield* pass("1 hour")
        assert.strictEqual(running.endedAt(), 2_000)
      })
    )

    it.effect("lets a body pass that is as fast", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, body(100, 15, 130, 0))
        yield* pass("1 hour")
        assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
      })
    )

    it.effect("does not count the time of the consumer", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, body(100, 15, 130, 5_000))
        yield* pass("1 hour")
        assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
      })
    )

    it.effect("does not count the wait for a head", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, answer(20_000))
        yield* pass("1 hour")
        assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
      })
    )

    it.effect("counts the time in which a request is sent", () =>
      Effect.gen(function* () {
        const running = yield* under(bounds, (watch) =>
          Effect.gen(function* () {
            watch.moved(50)
            watch.awaitSent()
            return yield* Effect.as(Effect.sleep(20_000), "done")
          })
        )
        yield* pass("1 hour")
        assert.strictEqual(running.endedAt(), 1_000)
      })
    )
  })

  it.effect("can be disabled", () =>
    Effect.gen(function* () {
      const running = yield* under({ head: Infinity, silence: Infinity, total: Infinity }, answer(1e9, 1e9))
      yield* pass("100 days")
      assert.deepStrictEqual(running.exit(), Exit.succeed("done"))
    })
  )

  it.effect("stops the exchange when its time is up, and itself when the exchange ends", () =>
    Effect.gen(function* () {
      let stopped = 0
      const hanging = (watch: Watch) => {
        watch.awaitHead()
        return Effect.onInterrupt(Effect.never, () => Effect.sync(() => void stopped++))
      }
      const first = yield* under({ head: 1_000, silence: 1_000, total: Infinity }, hanging)
      yield* pass(1_000)
      assert.isTrue(Exit.isFailure(yield* Fiber.await(first.fiber)))
      assert.strictEqual(stopped, 1)
      const second = yield* start(watched({ head: 1_000, silence: 1_000, total: Infinity }, hanging))
      yield* Fiber.interrupt(second.fiber)
      assert.strictEqual(stopped, 2)
    })
  )
})
