import * as Effect from "effect/Effect"
import * as Duration from "effect/Duration"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { dateBy, ProgramClock, type Timers } from "../../../docs/site/src/playground/engine/clock.ts"

const start = Date.UTC(2030, 0, 1)

/** Real time that a test moves on. */
const makeTimers = () => {
  let now = 0
  let busy = false
  let pending: { readonly at: number; readonly callback: () => void } | undefined
  const timers: Timers = {
    now: () => now,
    start: (callback, millis) => (pending = { at: now + millis, callback }),
    stop: (timer) => {
      if (timer === pending) pending = undefined
    },
    isBusy: () => busy
  }
  /** Passes real milliseconds. What wakes up gets its turn. */
  const pass = async (millis: number) => {
    const end = now + millis
    await Promise.resolve()
    while (pending !== undefined && pending.at <= end) {
      const { at, callback } = pending
      now = at
      pending = undefined
      callback()
      await new Promise((resolve) => setImmediate(resolve))
    }
    now = end
  }
  const work = (isBusy: boolean): void => void (busy = isBusy)
  return { timers, pass, work }
}

const sleeping = (clock: ProgramClock, duration: Duration.Input, done: () => void) =>
  Effect.runFork(Effect.map(clock.sleep(Duration.fromInputUnsafe(duration)), done))

describe("the program's clock", () => {
  it("passes an hour in a second at a speed of 3,600", async () => {
    const { pass, timers } = makeTimers()
    const clock = new ProgramClock(start, 3_600, timers)
    const woken: Array<number> = []
    sleeping(clock, "1 hour", () => woken.push(clock.currentTimeMillisUnsafe()))
    await pass(999)
    assert.deepStrictEqual(woken, [])
    await pass(1)
    assert.deepStrictEqual(woken, [start + 3_600_000])
  })

  it("stands still while the program waits for work that takes real time", async () => {
    const { pass, timers, work } = makeTimers()
    const clock = new ProgramClock(start, 1_000, timers)
    const woken: Array<number> = []
    sleeping(clock, "1 second", () => woken.push(clock.currentTimeMillisUnsafe()))
    work(true)
    await pass(10_000)
    assert.deepStrictEqual(woken, [])
    work(false)
    await pass(5)
    assert.deepStrictEqual(woken, [start + 1_000])
  })

  it("wakes sleepers in their order, each at its time", async () => {
    const { pass, timers } = makeTimers()
    const clock = new ProgramClock(start, 1_000, timers)
    const woken: Array<string> = []
    const note = (name: string) => () => woken.push(`${name} ${clock.currentTimeMillisUnsafe() - start}`)
    sleeping(clock, "3 seconds", note("c"))
    sleeping(clock, "1 second", note("a"))
    sleeping(clock, "1 second", note("b"))
    await pass(100)
    assert.deepStrictEqual(woken, ["a 1000", "b 1000", "c 3000"])
  })

  it("stands still while the program works", async () => {
    const { pass, timers } = makeTimers()
    const clock = new ProgramClock(start, 60, timers)
    await pass(1_000)
    assert.strictEqual(clock.currentTimeMillisUnsafe(), start)
    assert.strictEqual(clock.shown, start)
  })

  it("shows the time that passes in a pause, and follows the speed", async () => {
    const { pass, timers } = makeTimers()
    const clock = new ProgramClock(start, 60, timers)
    let isAwake = false
    sleeping(clock, "1 minute", () => (isAwake = true))
    await pass(500)
    assert.strictEqual(clock.shown, start + 30_000)
    clock.setSpeed(0)
    await pass(10_000)
    assert.strictEqual(clock.shown, start + 30_000)
    assert.isFalse(isAwake)
    clock.setSpeed(30)
    await pass(999)
    assert.isFalse(isAwake)
    await pass(1)
    assert.isTrue(isAwake)
  })

  it("forgets sleepers that are interrupted", async () => {
    const { pass, timers } = makeTimers()
    const clock = new ProgramClock(start, 1, timers)
    const woken: Array<number> = []
    const first = sleeping(clock, "1 second", () => woken.push(1))
    sleeping(clock, "5 seconds", () => woken.push(5))
    await Effect.runPromise(Fiber.interrupt(first))
    await pass(5_000)
    assert.deepStrictEqual(woken, [5])
    assert.strictEqual(clock.currentTimeMillisUnsafe(), start + 5_000)
  })

  it("is the time of dates", () => {
    const Dates = dateBy(new ProgramClock(start, 1, makeTimers().timers))
    assert.strictEqual(Dates.now(), start)
    assert.strictEqual(new Dates().getTime(), start)
    assert.strictEqual(new Dates(5).getTime(), 5)
    assert.instanceOf(new Dates(), Date)
  })
})
