/** What the timeline of the playground draws. */
import { assert, describe, it } from "vitest"
import { scaleOf } from "../../docs/site/src/playground/page/panels/scale.ts"
import { duration, offset } from "../../docs/site/src/playground/page/time.ts"

describe("the axis of the timeline", () => {
  const hour = 3_600_000

  it("begins at the first time and ends at the last", () => {
    const { at, timeAt } = scaleOf([500, 100, 300, 300])
    assert.deepStrictEqual([at(100), at(500), timeAt(0), timeAt(1)], [0, 1, 100, 500])
  })

  it("leaves room for short requests beside an hour's wait", () => {
    const { at } = scaleOf([0, 100, hour, hour + 100])
    assert.isAbove(at(100), 0.05)
    assert.isBelow(at(hour), 0.95)
    assert.approximately(at(100), 1 - at(hour), 1e-9)
  })

  it("finds the time of a position", () => {
    const { at, timeAt } = scaleOf([0, 100, hour])
    for (const time of [0, 50, 100, 2000, hour]) assert.approximately(timeAt(at(time)), time, 1e-6)
  })

  it("tells whether waits are drawn shorter", () => {
    const shortened = [[0, 100, hour], [0, 100, 200], [0, hour], [7], []].map((times) => scaleOf(times).isShortened)
    assert.deepStrictEqual(shortened, [true, false, false, false, false])
  })

  it("needs no entries", () => {
    assert.strictEqual(scaleOf([]).at(5), 0)
    assert.strictEqual(scaleOf([7]).timeAt(0.5), 7)
  })
})

describe("times of the playground", () => {
  it("are written for people", () => {
    assert.deepStrictEqual([0, 999, 1500, 59_940, 60_000, 185_000, 3_600_000, 3_720_000, 200_000_000].map(duration), [
      "0 ms",
      "999 ms",
      "1.5 s",
      "59.9 s",
      "1 min",
      "3 min 5 s",
      "1 h",
      "1 h 2 min",
      "2 d 7 h"
    ])
  })

  it("are exact beside each request", () => {
    assert.deepStrictEqual([0, 5250, 62_003.9, 3_723_500].map(offset), [
      "+0:00.000",
      "+0:05.250",
      "+1:02.003",
      "+1:02:03.500"
    ])
  })
})
