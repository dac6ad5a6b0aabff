/** What messages say, and how it is read: single numbers, times, months, models and members. */
import { assert, describe, it } from "@effect/vitest"
import { Unit } from "@openmeteo/sdk/weather_api.js"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import type { Selection } from "../../../src/weather/Answer.ts"
import type { Requested } from "../../../src/weather/Service.ts"
import { doubtful } from "../../../src/weather/Service.ts"
import * as Readers from "../../../src/weather/internal/decode/readers.ts"
import { Instants, isTree, type Node, Numbers } from "../../../src/weather/internal/decode/tree.ts"
import { flatbuffers } from "../../../src/weather/internal/flatbuffers/decoder.ts"
import { Unproven, Unreadable } from "../../../src/weather/internal/flatbuffers/messages.ts"
import { type Block, bytesOf, type Column, type Message, treeFrom } from "./build.ts"
import "./loaded.ts"

const hour = 3_600
const hourly = ["temperature_2m"]

const hours = (columns: ReadonlyArray<Column>, { count = 2, time = 0 } = {}): Block => ({
  time,
  end: time + count * hour,
  interval: hour,
  columns
})

const temperature = (...values: ReadonlyArray<number>): Column => ({ name: "temperature_2m", values })

const dig = (tree: Node, ...path: ReadonlyArray<string>): Node | undefined =>
  path.reduce<Node | undefined>((node, name) => (node !== undefined && isTree(node) ? node.get(name) : undefined), tree)

const issueOf = (selection: Selection, first: Message, ...others: ReadonlyArray<Message>) => {
  try {
    treeFrom(selection, first, ...others)
  } catch (error) {
    return error instanceof Unreadable ? error.issue : assert.fail(String(error))
  }
  return assert.fail("it was read")
}

const join = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** Reads a response as the result for one place, or several. */
const read = (bytes: Uint8Array, selection: Selection, places?: number) => {
  const reading: Readers.Reading<unknown> =
    places === undefined ? Readers.one(selection) : Readers.many(selection, places)
  const reader = reading.flatbuffers?.(flatbuffers) ?? assert.fail("no reader")
  return reader(bytes, 200)
}

/** The shortest decimal that is a number in single precision. */
const shortest = (single: number): number => {
  for (let digits = 1; digits < 17; digits++) {
    const decimal = Number(single.toPrecision(digits))
    if (Math.fround(decimal) === single) return decimal
  }
  return single
}

describe("single numbers", () => {
  it("are the shortest decimals", () => {
    const current = ["pressure_msl"]
    const at = (value: number) => {
      const block = { time: 0, end: 0, interval: 900, columns: [{ name: "pressure_msl", value }] }
      const tree = treeFrom({ current }, { latitude: value, elevation: value, generation: value, current: block })
      return [
        tree.get("latitude"),
        tree.get("elevation"),
        tree.get("generationtime_ms"),
        dig(tree, "current", "pressure_msl")
      ]
    }
    for (const value of [
      52.52, 1013.2, -179.99, 99_999.9, 16_777_216, 0.052_1, 1e-7, 1.01539534e-7, 0.1, 0, 3e-9, 4.4279e-40
    ]) {
      assert.deepStrictEqual(at(value), [value, value, value, value])
    }
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: -1e6, max: 1e6 }), (value) => {
        // Zero has one sign in a message whose default is zero.
        fc.pre(value !== 0)
        const expected = shortest(value)
        assert.deepStrictEqual(at(value), [expected, expected, expected, expected])
      })
    )
  })

  it("that are missing are null", () => {
    const block = { time: 0, end: 0, interval: 900, columns: [{ name: "rain", value: Number.NaN }] }
    const tree = treeFrom({ current: ["rain"] }, { elevation: Number.NaN, current: block })
    assert.isNull(tree.get("elevation"))
    assert.isNull(dig(tree, "current", "rain"))
  })

  it("say the position of the place, and its zone, GMT by default", () => {
    const zoned = treeFrom({}, { id: 3, zone: ["Europe/Berlin", "CEST"] })
    const names = ["location_id", "timezone", "timezone_abbreviation"]
    assert.deepStrictEqual(
      names.map((name) => zoned.get(name)),
      [3, "Europe/Berlin", "CEST"]
    )
    assert.deepStrictEqual(
      names.map((name) => treeFrom({}, {}).get(name)),
      [0, "GMT", "GMT"]
    )
  })
})

describe("times", () => {
  it("of hours are steps, of months the first days", () => {
    const tree = treeFrom(
      { hourly, monthly: ["temperature_2m_mean"] },
      {
        hourly: hours([temperature(1, 2)], { time: 7_200 }),
        monthly: { year: 2026, month: 12, count: 2, columns: [{ name: "temperature_2m_mean", values: [1, 2] }] }
      }
    )
    const times = dig(tree, "hourly", "time")
    assert.isTrue(times instanceof Instants)
    assert.deepStrictEqual(times instanceof Instants && Array.from(times.values), [7_200_000, 10_800_000])
    const months = dig(tree, "monthly", "time")
    assert.deepStrictEqual(months instanceof Numbers && Array.from(months.values), [
      Date.UTC(2026, 11) / 1_000,
      Date.UTC(2027, 0) / 1_000
    ])
  })

  it("whose number no message can have are not read", () => {
    for (const count of [-1, 1e6]) {
      assert.strictEqual(issueOf({ hourly }, { hourly: hours([temperature(1)], { count }) }).kind, "malformed")
    }
  })

  it("in a column are missing if they are 0, unless that is near", () => {
    const selection = { hourly: ["sunrise"] }
    const read = (time: number) => {
      const column = { name: "sunrise", times: [0, time + 100] }
      const found = dig(treeFrom(selection, { hourly: hours([column], { time }) }), "hourly", "sunrise")
      return found instanceof Numbers && Array.from(found.values)
    }
    assert.deepStrictEqual(read(0), [0, 100])
    assert.deepStrictEqual(read(-86_400), [0, -86_300])
    assert.deepStrictEqual(read(1e9), [Number.NaN, 1e9 + 100])
  })

  it("in a column are missing if they are the largest integer", () => {
    const times = [2n ** 63n - 1n, 1_000_000_100n, 2n ** 63n - 2n]
    const block = hours([{ name: "moonrise", times }], { count: 3, time: 1e9 })
    const found = dig(treeFrom({ hourly: ["moonrise"] }, { hourly: block }), "hourly", "moonrise")
    assert.deepStrictEqual(found instanceof Numbers && Array.from(found.values), [Number.NaN, 1e9 + 100, 2 ** 63])
  })

  it("must be the same for all models", () => {
    const models = ["icon_d2", "jma_msm"]
    const first: Message = { model: "icon_d2", hourly: hours([temperature(1, 2)]) }
    const other = (block: Block): Message => ({ model: "jma_msm", hourly: block })
    assert.isDefined(treeFrom({ hourly, models }, first, other(hours([temperature(3, 4)]))))
    for (const block of [
      { ...hours([temperature(1, 2)], { time: hour }) },
      { ...hours([temperature(1, 2, 3)], { count: 3 }) },
      // It begins and ends at the same times.
      { time: 0, end: 2 * hour, interval: hour / 2, columns: [temperature(1, 2, 3, 4)] },
      { time: -hour, end: 3 * hour, interval: 2 * hour, columns: [temperature(1, 2)] },
      { time: 0, end: 4 * hour, interval: 2 * hour, columns: [temperature(1, 2)] }
    ]) {
      assert.strictEqual(issueOf({ hourly, models }, first, other(block)).path, "hourly.time")
    }
    const three: Message = { model: "icon_d2", hourly: hours([temperature(1, 2, 3)], { count: 3 }) }
    const sparse = { time: 0, end: 4 * hour, interval: 2 * hour, columns: [temperature(1, 2)] }
    assert.strictEqual(issueOf({ hourly, models }, three, other(sparse)).path, "hourly.time")
  })
})

describe("weeks", () => {
  const weekly = ["temperature_2m_mean"]
  const day = 86_400
  const column = { name: "temperature_2m_mean", values: [1, 2] }
  const dayOf = (date: string): number => Date.parse(date) / 86_400_000

  const startsOf = (selection: Requested, message: Message): ReadonlyArray<string> => {
    const found = dig(treeFrom(selection, message), "weekly", "time")
    const millis =
      found instanceof Instants ? found.values : found instanceof Numbers ? found.values.map((s) => s * 1_000) : []
    return Array.from(millis, (start) => new Date(start).toISOString().slice(0, 10))
  }

  it.each([
    // A Monday: east of Greenwich, its midnight is on the Sunday in UTC.
    ["2026-03-02", 0, ["2026-03-02", "2026-03-09"]],
    ["2026-03-02", 3_600, ["2026-02-23", "2026-03-02"]],
    ["2026-03-02", -3_600, ["2026-03-02", "2026-03-09"]],
    ["2026-03-02", 19_800, ["2026-02-23", "2026-03-02"]],
    ["2026-03-08", 0, ["2026-03-02", "2026-03-09"]],
    // West of Greenwich, the midnight of a Sunday is still on the Sunday in UTC.
    ["2026-03-01", -39_600, ["2026-02-23", "2026-03-02"]],
    ["2026-01-01", 0, ["2025-12-29", "2026-01-05"]],
    ["1969-12-31", 0, ["1969-12-29", "1970-01-05"]]
  ])("written as months begin on the Monday at or before the midnight of %s, %s s east", (date, offset, expected) => {
    const [first = ""] = expected
    const months = { year: Number(first.slice(0, 4)), month: Number(first.slice(5, 7)), count: 2, columns: [column] }
    assert.deepStrictEqual(startsOf({ weekly, firstDay: dayOf(date) }, { offset, weekly: months }), expected)
    // The days of the same message tell the first one as well.
    const time = dayOf(date) * day - offset
    const daily = { time, end: time + day, interval: day, columns: [{ name: "rain_sum", values: [1] }] }
    assert.deepStrictEqual(startsOf({ weekly, daily: ["rain_sum"] }, { offset, daily, weekly: months }), expected)
  })

  it("in another month than the message says prove nothing", () => {
    const weeks = { year: 2026, month: 4, count: 2, columns: [column] }
    for (const firstDay of [dayOf("2026-03-08"), dayOf("2025-04-08"), undefined]) {
      assert.throws(() => treeFrom({ weekly, firstDay }, { weekly: weeks }), Unproven)
    }
  })

  it("of older servers have times", () => {
    for (const time of [Date.UTC(2026, 2, 2) / 1_000, -259_200, 0]) {
      const block = { time, end: time + 14 * day, interval: 7 * day, columns: [column] }
      const expected = [time, time + 7 * day].map((start) => new Date(start * 1_000).toISOString().slice(0, 10))
      assert.deepStrictEqual(startsOf({ weekly }, { weekly: block }), expected)
    }
  })

  it("are requested as JSON if neither days nor a first day tell when they begin", () => {
    const isRead = (selection: Requested) => Readers.one(selection).flatbuffers?.(flatbuffers) !== undefined
    assert.deepStrictEqual(
      [{ weekly }, { weekly, daily: [] }, { weekly, daily: ["rain_sum"] }, { weekly, firstDay: 1 }, { daily: [] }].map(
        isRead
      ),
      [false, false, true, true, true]
    )
  })
})

describe("columns", () => {
  it("of members are numbered, and those of another variable begin anew", () => {
    const tree = treeFrom(
      { hourly: ["temperature_2m", "rain", "snowfall"] },
      {
        hourly: hours([
          temperature(1, 2),
          { name: "rain", values: [3, 4], member: 1 },
          { name: "rain", values: [5, 6], member: 12 },
          { name: "snowfall", values: [7, 8] }
        ])
      }
    )
    const block = dig(tree, "hourly")
    assert.deepStrictEqual(block instanceof Map && Array.from(block.keys()), [
      "time",
      "temperature_2m",
      "rain_member01",
      "rain_member12",
      "snowfall"
    ])
  })

  it("have NaN for what is missing, whatever their length", () => {
    for (const count of [2, 3_000]) {
      const values = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? Number.NaN : i))
      const tree = treeFrom(
        { hourly: ["rain", "showers"] },
        {
          hourly: hours(
            [
              { name: "rain", values },
              { name: "showers", values }
            ],
            { count }
          )
        }
      )
      for (const name of ["rain", "showers"]) {
        const column = dig(tree, "hourly", name)
        assert.deepStrictEqual(column instanceof Numbers && Array.from(column.values), values)
      }
    }
  })

  it("that are longer than the times fail the decoding", () => {
    const bytes = bytesOf({ hourly: hours([temperature(1, 2, 3)]) })
    const misread = read(bytes, { hourly })
    assert.strictEqual(Result.isFailure(misread) && misread.failure.path, "hourly.temperature_2m")
  })

  it("have the label of their unit, undefined if it is not known", () => {
    const labelOf = (unit: number) => {
      const tree = treeFrom({ hourly }, { hourly: hours([{ ...temperature(1, 2), unit }]) })
      const column = dig(tree, "hourly", "temperature_2m")
      return column instanceof Numbers ? column.unit : assert.fail("it is not a column")
    }
    assert.strictEqual(labelOf(Unit.fahrenheit), "°F")
    assert.strictEqual(labelOf(120), "undefined")
  })

  it("of one model have no suffix, although several are requested, and a place without any has no block", () => {
    const models = ["icon_d2", "jma_msm"]
    const tree = treeFrom({ hourly, models }, { model: "gfs_global", hourly: hours([temperature(1, 2)]) })
    const block = dig(tree, "hourly")
    assert.deepStrictEqual(block instanceof Map && Array.from(block.keys()), ["time", "temperature_2m"])
    assert.isFalse(treeFrom({ hourly }, {}).has("hourly"))
  })
})

describe("a response", () => {
  const place = (id: number, model: Message["model"] = "icon_d2"): Uint8Array =>
    bytesOf({ id, model, hourly: hours([temperature(id, 2)]) })

  it("for one place has one place", () => {
    // Without several models, each message is a place, whatever its id.
    for (const id of [0, 1]) {
      const misread = read(join(place(0), place(id)), { hourly })
      assert.include(Result.isFailure(misread) && misread.failure.found, "Expected 1 place, found 2")
    }
  })

  it("that has other columns proves nothing, in any place", () => {
    const other = bytesOf({ id: 1, hourly: hours([{ name: "snowfall", values: [1, 2] }]) })
    assert.deepStrictEqual(read(join(place(0), other), { hourly }, 2), Result.succeed(doubtful))
  })

  it("may have messages at any position", () => {
    const messages = [0, 1, 2].map((id) => {
      const message = bytesOf({ id, hourly: hours([temperature(id, id + 0.5)]) })
      // Three bytes more, which the size in front counts.
      const longer = new Uint8Array(message.length + 3)
      longer.set(message)
      new DataView(longer.buffer).setInt32(0, longer.length - 4, true)
      return longer
    })
    const answers = Result.getOrThrow(
      Readers.many({ hourly }, 3).flatbuffers?.(flatbuffers)?.(join(...messages), 200) ?? assert.fail()
    )
    if (answers === doubtful) return assert.fail("it was not read")
    assert.deepStrictEqual(
      answers.map((answer): unknown => Reflect.get(answer.hourly ?? {}, "temperature_2m")),
      [Float64Array.of(0, 0.5), Float64Array.of(1, 1.5), Float64Array.of(2, 2.5)]
    )
  })

  it("is requested as JSON if the SDK lacks a current variable", () => {
    assert.isUndefined(Readers.one({ current: ["happiness"] }).flatbuffers?.(flatbuffers))
    assert.isDefined(Readers.one({ current: ["rain"] }).flatbuffers?.(flatbuffers))
  })
})
