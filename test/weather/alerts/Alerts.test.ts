import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Alerts from "../../../src/weather/Alerts.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import { ServiceUnavailable } from "../../../src/rest/RestError.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import { pass } from "../../rest/support/time.ts"
import { seriesOf } from "../series/support/arbitrarySeries.ts"

const nan = Number.NaN
const hour = 3_600_000

/** Gusts of hours from an hour on. */
const gusts = (values: ReadonlyArray<number>, start = 0) =>
  seriesOf({ gusts: values }, { start: start * hour, step: hour, units: { gusts: "km/h" } })

const storm = { column: "gusts", above: 90, until: 75, shift: 0 } as const

/** The events of forecasts that are read in hours. */
const told = (
  rule: Alerts.Rule<"gusts">,
  ...forecasts: ReadonlyArray<readonly [now: number, values: ReadonlyArray<number>, start?: number]>
) => {
  let state = Alerts.none
  return forecasts.map(([now, values, start]) => {
    const [after, events] = Alerts.next(state, gusts(values, start), rule, now * hour)
    state = after
    return events.map((event) => {
      const { from, id, peak, to } = event.alert
      assert.strictEqual(DateTime.toEpochMillis(event.at), now * hour)
      return [event._tag === "Ended" ? event.reason : "begun", from / hour, to / hour, peak, Date.parse(id) / hour]
    })
  })
}

describe("an alert", () => {
  it("begins where the threshold is reached, and lasts until it falls below the second one", () => {
    assert.deepStrictEqual(told(storm, [0, [0, 80, 90, 95, 75, 74.9, 89.9]]), [[["begun", 2, 5, 95, 2]]])
    assert.deepStrictEqual(told(storm, [0, [89.9, 89.9]]), [[]])
    assert.deepStrictEqual(told({ column: "gusts", above: 90 }, [0, [90, 89.9, 90]]), [
      [
        ["begun", 0, 1, 90, 0],
        ["begun", 2, 3, 90, 2]
      ]
    ])
  })

  it("is of values below a threshold as well", () => {
    const frost = { column: "gusts", below: 0, until: 2, shift: 0 } as const
    assert.deepStrictEqual(told(frost, [0, [5, 1, 0, -3, 2, 2.1]]), [[["begun", 2, 5, -3, 2]]])
  })

  it("holds while it does not fall below the second threshold, and then ends", () => {
    assert.deepStrictEqual(
      told(storm, [0, [0, 0, 0, 95]], [1, [0, 0, 0, 80]], [2, [0, 0, 0, 90]], [2, [0, 0, 0, 70]]),
      [[["begun", 3, 4, 95, 3]], [], [], [["withdrawn", 3, 4, 90, 3]]]
    )
  })

  it("is over when its time has passed", () => {
    assert.deepStrictEqual(told(storm, [0, [0, 95, 0, 0]], [1, [0, 95, 0, 0]], [2, [0, 95, 0, 0]], [3, [0, 95, 0]]), [
      [["begun", 1, 2, 95, 1]],
      [],
      [["over", 1, 2, 95, 1]],
      []
    ])
    // An instant before its end, it is not.
    assert.deepStrictEqual(told(storm, [0, [0, 95, 0, 0]], [1.999, [0, 95, 0, 0]])[1], [])
  })

  it("is the same if its spell moves, as far as the rule allows", () => {
    const moving = { ...storm, shift: "2 hours" } as const
    const first = [0, [0, 95, 0, 0, 0, 0]] as const
    assert.deepStrictEqual(told(moving, first, [0, [0, 0, 0, 0, 95, 0]])[1], [])
    assert.deepStrictEqual(told(moving, first, [0, [0, 0, 0, 0, 0, 95]])[1], [
      ["withdrawn", 1, 2, 95, 1],
      ["begun", 5, 6, 95, 5]
    ])
    // By default, three hours.
    const usual = { column: "gusts", above: 90 } as const
    assert.deepStrictEqual(told(usual, [0, [0, 95]], [0, [0, 0, 0, 0, 0, 95]])[1], [])
    assert.strictEqual(told(usual, [0, [0, 95]], [0, [0, 0, 0, 0, 0, 0, 95]])[1]?.length, 2)
  })

  it("takes the nearest of several spells, and ends if another one has it", () => {
    const two = told({ ...storm, shift: "9 hours" }, [0, [0, 95, 0, 0, 99]], [0, [0, 96, 0, 0, 98]])
    assert.deepStrictEqual(two[1], [])
    const merged = told({ ...storm, shift: 0 }, [0, [0, 95, 0, 0, 99]], [0, [0, 95, 95, 95, 99]])
    assert.deepStrictEqual(merged[1], [["merged", 4, 5, 99, 4]])
  })

  it("may be missing from as many forecasts as the rule allows", () => {
    const patient = { ...storm, forecasts: 2 } as const
    const [calm, stormy] = [
      [0, [0, 0, 0, 0]],
      [0, [0, 0, 0, 95]]
    ] as const
    assert.deepStrictEqual(
      told(patient, stormy, calm, stormy, calm, calm).map((events) => events.map(([what]) => what)),
      [["begun"], [], [], [], ["withdrawn"]]
    )
  })

  it("neither begins nor ends with a missing value", () => {
    assert.deepStrictEqual(told(storm, [0, [nan, 95, nan, 95, nan]]), [[["begun", 1, 4, 95, 1]]])
  })

  it("has its begin, also if forecasts no longer have the past", () => {
    const [, , ended] = told(storm, [0, [95, 95, 95, 0]], [2, [95, 0], 2], [3, [0], 3])
    assert.deepStrictEqual(ended, [["over", 0, 3, 95, 0]])
  })

  it("is plain data", () => {
    const [state] = Alerts.next(Alerts.none, gusts([95]), storm, 0)
    const codec = Schema.toCodecJson(Alerts.State)
    const json: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(codec)(state)))
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(json), state)
  })
})

/** Forecasts, one after the other, and then the last one. */
const readings = (...forecasts: ReadonlyArray<ReturnType<typeof gusts> | ServiceUnavailable>) => {
  let reads = 0
  const read = Effect.suspend(() => {
    const forecast = forecasts[Math.min(reads++, forecasts.length - 1)] ?? gusts([])
    return forecast instanceof ServiceUnavailable ? Effect.fail(forecast) : Effect.succeed(forecast)
  })
  return { read, count: () => reads }
}

const collected = <E, R>(stream: Stream.Stream<Alerts.Event, E, R>) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    const fiber = yield* Effect.forkChild(
      Stream.runForEach(stream, ({ _tag }) => Effect.sync(() => void seen.push(_tag)))
    )
    return { seen, fiber }
  })

const outage = ServiceUnavailable.make({
  operation: "Forecast.get",
  method: "GET",
  url: "https://api.example.com/v1/forecast",
  status: 503,
  requestId: null,
  message: "overloaded",
  serviceMessage: null,
  documentationUrl: null,
  retryAfter: null
})

const [calm, stormy] = [gusts([0, 0], 48), gusts([0, 95], 48)]

describe("watch", () => {
  it.effect("reads at once, and every hour by default", () =>
    Effect.gen(function* () {
      const { count, read } = readings(calm, stormy, stormy, calm)
      const { fiber, seen } = yield* collected(Alerts.watch(read, storm))
      yield* TestClock.adjust(0)
      assert.deepStrictEqual([count(), seen], [1, []])
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(count(), 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([count(), seen], [2, ["Begun"]])
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual([count(), seen], [4, ["Begun", "Ended"]])
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("reads as the schedule says, and ends with it", () =>
    Effect.gen(function* () {
      const { count, read } = readings(stormy)
      const schedule = Schedule.max([Schedule.spaced("3 hours"), Schedule.recurs(2)])
      const { fiber, seen } = yield* collected(Alerts.watch(read, storm, { schedule }))
      yield* TestClock.adjust("6 hours")
      yield* Fiber.join(fiber)
      assert.deepStrictEqual([count(), seen], [3, ["Begun"]])
    })
  )

  it.effect("reads whenever the model is updated, ten minutes later", () =>
    Effect.gen(function* () {
      let available = 0
      let outages = 0
      const { count, read } = readings(calm)
      const updates = Effect.suspend(() =>
        outages-- > 0
          ? Effect.fail(outage)
          : Effect.succeed({
              last_run_availability_time: DateTime.makeUnsafe(available),
              update_interval_seconds: 10_800
            })
      )
      const { fiber } = yield* collected(Alerts.watch(read, storm, { updates }))
      yield* TestClock.adjust(0)
      assert.strictEqual(count(), 1)
      // In time: at 3:00, and read at 3:10.
      available = 3 * hour
      yield* TestClock.adjust("189 minutes")
      assert.strictEqual(count(), 1)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(count(), 2)
      // Late: not yet at 6:10, but at 6:15. It is seen at 6:20, and read at 6:25.
      yield* TestClock.adjust("185 minutes")
      available = 6.25 * hour
      yield* TestClock.adjust("9 minutes")
      assert.strictEqual(count(), 2)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(count(), 3)
      // At 9:25 there is an outage, after which it is looked for again.
      outages = 1
      available = 9.25 * hour
      yield* TestClock.adjust("189 minutes")
      assert.strictEqual(count(), 3)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(count(), 4)
      yield* Fiber.interrupt(fiber)
      const broken = Alerts.watch(read, storm, { updates: Effect.fail("broken" as const) })
      assert.strictEqual(yield* Effect.flip(Stream.runDrain(broken)), "broken")
    })
  )

  it.effect("goes on after an outage, but not of the first read", () =>
    Effect.gen(function* () {
      const { read } = readings(calm, outage, stormy)
      const { fiber, seen } = yield* collected(Alerts.watch(read, storm))
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(seen, ["Begun"])
      yield* Fiber.interrupt(fiber)
      const first = yield* Effect.flip(Stream.runDrain(Alerts.watch(readings(outage).read, storm)))
      assert.strictEqual(first._tag, "ServiceUnavailable")
      const last = Alerts.watch(readings(calm, outage).read, storm, { schedule: Schedule.recurs(1) })
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(last)))._tag, "ServiceUnavailable")
    })
  )

  it.effect("fails with the first failure that is not passing", () =>
    Effect.gen(function* () {
      let reads = 0
      const read = Effect.suspend(() => (reads++ === 0 ? Effect.succeed(calm) : Effect.fail("broken" as const)))
      const running = yield* Effect.forkChild(Effect.flip(Stream.runDrain(Alerts.watch(read, storm))))
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* Fiber.join(running), "broken")
    })
  )

  it.effect("refuses rules that end before they begin, without a read", () =>
    Effect.gen(function* () {
      const { count, read } = readings(calm)
      const fieldOf = (rule: Alerts.Rule<"gusts">) =>
        Effect.map(Effect.flip(Stream.runDrain(Alerts.watch(read, rule))), (error) =>
          error._tag === "InvalidRule" ? error.field : error
        )
      const column = "gusts"
      assert.strictEqual(yield* fieldOf({ column, above: 90, until: 90.1 }), "until")
      assert.strictEqual(yield* fieldOf({ column, below: 0, until: -0.1 }), "until")
      assert.strictEqual(yield* fieldOf({ column, above: 90, until: nan }), "until")
      assert.strictEqual(yield* fieldOf({ column, above: nan }), "above")
      assert.strictEqual(yield* fieldOf({ column, below: Infinity }), "below")
      assert.strictEqual(yield* fieldOf({ column, above: 90, forecasts: 0 }), "forecasts")
      assert.strictEqual(yield* fieldOf({ column, above: 90, forecasts: 1.5 }), "forecasts")
      assert.strictEqual(count(), 0)
      const once = { schedule: Schedule.recurs(0) }
      yield* Stream.runDrain(Alerts.watch(read, { column, above: 90, until: 90 }, once))
      yield* Stream.runDrain(Alerts.watch(read, { column, below: 90, until: 90 }, once))
    })
  )

  it.effect("is of the forecast of a place", () =>
    Effect.gen(function* () {
      const oslo = { latitude: 59.91, longitude: 10.75 }
      const simulator = yield* WeatherSimulator.WeatherSimulator
      const forecast = Forecast.get({ ...oslo, hourly: ["wind_gusts_10m"], forecast_days: 3 })
      const read = Effect.map(forecast, ({ hourly }) => hourly)
      const { fiber, seen } = yield* collected(Alerts.watch(read, { column: "wind_gusts_10m", above: 100, until: 80 }))
      yield* pass("1 hour")
      assert.deepStrictEqual(seen, [])
      yield* simulator.seed({ spells: [WeatherSimulator.storm({ ...oslo, from: { in: "1 day" } })] })
      // More than the retries of one read.
      yield* simulator.faults.add(Faults.unavailable({ operation: "Forecast.get", times: 8 }))
      for (let minute = 0; minute < 240; minute += 10) yield* pass("10 minutes")
      assert.deepStrictEqual(seen, ["Begun"])
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.provide(WeatherSimulator.layer()))
  )
})

describe("watchDurable", () => {
  const once = { schedule: Schedule.recurs(0) }

  const ran = (read: ReturnType<typeof readings>["read"], store: KeyValueStore.KeyValueStore) =>
    Stream.runCollect(Alerts.watchDurable("storm", read, storm, once)).pipe(
      Effect.map((events) => events.map(({ _tag }) => _tag)),
      Effect.provideService(KeyValueStore.KeyValueStore, store)
    )

  const stored = Effect.scoped(Effect.map(Layer.build(KeyValueStore.layerMemory), (context) => context))

  it.effect("goes on from the state of the program before", () =>
    Effect.gen(function* () {
      const store = yield* Effect.provide(Effect.service(KeyValueStore.KeyValueStore), yield* stored)
      assert.deepStrictEqual(yield* ran(readings(stormy).read, store), ["Begun"])
      assert.deepStrictEqual(yield* ran(readings(stormy).read, store), [])
      assert.deepStrictEqual(yield* ran(readings(calm).read, store), ["Ended"])
      assert.deepStrictEqual(yield* ran(readings(calm).read, store), [])
    })
  )

  it.effect("tells events again that the program has not worked on", () =>
    Effect.gen(function* () {
      const store = yield* Effect.provide(Effect.service(KeyValueStore.KeyValueStore), yield* stored)
      const killed = Alerts.watchDurable("storm", readings(stormy).read, storm).pipe(
        Stream.runForEach(() => Effect.fail("killed" as const)),
        Effect.provideService(KeyValueStore.KeyValueStore, store)
      )
      assert.strictEqual(yield* Effect.flip(killed), "killed")
      assert.deepStrictEqual(yield* ran(readings(stormy).read, store), ["Begun"])
    })
  )

  it.effect("fails if the state is none", () =>
    Effect.gen(function* () {
      const store = yield* Effect.provide(Effect.service(KeyValueStore.KeyValueStore), yield* stored)
      yield* store.set("storm", "[{}]")
      assert.strictEqual((yield* Effect.flip(ran(readings(stormy).read, store)))._tag, "SchemaError")
    })
  )
})
