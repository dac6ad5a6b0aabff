/** A 200 that is none gives an issue with its path, never a series. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import * as DecodeIssue from "../../src/weather/internal/decode/issue.ts"

describe("answers that are none", () => {
  const head =
    '{"latitude":1,"longitude":2,"utc_offset_seconds":0,"timezone":"GMT","timezone_abbreviation":"GMT",' +
    '"hourly_units":{"time":"iso8601","temperature_2m":"°C"},"hourly":'
  const asked = { hourly: ["temperature_2m"] }
  const issueOf = (text: string, request: typeof asked = asked) => {
    const decoded = Decode.one(text, request)
    return Result.isFailure(decoded) ? decoded.failure : undefined
  }

  it.each<readonly [string, string, Partial<DecodeIssue.DecodeIssue>]>([
    ["no text", "", { kind: "empty" }],
    ["white space", " \r\n\t", { kind: "empty" }],
    ["a proxy's page", "<!DOCTYPE html><html></html>", { kind: "foreign" }],
    ["prose", "upstream timed out", { kind: "foreign" }],
    [
      "half a JSON",
      `${head}{"time":["2026-01-01T00:00","2026-01-01T01:00"],"temperature_2m":[1.5,2`,
      {
        kind: "interrupted",
        path: "hourly.temperature_2m[1]"
      }
    ],
    ["cut off in a key", `${head}{"time":["2026-01-01T00:00"],"tempera`, { kind: "interrupted", path: "hourly" }],
    [
      "cut off in a word",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[nu`,
      {
        kind: "interrupted",
        path: "hourly.temperature_2m[0]"
      }
    ],
    [
      "cut off in a time",
      `${head}{"time":["2026-01-01T00:00","2026-01-0`,
      {
        kind: "interrupted",
        path: "hourly.time[1]"
      }
    ],
    [
      "the service breaks off",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[1.5Unexpected error while streaming data: timeoutReached`,
      { kind: "interrupted", path: "hourly.temperature_2m[0]" }
    ],
    [
      "nan in a column",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[nan]}}`,
      {
        kind: "malformed",
        path: "hourly.temperature_2m[0]"
      }
    ],
    [
      "-nan in a column",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[-nan]}}`,
      {
        kind: "malformed",
        path: "hourly.temperature_2m[0]"
      }
    ],
    [
      "a comma too many",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[1.5,]}}`,
      {
        kind: "malformed",
        path: "hourly.temperature_2m[1]"
      }
    ],
    ["more after the end", `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[1.5]}}}`, { kind: "malformed" }],
    [
      "a short column",
      `${head}{"time":["2026-01-01T00:00","2026-01-01T01:00"],"temperature_2m":[1.5]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    [
      "a long column",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[1.5,2]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    [
      "an empty column",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    [
      "no such column",
      `${head}{"time":["2026-01-01T00:00"],"rain":[1]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    ["no times", `${head}{"temperature_2m":[1]}}`, { kind: "mismatch", path: "hourly.time" }],
    ["no block", `${head.slice(0, -9)}}`.replace(",}", "}"), { kind: "mismatch", path: "hourly" }],
    ["a block that is none", `${head}[1]}`, { kind: "mismatch", path: "hourly" }],
    [
      "times that go back",
      `${head}{"time":["2026-01-01T01:00","2026-01-01T00:00"],"temperature_2m":[1,2]}}`,
      {
        kind: "mismatch",
        path: "hourly.time[1]"
      }
    ],
    [
      "a time twice",
      `${head}{"time":["2026-01-01T01:00","2026-01-01T01:00"],"temperature_2m":[1,2]}}`,
      {
        kind: "mismatch",
        path: "hourly.time[1]"
      }
    ],
    [
      "a null time",
      `${head}{"time":["2026-01-01T01:00",null],"temperature_2m":[1,2]}}`,
      {
        kind: "mismatch",
        path: "hourly.time[1]"
      }
    ],
    [
      "a day that isn't",
      `${head}{"time":["2026-02-30T00:00"],"temperature_2m":[1]}}`,
      {
        kind: "mismatch",
        path: "hourly.time"
      }
    ],
    [
      "a unix time beyond all calendars",
      `${head}{"time":[1e15],"temperature_2m":[1]}}`,
      {
        kind: "mismatch",
        path: "hourly.time[0]"
      }
    ],
    [
      "text among numbers",
      `${head}{"time":["2026-01-01T00:00","2026-01-01T01:00"],"temperature_2m":[1,"2"]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m[1]"
      }
    ],
    [
      "text for numbers",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":["warm"]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m[0]"
      }
    ],
    [
      "times for numbers",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":["2026-01-01T00:00"]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    [
      "objects for numbers",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":[{}]}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m[0]"
      }
    ],
    [
      "no column but a number",
      `${head}{"time":["2026-01-01T00:00"],"temperature_2m":1}}`,
      {
        kind: "mismatch",
        path: "hourly.temperature_2m"
      }
    ],
    ["an array for one place", "[]", { kind: "mismatch", path: "" }],
    ["null", "null", { kind: "mismatch", path: "" }],
    [
      "an offset that is none",
      head.replace('seconds":0', 'seconds":"+1"') + "{}}",
      {
        kind: "mismatch",
        path: "utc_offset_seconds"
      }
    ],
    [
      "no offset for a zone",
      head.replace('"utc_offset_seconds":0,', "").replace('"GMT"', '"Asia/Tokyo"') + "{}}",
      {
        kind: "mismatch",
        path: "utc_offset_seconds"
      }
    ],
    [
      "a latitude that is none",
      head.replace('latitude":1', 'latitude":"1"') + "{}}",
      {
        kind: "mismatch",
        path: "latitude"
      }
    ],
    ["a nest without end", "[".repeat(200_000), { kind: "malformed" }]
  ])("%s", (_, text, expected) => {
    assert.deepInclude(issueOf(text) ?? {}, expected)
  })

  it("says whether to ask again", () => {
    const transient = (text: string): boolean => {
      const issue = issueOf(text)
      return issue !== undefined && DecodeIssue.isTransient(issue)
    }
    assert.isTrue(["", "<html>", "oops", "{"].every(transient))
    assert.isFalse(['{"latitude":nan}', "{}", '{"error":true,"reason":"Not Found"}'].some(transient))
  })

  it("several places: as many as were asked for, in the order asked, each in its path", () => {
    const place = (id: string, column: string) =>
      `${head.replace('"hourly_units"', `${id}"hourly_units"`)}{"time":["2026-01-01T00:00"],"temperature_2m":[${column}]}}`
    const many = (text: string, places: number) => Decode.many(text, asked, places)
    const three = `[${place("", "1")},${place('"location_id":1,', "2")},${place('"location_id":2,', "3")}]`
    const answers = Result.getOrThrow(many(three, 3))
    assert.deepStrictEqual(
      answers.map((answer) => answer.hourly.time.length),
      [1, 1, 1]
    )
    const failureOf = (text: string, places: number) => {
      const result = many(text, places)
      return Result.isFailure(result) ? result.failure : undefined
    }
    assert.deepInclude(failureOf(three, 2) ?? {}, { kind: "mismatch", path: "" })
    assert.deepInclude(failureOf(`[${place("", "1")},${place('"location_id":2,', "2")}]`, 2) ?? {}, {
      path: "[1].location_id"
    })
    assert.deepInclude(failureOf(`[${place("", "1")},${place("", "1,2")}]`, 2) ?? {}, {
      path: "[1].hourly.temperature_2m"
    })
    assert.deepInclude(failureOf(`[${place("", "1")},${place("", "nan")}]`, 2) ?? {}, {
      kind: "malformed",
      path: "[1].hourly.temperature_2m[0]"
    })
    assert.deepInclude(failureOf('{"error":true,"reason":"no"}', 2) ?? {}, { kind: "error", found: "no" })
    // One place comes as an object.
    assert.strictEqual(Result.getOrThrow(many(place("", "1"), 1)).length, 1)
  })
})
