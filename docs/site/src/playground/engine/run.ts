/** A run of a program, from its start to its end. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { token as defaultToken } from "forgecast/testing/ForgeSimulator"
import type { Command, Entry, FaultName, Report, WaitEntry } from "../protocol.ts"
import { Calls } from "./calls.ts"
import { Charts } from "./charts.ts"
import { dateBy, ProgramClock, realTimers } from "./clock.ts"
import { makeConsole } from "./console.ts"
import { entriesOf } from "./entries.ts"
import { describe } from "./failure.ts"
import { makeFetch } from "./fetch.ts"
import { format } from "./inspect.ts"
import { load, neededBy } from "./modules.ts"
import { loadPackages } from "./packages.ts"
import { evaluate, type Places, placesOf, type Program, programOf } from "./program.ts"
import { Responses } from "./responses.ts"
import { seedsOf } from "./seeds.ts"
import { contextOf, replacements } from "./services.ts"
import { timersBy } from "./timers.ts"
import { Simulators } from "./simulators.ts"
import { repositoriesOf } from "./state.ts"
import type * as Tests from "./tests/report.ts"

type Start = Extract<Command, { readonly _tag: "run" }>
type Ended = Extract<Report, { readonly _tag: "ended" }>

/** When runs begin: always at the same time, so that they print the same. */
const beginning = Date.UTC(2026, 11, 7, 9)

/** Real milliseconds between two looks at the simulators. */
const interval = 250

/** How many entries are reported. */
const mostEntries = 2_000

/** How long the worker may take to say that a Promise was rejected, in real milliseconds. */
const settling = 10

/** How long a stopped program may take to end, in real milliseconds. */
const grace = 300

export class Run {
  private readonly command: Start
  private readonly report: (report: Report) => void
  private readonly seal: () => void
  private readonly timers = realTimers()
  private readonly clock: ProgramClock
  private readonly calls = new Calls()
  private readonly charts = new Charts()
  private readonly responses = new Responses()
  private readonly simulators: Simulators
  private readonly fibers = new Set<Fiber.Fiber<unknown, unknown>>()
  private readonly sent = new Map<string, string>()
  /** Where the files of the program are. */
  private places: Places = new Map()
  private ended = false
  private failure: { readonly error: unknown } | undefined
  private looks = 0
  private hasStarted = false
  private hasPrinted = false
  private readonly stopping = new AbortController()
  /** Undefined for a program without tests. */
  private tests: typeof Tests | undefined
  /** The pauses that lasted at the last look. */
  private readonly waiting = new Map<string, WaitEntry>()

  /** `seal` ends what the page hands over: a program that runs asks it for nothing. */
  constructor(command: Start, report: (report: Report) => void, seal: () => void) {
    this.command = command
    this.report = report
    this.seal = seal
    this.clock = new ProgramClock(beginning, command.speed, this.timers)
    this.simulators = new Simulators(command.faults, this.clock)
  }

  setSpeed(speed: number): void {
    this.clock.setSpeed(speed)
  }

  add(fault: FaultName): void {
    this.simulators.add(fault)
  }

  /** Interrupts the program. */
  stop(): void {
    this.stopping.abort()
    for (const fiber of this.fibers) fiber.interruptUnsafe()
    const ended = Promise.all([...this.fibers].map((fiber) => Effect.runPromise(Fiber.await(fiber))))
    void Promise.race([ended, this.pause(grace)]).then(() => this.end({ _tag: "ended", outcome: "stopped", text: "" }))
  }

  /** Runs the program until it ends, and reports. */
  async start(): Promise<void> {
    this.report({ _tag: "started" })
    this.tick()
    try {
      const value = await this.evaluate()
      const tested = await this.test()
      await this.idle()
      if (this.failure !== undefined) throw this.failure.error
      if (tested !== undefined) return this.end({ _tag: "ended", ...tested })
      this.end({
        _tag: "ended",
        outcome: value === undefined && !this.acted ? "nothing" : "success",
        text: value === undefined ? "" : format([value])
      })
    } catch (error) {
      this.fail(error)
    }
  }

  /** Ends the run, which has failed. */
  fail(error: unknown): void {
    this.end({ _tag: "ended", outcome: "failure", text: describe(error, this.places) })
  }

  /** Whether the program exported, ran, asked or printed something. */
  private get acted(): boolean {
    return this.hasStarted || this.hasPrinted || this.simulators.journals.length > 0
  }

  private async evaluate(): Promise<unknown> {
    const { forge } = this.command.sketch
    const seeds = seedsOf(this.command.sketch)
    const program = programOf(this.command.sketch)
    // A program that calls the real service signs in as one does there.
    const [token] = forge === undefined ? [] : Object.keys(seeds.forge.tokens ?? { [defaultToken]: "" })
    const services = contextOf({
      clock: this.clock,
      tracer: this.calls.tracer,
      env: token === undefined ? {} : { GITHUB_TOKEN: token },
      observe: this.responses.observe
    })
    const started = (fiber: Fiber.Fiber<unknown, unknown>) => {
      this.fibers.add(fiber)
      fiber.addObserver(() => this.fibers.delete(fiber))
    }
    const main = (fiber: Fiber.Fiber<unknown, unknown>) =>
      fiber.addObserver((exit) => {
        if (Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
          this.failure ??= { error: Cause.squash(exit.cause) }
        }
      })
    const weather = await this.weatherFor(program)
    const require = await load(program.imports, {
      ...replacements(services, started, main, () => (this.hasStarted = true)),
      "forgecast/testing/ForgeSimulator": this.simulators.forge,
      ...(weather && { "forgecast/testing/WeatherSimulator": weather })
    })
    await loadPackages(program.text)
    if (program.imports.has("@effect/vitest")) {
      this.tests = await import("./tests/report.ts")
      this.tests.runBy((effect, options) =>
        Effect.runPromiseWith(services)(effect, { ...options, onFiberStart: started })
      )
    }
    this.seal()
    Object.assign(
      console,
      makeConsole((report) => {
        this.hasPrinted = true
        this.report(report)
      })
    )
    Object.assign(globalThis, {
      Date: dateBy(this.clock),
      ...timersBy(this.clock),
      fetch: makeFetch(
        Effect.all([this.simulators.service(seeds.forge), ...(weather ? [weather.service(seeds.weather)] : [])]),
        (effect, signal) => Effect.runPromiseWith(services)(effect, signal && { signal })
      )
    })
    this.places = placesOf(program)
    const { default: exported } = await evaluate(this.places, require)
    if (!Effect.isEffect(exported)) return exported
    this.hasStarted = true
    const simulators = Layer.mergeAll(
      this.simulators.forge.layer(seeds.forge),
      weather?.layer(seeds.weather) ?? Layer.empty
    )
    // The cast is the program's word: the compiler has checked it in the editor.
    const provided = Effect.provide(exported as Effect.Effect<unknown, unknown>, simulators)
    return Effect.runPromiseWith(services)(provided, { onFiberStart: started })
  }

  /** Runs the tests that the program has declared. Returns how they ended; undefined if there are none. */
  private async test(): Promise<Pick<Ended, "outcome" | "text"> | undefined> {
    const ended = await this.tests?.reportTests({
      signal: this.stopping.signal,
      now: this.timers.now,
      places: this.places,
      report: this.report
    })
    if (ended !== undefined) this.hasStarted = true
    return ended
  }

  /** The weather services, for a program that imports something of them, names them or has a seed for them. */
  private async weatherFor({ imports, text }: Program) {
    const { weather } = this.command.sketch
    const isNeeded =
      weather !== undefined ||
      /open-?meteo/i.test(text) ||
      neededBy(imports).some((module) => /^forgecast(\/testing)?($|\/weather)/i.test(module))
    if (!isNeeded) return undefined
    const { makeWeather } = await import("./weather.ts")
    return makeWeather(this.simulators, (url, body) =>
      body.pipe(
        Effect.map((answer) => this.charts.add(url, answer)),
        Effect.ignore
      )
    )
  }

  /** Waits for all fibers, and for those that they have started. */
  private async idle(): Promise<void> {
    do {
      await Promise.all([...this.fibers].map((fiber) => Effect.runPromise(Fiber.await(fiber))))
      // What a Promise starts next, and rejections that nobody handles.
      await this.pause(settling)
    } while (this.fibers.size > 0)
  }

  private pause(millis: number): Promise<void> {
    return new Promise((resolve) => this.timers.start(resolve, millis))
  }

  private tick(): void {
    if (this.ended) return
    this.look(this.looks++ % 2 === 1)
    this.timers.start(() => this.tick(), interval)
  }

  private end(ended: Ended): void {
    if (this.ended) return
    this.ended = true
    this.look(true)
    this.report(ended)
  }

  /** Reports what has changed. */
  private look(wholly: boolean): void {
    this.changed({ _tag: "clock", now: Math.round(this.clock.shown) })
    const moment = { now: this.clock.shown, wakesAt: (spanId: string) => this.clock.wakesAt(spanId) }
    const entries = entriesOf(this.simulators.journals, this.calls.all, moment, this.responses).slice(0, mostEntries)
    const news = [...entries, ...this.gone(entries)].filter((entry) => this.isNew(entry.id, entry))
    if (news.length > 0) this.report({ _tag: "entries", entries: news })
    if (!wholly) return
    const forges = this.simulators.forges
    if (forges.length > 0) this.changed({ _tag: "state", repositories: repositoriesOf(forges) })
    if (this.charts.all.length > 0) this.changed({ _tag: "charts", charts: this.charts.all })
  }

  /** The pauses that ended with their call, before it sent anything. */
  private gone(entries: ReadonlyArray<Entry>): ReadonlyArray<Entry> {
    const ids = new Set(entries.map(({ id }) => id))
    const past = [...this.waiting.values()].filter(({ id }) => !ids.has(id))
    this.waiting.clear()
    for (const entry of entries) if (entry._tag === "wait" && entry.endedAt === null) this.waiting.set(entry.id, entry)
    return past.map((wait) => ({ ...wait, endedAt: this.clock.currentTimeMillisUnsafe(), until: null }))
  }

  private changed(report: Report): void {
    if (this.isNew(report._tag, report)) this.report(report)
  }

  private isNew(key: string, value: unknown): boolean {
    const text = JSON.stringify(value)
    if (this.sent.get(key) === text) return false
    this.sent.set(key, text)
    return true
  }
}
