import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Archive from "../../../src/weather/Archive.ts"
import * as Forecast from "../../../src/weather/Forecast.ts"
import * as Reason from "../../../src/weather/Reason.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { WeatherSimulator } from "../../../src/testing/WeatherSimulator.ts"
import * as Simulator from "../../../src/testing/WeatherSimulator.ts"
import { archive, ask, dig, enschede, forecast, geocoding, layer, singleRuns, type Values } from "./support.ts"
import { testOn } from "../../testOn.ts"

const airQuality = "https://air-quality-api.open-meteo.com/v1/air-quality"

const now = TestClock.setTime(Date.parse("2026-10-03T19:30:00Z"))

/** Refused requests, the reason that the service sends, and the kind that `Reason` parses from it. */
const refused: ReadonlyArray<readonly [url: string, query: Values, reason: string | RegExp, kind: Reason.Kind]> = [
  [
    forecast,
    { ...enschede, hourly: "bogus" },
    /^Data corrupted at path ''. Cannot initialize .* from invalid String value bogus\.$/,
    "variable"
  ],
  [
    forecast,
    { ...enschede, daily: "temperature_2m" },
    "Data corrupted at path ''. Cannot initialize ForecastVariableDaily from invalid String value temperature_2m.",
    "variable"
  ],
  [
    forecast,
    { ...enschede, models: "bogus_model_xyz" },
    "Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value bogus_model_xyz.",
    "model"
  ],
  [forecast, { ...enschede, temperature_unit: "kelvin" }, /at path 'temperature_unit'/, "parameter"],
  [forecast, { ...enschede, timezone: "Mars/Olympus" }, "Invalid timezone", "parameter"],
  [
    forecast,
    { latitude: "522.52", longitude: 6 },
    "Latitude must be in range of -90 to 90°. Given: 522.52.",
    "parameter"
  ],
  [
    forecast,
    { latitude: "52" },
    "Parameter 'latitude' and 'longitude' must have the same number of elements",
    "parameter"
  ],
  [
    forecast,
    { ...enschede, forecast_days: 17 },
    "Forecast days is invalid. Allowed range 0 to 16. Given 16.",
    "parameter"
  ],
  [
    forecast,
    { ...enschede, start_date: "2026-07-01", end_date: "2026-07-05" },
    "Parameter 'start_date' is out of allowed range from 2026-07-02 to 2026-10-18",
    "dates"
  ],
  [
    forecast,
    { ...enschede, start_date: "2026-10-05", end_date: "2026-10-04" },
    "End-date must be larger or equals than start-date",
    "parameter"
  ],
  [forecast, { ...enschede, start_date: "2026-13-05", end_date: "2026-10-04" }, /^Invalid date/, "parameter"],
  [
    forecast,
    { ...enschede, start_date: "2026-10-05" },
    "Parameter 'start_date' and 'end_date' must have the same number of elements",
    "parameter"
  ],
  [
    archive,
    { ...enschede, past_hours: 3, start_date: "2026-09-01", end_date: "2026-09-02" },
    "Parameter 'past_hours' is mutually exclusive with 'start_date' and 'end_date'",
    "parameter"
  ],
  [forecast, { ...enschede, past_days: 94 }, "Past days is invalid. Allowed range 0 to 93. Given 94.", "parameter"],
  [forecast, { ...enschede, run: "2026-10-01T00:00" }, "Parameter 'run' must not be set", "parameter"],
  [singleRuns, enschede, "Parameter 'run' is required", "parameter"],
  [
    singleRuns,
    { ...enschede, run: "2026-10-01T06:00", daily: "rain_sum" },
    "Parameter 'daily' is only supported for single-runs-api if 'run' starts at 00:00 in the requested timezone",
    "parameter"
  ],
  [
    singleRuns,
    { ...enschede, run: "2026-10-01T00:00", daily: "rain_sum", timezone: "Europe/Amsterdam" },
    "Parameter 'daily' is only supported for single-runs-api if 'run' starts at 00:00 in the requested timezone",
    "parameter"
  ],
  [
    "https://seasonal-api.open-meteo.com/v1/seasonal",
    { ...enschede, run: "2026-09-29T00:00", weekly: "temperature_2m_mean" },
    "Parameter 'weekly' is only supported for single-runs-api if 'run' starts at Monday 00:00 in the requested timezone",
    "parameter"
  ],
  [
    singleRuns,
    { ...enschede, run: "2026-09-28T00:00", monthly: "temperature_2m_mean" },
    "Parameter 'monthly' is only supported for single-runs-api if 'run' starts on day 1 at 00:00 in the requested timezone",
    "parameter"
  ],
  [forecast, {}, "Parameter 'latitude' and 'longitude' must not be empty", "parameter"],
  [forecast, { ...enschede, tilt: 91 }, "Parameter `&tilt=` must be within 0° and 90°", "parameter"],
  [forecast, { ...enschede, azimuth: 270 }, "Parameter `&azimuth=` must be within -180° and 180°", "parameter"],
  [archive, { ...enschede, forecast_days: 2 }, /^Forecast days is invalid. Allowed range 0 to 1/, "parameter"],
  [
    airQuality,
    { ...enschede, models: "cams_global,auto" },
    "Data corrupted at path ''. Cannot initialize MultiDomains from invalid String value cams_global,auto.",
    "model"
  ],
  [
    forecast,
    { latitude: "52,53", longitude: "6,7", elevation: 12 },
    "Parameter 'elevation' must have the same number of elements as coordinates",
    "parameter"
  ],
  [
    forecast,
    { ...enschede, cell_selection: "lake" },
    "Data corrupted at path 'cell_selection'. Cannot initialize GridSelectionMode from invalid String value lake.",
    "parameter"
  ],
  [
    singleRuns,
    { ...enschede, run: "2022-12-31T00:00" },
    "The requested model run is not available. Model: best_match, run: 2022-12-31T00:00Z",
    "parameter"
  ],
  [
    singleRuns,
    { ...enschede, run: "2026-10-01T00:00", start_hour: "2026-10-01T00:00", end_hour: "2026-10-01T00:00" },
    "Parameter 'start_hour' must not be set",
    "parameter"
  ],
  [
    forecast,
    { ...enschede, start_hour: "2026-07-01T00:00", end_hour: "2026-07-03T00:00" },
    "Parameter 'start_hourly' is out of allowed range from 2026-07-02 to 2026-10-18",
    "dates"
  ],
  [
    archive,
    { ...enschede, start_date: "1939-12-31", end_date: "1940-01-01" },
    "Parameter 'start_date' is out of allowed range from 1940-01-01 to 2026-10-03",
    "dates"
  ],
  [
    forecast,
    {
      latitude: Array.from({ length: 1_001 }, () => 1).join(","),
      longitude: Array.from({ length: 1_001 }, () => 1).join(",")
    },
    "Only up to 1000 locations can be requested at once",
    "too_much"
  ],
  [
    archive,
    {
      ...enschede,
      hourly: Array.from({ length: 30 }, () => "temperature_2m").join(","),
      start_date: "1940-01-01",
      end_date: "2025-12-31"
    },
    /^Your API call requests too much data/,
    "too_much"
  ],
  [`${geocoding}/search`, { name: "Berlin", count: 101 }, "Parameter count must be between 1 and 100.", "parameter"],
  [`${geocoding}/get`, { id: 1 }, "Location ID not found.", "not_found"]
]

describe("refusals", () => {
  testOn(layer()).each(refused)("%s %j", function* ([url, query, reason, kind]) {
    yield* now
    const { json, status } = yield* ask(url, query)
    assert.strictEqual(status, 400)
    assert.strictEqual(dig(json, "error"), true)
    const actual = String(dig(json, "reason"))
    if (typeof reason === "string") assert.strictEqual(actual, reason)
    else assert.match(actual, reason)
    assert.strictEqual(Reason.parse(actual).kind, kind)
  })

  testOn(layer())("include other paths, methods and hosts", function* () {
    assert.deepStrictEqual((yield* ask("https://api.open-meteo.com/v2/forecast")).json, {
      error: true,
      reason: "Not Found"
    })
    const client = yield* HttpClient.HttpClient
    assert.strictEqual((yield* client.put(forecast)).status, 404)
    assert.include(String(yield* Effect.flip(ask("https://example.org/v1/forecast"))), "ENOTFOUND")
  })
})

describe("limits", () => {
  const heavy = {
    ...enschede,
    hourly: Array.from({ length: 10 }, () => "temperature_2m").join(","),
    start_date: "2000-01-01",
    end_date: "2022-12-31"
  }

  testOn(layer({ limits: { minutely: 601 } }))("count weights, and reset on the clock", function* () {
    yield* now
    const { quota, requests } = yield* WeatherSimulator
    // Uses up almost the whole minute.
    assert.strictEqual((yield* ask(archive, heavy)).status, 200)
    const [minute] = yield* quota
    assert.closeTo(minute?.used ?? 0, 8_401 / 14, 1)
    const { headers, json, status } = yield* ask(forecast, { ...enschede, forecast_days: 1 })
    assert.strictEqual(status, 200, "not quite used up")
    assert.isUndefined(headers["retry-after"])
    assert.strictEqual(dig(json, "error"), undefined)
    const again = yield* ask(forecast, enschede)
    assert.strictEqual(again.status, 429)
    assert.strictEqual(
      dig(again.json, "reason"),
      "Minutely API request limit exceeded. Please try again in one minute."
    )
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* ask(forecast, enschede)).status, 200)
    assert.deepStrictEqual(
      (yield* requests).map((seen) => seen.status),
      [200, 200, 429, 200]
    )
  })

  testOn(layer())("name the window that is used up", function* () {
    const { spend } = yield* WeatherSimulator
    yield* spend(5_000)
    yield* TestClock.adjust("1 minute")
    assert.match((yield* ask(forecast, enschede)).text, /Hourly API request limit exceeded/)
    yield* TestClock.adjust("1 hour")
    yield* spend(5_000)
    yield* TestClock.adjust("1 hour")
    assert.match((yield* ask(forecast, enschede)).text, /Daily API request limit exceeded/)
  })

  testOn(layer({ keys: ["s3cret"] }))("do not apply to customers, whose keys are not logged", function* () {
    const { requests, spend } = yield* WeatherSimulator
    yield* spend(10_000)
    const customer = "https://customer-api.open-meteo.com/v1/forecast"
    assert.strictEqual((yield* ask(customer, { ...enschede, apikey: "s3cret" })).status, 200)
    assert.match((yield* ask(customer, enschede)).text, /API key required/)
    assert.match((yield* ask(customer, { ...enschede, apikey: "other" })).text, /supplied API key is invalid/)
    const free = yield* ask(forecast, { ...enschede, apikey: "s3cret" })
    assert.deepStrictEqual(
      [free.status, free.headers["location"]?.slice(0, 36)],
      [302, "https://customer-api.open-meteo.com/"]
    )
    assert.notInclude(JSON.stringify(yield* requests), "s3cret")
  })
})

describe("faults", () => {
  testOn(layer())("answer in the service's words", function* () {
    const { faults } = yield* WeatherSimulator
    yield* faults.add(
      Faults.unavailable({ operation: "Forecast.get" }),
      Faults.quotaSpent({ window: "concurrent" }),
      Faults.streamFailed({ keep: 0.1 }),
      Faults.bareNan(),
      Faults.html()
    )
    const actual = yield* Effect.forEach([1, 2], () => ask(forecast, enschede))
    assert.deepStrictEqual(
      actual.map(({ json, status }) => [status, dig(json, "reason")]),
      [
        [503, "The service is overloaded"],
        [429, "Too many concurrent requests"]
      ]
    )
    const raw = Effect.flatMap(HttpClient.get(`${forecast}?latitude=52&longitude=6`), (response) => response.text)
    assert.match(yield* raw, /^\{"latitude.*Unexpected error while streaming data: timeoutReached$/)
    assert.match(yield* raw, /^\{"latitude":nan,/)
    assert.match(yield* raw, /^<!DOCTYPE html>/)
    assert.match(yield* raw, /^\{"latitude":52,/)
    assert.include(
      String(yield* Effect.flip(Effect.sandbox(faults.add(Faults.html({ operation: "Issues.get" }))))),
      "no operation Issues.get. Select requests"
    )
  })

  testOn(Simulator.layer())("select operations by the names in errors", function* () {
    const { faults } = yield* WeatherSimulator
    const days = { start_date: "2025-01-01", end_date: "2025-01-02", daily: ["rain_sum"] } as const
    const places = [{ latitude: 52, longitude: 6 }]
    const calls = [
      Stream.runDrain(Archive.stream({ ...enschede, ...days })),
      Effect.asVoid(Archive.getMany({ places, ...days })),
      Effect.asVoid(Forecast.getMany({ places, daily: ["rain_sum"] }))
    ]
    yield* TestClock.setTime(Date.parse("2026-01-01"))
    for (const call of calls) {
      yield* faults.add(Faults.answered({ status: 418, times: Infinity }))
      const { operation } = yield* Effect.flip(call)
      yield* faults.clear
      yield* faults.add(Faults.answered({ status: 418, operation }))
      assert.strictEqual((yield* Effect.flip(call)).operation, operation)
      yield* call
    }
  })
})
