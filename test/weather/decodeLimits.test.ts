/** Limits of times, offsets, nesting and excerpts: the last value that is accepted, and the first that is refused. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"

const answer = (fields: object) =>
  JSON.stringify({ latitude: 1, longitude: 2, utc_offset_seconds: 0, timezone: "GMT", ...fields })

const issueOf = (text: string) => {
  const result = Decode.one(text, { hourly: ["rain"], current: undefined, models: undefined })
  return Result.isFailure(result) ? result.failure : undefined
}

/** A response with rows at these unix times. */
const rows = (...time: ReadonlyArray<number>) =>
  answer({ hourly_units: { time: "unixtime" }, hourly: { time, rain: time.map(() => 1) } })

describe("times", () => {
  // 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z, in seconds.
  const first = -62_167_219_200
  const last = 253_402_300_799

  it("are in the years 0 to 9999", () => {
    assert.isUndefined(issueOf(rows(first, last)))
    assert.deepInclude(issueOf(rows(first - 1, 0)), {
      path: "hourly.time[0]",
      expected: "a time in the years 0 to 9999"
    })
    assert.deepInclude(issueOf(rows(0, last + 1)), {
      path: "hourly.time[1]",
      expected: "a time in the years 0 to 9999"
    })
  })

  it("are limited in the same way if they are times of day", () => {
    const sunrise = (seconds: number) => {
      const daily = { time: [0], sunrise: [seconds] }
      const text = answer({ daily_units: { time: "unixtime", sunrise: "unixtime" }, daily })
      return Result.isSuccess(Decode.one(text, { daily: ["sunrise"] }))
    }
    assert.deepStrictEqual([first - 1, first, last, last + 1].map(sunrise), [false, true, true, false])
  })
})

it("an offset is at most a day", () => {
  const isRead = (utc_offset_seconds: number) =>
    issueOf(answer({ utc_offset_seconds, hourly: { time: [0], rain: [1] } })) === undefined
  assert.deepStrictEqual([-86_401, -86_400, 86_400, 86_401].map(isRead), [false, true, true, false])
})

it("nesting has at most 100 levels", () => {
  const nested = (levels: number) => issueOf(`{"hourly":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`)
  assert.strictEqual(nested(100)?.kind, "mismatch")
  assert.deepInclude(nested(101), { kind: "malformed", expected: "at most 100 levels of nesting" })
})

it("an excerpt has at most 2,000 characters", () => {
  const found = (length: number) => issueOf("x".repeat(length))?.found
  assert.strictEqual(found(2_000), `"${"x".repeat(2_000)}"`)
  assert.strictEqual(found(2_001), `"${"x".repeat(2_000)}"`)
})
