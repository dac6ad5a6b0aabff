/** Series of one's own: from columns, rows, CSV and Arrow. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import * as ApacheArrow from "apache-arrow"
import * as fc from "fast-check"
import * as Arrow from "../../../src/weather/Arrow.ts"
import * as Held from "../../../src/weather/internal/series/held.ts"
import { fromIpc, fromTable } from "../../../src/weather/series/FromArrow.ts"
import * as Gaps from "../../../src/weather/series/Gaps.ts"
import * as Series from "../../../src/weather/Series.ts"
import { runs } from "../../depth.ts"
import { seriesOf } from "./support/arbitrarySeries.ts"
import { hour, randomSeries } from "./support/pandas.ts"

const none = Number.NaN

const reason = <E extends { readonly reason: string }>(result: Result.Result<unknown, E>): string =>
  Result.match(result, { onFailure: (error) => error.reason, onSuccess: () => "none" })

const isoOf = (series: Series.Series): ReadonlyArray<string> =>
  Array.from(series.time, (instant) => new Date(instant).toISOString())

describe("make", () => {
  it("makes columns with units in a zone", () => {
    const series = Result.getOrThrow(
      Series.make({
        time: ["2026-02-06T16:30", "2026-02-06T17:30"],
        columns: { rain: [0.4, null], wind: Float64Array.of(350, 10), sunrise: [undefined, new Date(5)] },
        units: { rain: "mm", wind: "°" },
        zone: "Europe/Berlin"
      })
    )
    assert.deepStrictEqual(isoOf(series), ["2026-02-06T15:30:00.000Z", "2026-02-06T16:30:00.000Z"])
    assert.deepStrictEqual(Array.from(series.rain), [0.4, Number.NaN])
    assert.deepStrictEqual(series.units, { rain: "mm", wind: "°", sunrise: "iso8601" })
    assert.deepStrictEqual([series.period, series.dates, series.zone.offset], [hour, false, hour])
    assert.isBelow(Math.abs(((Series.mean(series, "wind") + 180) % 360) - 180), 1e-9)
  })

  it("has days of dates, and periods that are said", () => {
    const days = Result.getOrThrow(
      Series.make({ time: ["2026-03-29", "2026-03-30"], columns: { rain: [1, 2] }, zone: "Europe/Berlin" })
    )
    assert.deepStrictEqual(isoOf(days), ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"])
    assert.isTrue(days.dates && typeof days.period === "object")
    const months = Result.getOrThrow(Series.make({ time: ["2026-02-01"], columns: { rain: [1] }, period: "month" }))
    assert.strictEqual(Series.resample(months, "year", { rain: "sum" }).rain[0], 1)
    const period = (time: ReadonlyArray<number>, given?: "10 minutes") =>
      Result.getOrThrow(Series.make({ time, columns: {}, period: given })).period
    assert.deepStrictEqual(
      [period([0]), period([0, 5, 10, 30]), period([0, 5, 12, 20, 30]), period([0, 10, 15], "10 minutes")],
      [null, 5, null, 600_000]
    )
    // Half of the distances are enough.
    assert.deepStrictEqual([period([0, 5, 12]), period([0, 5, 12, 20])], [5, null])
  })

  it("refuses what is not a series", () => {
    const columns = { a: [1, 2] }
    assert.strictEqual(reason(Series.make({ time: [0], columns })), "length")
    assert.strictEqual(reason(Series.make({ time: [1, 0], columns })), "order")
    assert.strictEqual(reason(Series.make({ time: [1, 1], columns })), "order")
    assert.strictEqual(reason(Series.make({ time: [0, Number.NaN], columns })), "time")
    assert.strictEqual(reason(Series.make({ time: ["2026-01-01T24:00", 1], columns })), "time")
    assert.strictEqual(reason(Series.make({ time: [0, 1], columns, zone: "No/Where" })), "zone")
    const doubled = Series.make({ time: [0, 5, 5], columns: { a: [1, 2, 3] } })
    assert.deepInclude(Result.getOrThrow(Result.flip(doubled)), { reason: "order", row: 2 })
    const longer = Result.getOrThrow(Result.flip(Series.make({ time: [0], columns: { a: [1], b: [1, 2] } })))
    assert.deepInclude(longer, { reason: "length", column: "b" })
  })

  it("refuses instants beyond the years of labels, and periods of no length", () => {
    const at = (time: number, period?: Duration.Input) => reason(Series.make({ time: [time], columns: {}, period }))
    const [first, last] = [Date.parse("0000-01-01"), Date.parse("9999-12-31T23:59:59.999Z")]
    assert.deepStrictEqual(
      [at(first), at(last), at(first - 1), at(last + 1), at(Infinity)],
      ["none", "none", "time", "time", "time"]
    )
    const longest = last - first
    assert.deepStrictEqual([at(0, 1), at(0, longest), at(last, longest)], ["none", "none", "none"])
    for (const period of [0, -1, Number.NaN, longest + 1, Duration.infinity]) {
      assert.strictEqual(at(0, period), "period")
    }
    const whole = Result.getOrThrow(Series.make({ time: [last], columns: { a: [none] }, period: longest }))
    assert.strictEqual(Gaps.find(whole, "a").length, 1)
  })

  it("reads early years as they are written, and no offsets that no zone has", () => {
    const read = (time: string) => Series.make({ time: [time], columns: {} })
    assert.deepStrictEqual(isoOf(Result.getOrThrow(read("0050-02-28T12:00"))), ["0050-02-28T12:00:00.000Z"])
    for (const time of ["2026-01-01T00:00+24:00", "2026-01-01T00:00-01:60", "2026-00-01", "2026-13-01", "2026-01-00"]) {
      assert.strictEqual(reason(read(time)), "time", time)
    }
  })

  it("reads local times across changes of the clocks", () => {
    const read = (time: ReadonlyArray<string>) =>
      Series.make({ time, columns: { a: time.map(() => 1) }, zone: "Europe/Berlin" })
    const twice = read(["2026-10-25T01:30", "2026-10-25T02:30", "2026-10-25T02:30", "2026-10-25T03:30"])
    assert.deepStrictEqual(
      isoOf(Result.getOrThrow(twice)).map((iso) => iso.slice(8, 16)),
      ["24T23:30", "25T00:30", "25T01:30", "25T02:30"]
    )
    assert.strictEqual(reason(read(["2026-10-25T02:30", "2026-10-25T02:30", "2026-10-25T02:30"])), "order")
    assert.strictEqual(reason(read(["2026-03-29T02:30"])), "time")
    assert.strictEqual(reason(read(["2026-03-29T01:59", "2026-03-29T03:00"])), "none")
    assert.strictEqual(reason(read(["2026-02-30"])), "time")
    assert.strictEqual(
      Result.getOrThrow(read(["2026-01-01 12:00:30.250+05:30"])).time[0],
      Date.UTC(2026, 0, 1, 6, 30, 30, 250)
    )
    assert.strictEqual(Result.getOrThrow(read(["2026-01-01T12:00-0330"])).time[0], Date.UTC(2026, 0, 1, 15, 30))
  })

  it("reads every local time of every zone as what it was written from", () => {
    fc.assert(
      fc.property(randomSeries({ rows: 400, step: hour / 2, gaps: false }), (series) => {
        const zone = DateTime.zoneMakeNamedUnsafe(series.zone.name)
        const time = Array.from(series.time, (instant) => {
          const { day, hour: hours, minute, month, year } = DateTime.toParts(Held.zoned(instant, zone))
          return `${year}-${two(month)}-${two(day)}T${two(hours)}:${two(minute)}`
        })
        // An hour that is repeated before the first row cannot be told from the first time.
        const made = Series.make({ time, columns: { a: series.a }, zone })
        const own = Result.getOrThrow(made)
        const isSecond = own.time[0] !== series.time[0]
        assert.deepStrictEqual(own.time, isSecond ? own.time : series.time)
      }),
      { numRuns: runs(60) }
    )
  })
})

describe("rows", () => {
  it("may lack values", () => {
    const rows = [{ time: 0, rain: 1 }, { time: new Date(hour), wind: 5, rain: null }, { time: 2 * hour }]
    const series = Result.getOrThrow(Series.fromRows(rows, { columns: ["rain", "wind"], units: { rain: "mm" } }))
    assert.deepStrictEqual(Array.from(series.rain), [1, Number.NaN, Number.NaN])
    assert.deepStrictEqual(Array.from(series.wind), [Number.NaN, 5, Number.NaN])
    assert.strictEqual(reason(Series.fromRows([{ time: "yesterday" }], { columns: ["a"] })), "time")
  })
})

const text = `station,time,"rain (mm)",wind (°)
a,2026-02-06T16:30,0.4,350
a,2026-02-06T17:30,,"10"

a,2026-02-06T18:30,NaN,1e1\r
`

describe("CSV", () => {
  it("has columns with units, of the columns that are named", () => {
    const series = Result.getOrThrow(Series.fromCsv(text, { time: "time", columns: ["wind", "rain"] }))
    assert.deepStrictEqual(series.columns, ["wind", "rain"])
    assert.deepStrictEqual(series.units, { wind: "°", rain: "mm" })
    assert.deepStrictEqual(Array.from(series.rain), [0.4, Number.NaN, Number.NaN])
    assert.deepStrictEqual(Array.from(series.wind), [350, 10, 10])
  })

  it("reads decimal commas, other delimiters, heads, missing values and counted times", () => {
    const german = "Station;Oslo\n\uFEFFzeit;t\n0;-1,5\n3600;-999\n"
    const series = Result.getOrThrow(
      Series.fromCsv(german, {
        skip: 1,
        columns: ["t"],
        delimiter: ";",
        decimal: ",",
        missing: ["-999"],
        times: "seconds",
        units: { t: "°C" }
      })
    )
    // What is a missing value is a number, too: it is said.
    assert.deepStrictEqual(
      [Array.from(series.time), Array.from(series.t)],
      [
        [0, hour],
        [-1.5, Number.NaN]
      ]
    )
    assert.strictEqual(series.zone.name, "GMT")
  })

  it("refuses with line and column", () => {
    const fail = (csv: string, options: Series.CsvOptions<string> = {}) => {
      const { column, line, reason: why } = Result.getOrThrow(Result.flip(Series.fromCsv(csv, options)))
      return [why, line, column]
    }
    assert.deepStrictEqual(fail("time,a\n2026-01-01T00:00,x"), ["value", 2, "a"])
    assert.deepStrictEqual(fail("time;a\n2026-01-01;1.234", { delimiter: ";", decimal: "," }), ["value", 2, "a"])
    for (const delimiter of ["", '"', ';"', "\n", "\r"]) {
      assert.deepStrictEqual(fail('time,a\n2026-01-01,"1"', { delimiter }), ["delimiter", 1, undefined])
    }
    assert.deepStrictEqual(fail("time,a\n2026-01-01,1", { period: 0 }), ["period", 1, undefined])
    assert.deepStrictEqual(fail("time,a\n1e15,1", { times: "seconds" }), ["time", 2, undefined])
    for (const cell of ["0x10", "Infinity", "1 2", "-", "1e", "1,5".replace(",", "·")]) {
      assert.deepStrictEqual(fail(`time,a\n2026-01-01T00:00,${cell}`), ["value", 2, "a"])
    }
    assert.deepStrictEqual(fail("time,a\n\n2026-01-01T00:00,1,2"), ["cells", 3, undefined])
    assert.deepStrictEqual(fail("time,a\n2026-01-01T00:00"), ["cells", 2, undefined])
    assert.deepStrictEqual(fail("time,a\n12,1"), ["time", 2, undefined])
    assert.deepStrictEqual(fail("time,a\n2026-01-02,1\n2026-01-02,1"), ["order", 3, undefined])
    assert.deepStrictEqual(fail("time,a\n2026-01-03,1\n2026-01-02,1"), ["order", 3, undefined])
    assert.deepStrictEqual(fail('time,a\n2026-01-01,"1\n\n2026-01-02,1'), ["quote", 2, undefined])
    assert.deepStrictEqual(fail(""), ["header", 1, undefined])
    assert.deepStrictEqual(fail("time,a\n", { columns: ["b"] }), ["header", 1, "b"])
    assert.deepStrictEqual(fail("time,a,a\n"), ["header", 1, "a"])
    assert.deepStrictEqual(fail("time,a\n", { time: "when" }), ["header", 1, "when"])
    assert.strictEqual(fail("time,a\n", { zone: "No/Where" })[0], "zone")
  })

  const message = (csv: string, options: Series.CsvOptions<string> = {}) =>
    Result.getOrThrow(Result.flip(Series.fromCsv(csv, options))).message

  it("asks for the delimiter, if the header has one column and another delimiter", () => {
    assert.strictEqual(
      message("time;rain\n2026-01-01;1,5"),
      'Line 2: there are 2 cells, but 1 column: is the delimiter ";"?'
    )
    assert.strictEqual(
      message("time\train\n2026-01-01\t1"),
      'Line 2: "2026-01-01\\t1" is not a time in GMT: is the delimiter "\\t"?'
    )
    assert.strictEqual(
      message("time,rain\n2026-01-01,1", { delimiter: ";", columns: ["rain"] }),
      'Line 1: there is no column rain: is the delimiter ","?'
    )
    assert.strictEqual(message('"a,b"\n1,2'), "Line 2: there are 2 cells, but 1 column")
    assert.strictEqual(message("time,a;b\n2026-01-01"), "Line 2: there is 1 cell, but 2 columns")
  })

  it("names the columns that are there, the first ones of many", () => {
    assert.strictEqual(
      message("time,temperature (°C)\n", { columns: ["temp"] }),
      "Line 1: there is no column temp: the columns are time, temperature"
    )
    const many = Array.from({ length: 10 }, (_, n) => `c${n}`)
    assert.strictEqual(
      message(many.join(","), { time: "x".repeat(3) }),
      "Line 1: there is no column xxx: the columns are c0, c1, c2, c3, c4, c5, c6, c7 and 2 more"
    )
    assert.include(message("a".repeat(1_000), { time: "t" }), `: the columns are ${"a".repeat(39)}…`)
  })

  const stations = "station,time,t\n01,2026-01-01,1\n01,2026-01-02,2\n02,2026-01-01,3\n 02 ,2026-01-02,4\n"

  it("reads the rows of one of several stations", () => {
    const of = (station: string) => {
      const series = Result.getOrThrow(Series.fromCsv(stations, { time: "time", where: { station } }))
      assert.deepStrictEqual(series.columns, ["t"])
      return [isoOf(series).map((time) => time.slice(0, 10)), Array.from(Held.valuesOf(series, "t"))]
    }
    assert.deepStrictEqual(of("01"), [
      ["2026-01-01", "2026-01-02"],
      [1, 2]
    ])
    assert.deepStrictEqual(of("02"), [
      ["2026-01-01", "2026-01-02"],
      [3, 4]
    ])
    assert.deepStrictEqual(of("3"), [[], []])
    assert.strictEqual(
      message(stations, { time: "time" }),
      "Line 4: 2026-01-01 is not later than the time of the row before. `where` reads the rows of one of several places"
    )
    assert.strictEqual(
      message(stations, { time: "time", where: { Station: "01" } }),
      "Line 1: there is no column Station: the columns are station, time, t"
    )
  })

  it.effect("reads the rows of one station from a stream", () =>
    Effect.gen(function* () {
      const options = { time: "time", columns: ["t"], where: { station: "02" } } as const
      const series = yield* Series.fromCsvStream(Stream.make(stations.slice(0, 40), stations.slice(40)), options)
      assert.deepStrictEqual(Array.from(series.t), [3, 4])
    })
  )

  it("reads quoted cells with delimiters, quotes and line breaks", () => {
    const csv = 'time,"a, ""b""\n(mm)",c\n2026-01-01,1,2\n'
    const series = Result.getOrThrow(Series.fromCsv(csv))
    assert.deepStrictEqual(series.columns, ['a, "b"\n(mm)', "c"])
  })

  it("reads no line twice: after a lone quote, that would take hours", () => {
    for (const line of ["2026-01-01,1\n", '""\n']) {
      const read = Series.fromCsv(`time,a\n"${line.repeat(400_000)}`)
      assert.deepInclude(Result.getOrThrow(Result.flip(read)), { reason: "quote", line: 2 })
    }
  })

  it("reads what a series writes", () => {
    fc.assert(
      fc.property(randomSeries({ rows: 80, step: hour, gaps: true }), (series) => {
        const read = Result.getOrThrow(
          Series.fromCsv(Series.toCsv(series), { zone: series.zone.name, columns: ["a", "b"] })
        )
        assert.deepStrictEqual([read.time, read.a, read.b, read.units], [series.time, series.a, series.b, series.units])
      }),
      { numRuns: runs(60) }
    )
  })

  it.effect("comes in pieces, at whatever place they end", () =>
    Effect.gen(function* () {
      const csv = `\uFEFF"time","a ""🌧""\r\n(°C)",b\r\n2026-01-01T00:00,1,2\r\n\r\n2026-01-01T01:00,"3",`
      const whole = Result.getOrThrow(Series.fromCsv(csv))
      assert.deepStrictEqual([whole.columns, whole.length], [['a "🌧"\r\n(°C)', "b"], 2])
      const bytes = new TextEncoder().encode(csv)
      for (let at = 0; at <= bytes.length; at++) {
        const pieces = Stream.fromIterable([bytes.subarray(0, at), bytes.subarray(at)])
        assert.deepStrictEqual(yield* Series.fromCsvStream(pieces), whole)
      }
      const texts = Stream.fromIterable(csv.split(""))
      assert.deepStrictEqual(yield* Series.fromCsvStream(texts), whole)
      const failed = yield* Effect.flip(Series.fromCsvStream(Stream.make("time,a\n", "2026-01-01,x\n", "2026-01-02,1")))
      assert.deepInclude(failed, { _tag: "CsvFailed", reason: "value", line: 2, column: "a" })
    })
  )
})

describe("Arrow", () => {
  it("is read as it is written", () => {
    fc.assert(
      fc.property(randomSeries({ rows: 60, step: hour, gaps: true }), (series) => {
        const read = Result.getOrThrow(fromIpc(Arrow.toIpc(series), { columns: ["a", "b"] }))
        assert.deepStrictEqual([read.time, read.a, read.b, read.units], [series.time, series.a, series.b, series.units])
        assert.strictEqual(read.zone.name, series.zone.name)
        const days = Series.resample(series, "day", { a: "sum" })
        const again = Result.getOrThrow(fromIpc(Arrow.toIpc(days), { columns: ["a"], zone: series.zone.name }))
        assert.deepStrictEqual([again.time, again.a, again.dates], [days.time, days.a, true])
      }),
      { numRuns: runs(30) }
    )
  })

  it("refuses what it cannot read", () => {
    const bytes = Arrow.toIpc(seriesOf({ a: [1] }))
    const tag = (result: Result.Result<unknown, { readonly _tag: string }>) =>
      Result.getOrThrow(Result.flip(result))._tag
    assert.strictEqual(tag(fromIpc(bytes, { columns: ["b"] })), "ArrowFailed")
    assert.strictEqual(tag(fromIpc(bytes, { time: "when" })), "ArrowFailed")
    const { message } = Result.getOrThrow(Result.flip(fromIpc(bytes, { columns: ["b"] })))
    assert.strictEqual(message, "There is no column b: the columns are time, a.")
    assert.strictEqual(tag(fromIpc(Uint8Array.of(1, 2, 3))), "ArrowFailed")
    const twice = (...names: ReadonlyArray<string>) => {
      const fields = names.map((name) => new ApacheArrow.Field(name, new ApacheArrow.Float64()))
      const data = ApacheArrow.makeData({
        type: new ApacheArrow.Struct(fields),
        length: 1,
        children: names.map(() => ApacheArrow.makeData({ type: new ApacheArrow.Float64(), data: Float64Array.of(1) }))
      })
      return fromTable(
        new ApacheArrow.Table(
          new ApacheArrow.Schema(fields),
          new ApacheArrow.RecordBatch(new ApacheArrow.Schema(fields), data)
        )
      )
    }
    assert.isTrue(Result.isSuccess(twice("time", "a")))
    assert.strictEqual(tag(twice("time", "a", "a")), "ArrowFailed")
    assert.strictEqual(tag(twice("time", "time")), "ArrowFailed")
    const days = ApacheArrow.makeVector({
      type: new ApacheArrow.DateDay(),
      data: Int32Array.of(2 ** 31 - 1)
    })
    assert.strictEqual(tag(fromTable(new ApacheArrow.Table({ time: days }))), "MakeFailed")
  })
})

const two = (n: number): string => String(n).padStart(2, "0")
