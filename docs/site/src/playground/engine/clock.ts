/** The program's time, which passes as fast as the page says. */
import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { awaited } from "../sandbox/crypto.ts"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
  /** What it sleeps in. */
  readonly span: Tracer.AnySpan | undefined
}

/** What the clock needs of real time. */
export interface Timers {
  readonly now: () => number
  readonly start: (callback: () => void, millis: number) => unknown
  readonly stop: (timer: unknown) => void
  /** Whether the program waits for work that takes real time. */
  readonly isBusy: () => boolean
}

/** Those of the browser, as they are now: the program may replace them. */
export const realTimers = (): Timers => {
  const { clearTimeout, performance, setTimeout } = globalThis
  return {
    now: () => performance.now(),
    start: (callback, millis) => setTimeout(callback, millis),
    // The cast is safe: `start` made it.
    stop: (timer) => clearTimeout(timer as number),
    isBusy: () => awaited.count > 0
  }
}

/** Real milliseconds of the shortest pause: work that waits for a Promise gets as long, however fast the time is. */
const shortest = 5

const longest = 2 ** 31 - 1

/** Whether a span is, or is part of, the one with this id. */
const isWithin = (span: Tracer.AnySpan | undefined, spanId: string): boolean =>
  span !== undefined &&
  (span.spanId === spanId || (span._tag === "Span" && isWithin(Option.getOrUndefined(span.parent), spanId)))

const nanos = (millis: number): bigint => BigInt(Math.round(millis * 1_000_000))

/**
 * A clock that stands still while the program works, and moves on to the next sleeper when all of it sleeps. So a run
 * shows the same times whatever the machine and the speed.
 */
export class ProgramClock implements Clock.Clock {
  private readonly startedAt: number
  private time: number
  private speed: number
  private readonly timers: Timers
  /** The first to wake comes first. */
  private readonly sleepers: Array<Sleeper> = []
  private timer: unknown
  /** Real time at which the pause began, or the speed changed. */
  private pausedAt: number
  /** Milliseconds of the program that had passed in the pause by then. */
  private passed = 0

  /** Starts at `time`, in epoch milliseconds. */
  constructor(time: number, speed: number, timers: Timers) {
    this.startedAt = time
    this.time = time
    this.speed = speed
    this.timers = timers
    this.pausedAt = timers.now()
  }

  /** The time to show: it passes while the program sleeps. */
  get shown(): number {
    const [first] = this.sleepers
    if (first === undefined) return this.time
    return Math.min(first.at, this.time + this.passed + (this.timers.now() - this.pausedAt) * this.speed)
  }

  /** Seconds of the program in a real second. 0 stops the time. */
  setSpeed(speed: number): void {
    this.passed = this.shown - this.time
    this.pausedAt = this.timers.now()
    this.speed = speed
    this.plan()
  }

  private plan(): void {
    this.timers.stop(this.timer)
    const [first] = this.sleepers
    if (first === undefined || this.speed <= 0) return
    const left = (first.at - this.shown) / this.speed
    this.timer = this.timers.start(() => this.advance(), Math.min(Math.max(left, shortest), longest))
  }

  private advance(): void {
    const [first] = this.sleepers
    // A timer may fire a moment early.
    if (first === undefined || this.shown < first.at || this.timers.isBusy()) return this.plan()
    this.time = Math.max(this.time, first.at)
    const later = this.sleepers.findIndex(({ at }) => at > first.at)
    const due = this.sleepers.splice(0, later === -1 ? this.sleepers.length : later)
    this.begin()
    for (const { wake } of due) wake()
    this.plan()
  }

  private begin(): void {
    this.passed = 0
    this.pausedAt = this.timers.now()
  }

  private add(sleeper: Sleeper): void {
    if (this.sleepers.length === 0) this.begin()
    const index = this.sleepers.findIndex(({ at }) => at > sleeper.at)
    this.sleepers.splice(index === -1 ? this.sleepers.length : index, 0, sleeper)
    if (this.sleepers[0] === sleeper) this.plan()
  }

  private remove(sleeper: Sleeper): void {
    const index = this.sleepers.indexOf(sleeper)
    // Its timer finds nobody, and plans again.
    if (index !== -1) this.sleepers.splice(index, 1)
  }

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    const millis = Duration.toMillis(duration)
    if (millis <= 0) return Effect.yieldNow
    if (!Number.isFinite(millis)) return Effect.never
    return Effect.flatMap(Effect.serviceOption(Tracer.ParentSpan), (parent) =>
      Effect.callback((resume) => {
        const cancel = this.wakeIn(millis, () => resume(Effect.void), Option.getOrUndefined(parent))
        return Effect.sync(cancel)
      })
    )
  }

  /** Calls back once this time has passed. Returns what cancels that. */
  wakeIn(millis: number, wake: () => void, span?: Tracer.AnySpan): () => void {
    // Times are whole milliseconds, as those of the system are.
    const sleeper = { at: this.time + Math.ceil(millis), wake, span }
    this.add(sleeper)
    return () => this.remove(sleeper)
  }

  /** When something that sleeps in a span wakes first, if anything does. */
  wakesAt(spanId: string): number | undefined {
    return this.sleepers.find(({ span }) => isWithin(span, spanId))?.at
  }

  currentTimeMillisUnsafe(): number {
    return this.time
  }
  readonly currentTimeMillis = Effect.sync(() => this.time)
  currentTimeNanosUnsafe(): bigint {
    return nanos(this.time)
  }
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  monotonicTimeNanosUnsafe(): bigint {
    return nanos(this.time - this.startedAt)
  }
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())
}

/** `Date` by a clock. */
export const dateBy = (clock: ProgramClock): DateConstructor => {
  const now = () => clock.currentTimeMillisUnsafe()
  return new Proxy(Date, {
    // The cast is safe: `Date` makes objects.
    construct: (target, args: ReadonlyArray<unknown>, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new Date(now()).toString(),
    get: (target, key, receiver): unknown => (key === "now" ? now : Reflect.get(target, key, receiver))
  })
}
