/** Every recorded error response: what `Reason` extracts from it, or why it cannot be decoded. */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import type * as DecodeIssue from "../../src/weather/internal/decode/issue.ts"
import * as Reason from "../../src/weather/Reason.ts"
import { files, read } from "./fixtures.ts"
import * as Json from "./json.ts"

/** The expected reasons. Fields that are left out are null. */
const reasons: Readonly<Record<string, Partial<Reason.Reason> & { readonly kind: Reason.Kind }>> = {
  "open-meteo__geocoding-api__geocoding_id_not_found": { kind: "not_found", parameter: "id" },
  "open-meteo__open-meteo-website__geocoding_count": {
    kind: "parameter",
    parameter: "count",
    range: { min: 1, max: 100 }
  },
  "open-meteo__open-meteo-website__latitude_range": {
    kind: "parameter",
    parameter: "latitude",
    range: { min: -90, max: 90 }
  },
  "open-meteo__open-meteo__apikey_invalid_400": { kind: "key", parameter: "apikey" },
  "open-meteo__open-meteo__empty_temporal_resolution": { kind: "parameter", parameter: "temporal_resolution" },
  "open-meteo__open-meteo__invalid_timezone": { kind: "parameter", parameter: "timezone" },
  "open-meteo__open-meteo__no_data_for_location": { kind: "location" },
  "open-meteo__open-meteo__overloaded_503": { kind: "overloaded" },
  "open-meteo__open-meteo__plan_403": { kind: "key", parameter: "apikey" },
  "open-meteo__open-meteo__too_many_locations_400": {
    kind: "too_much",
    parameter: "latitude",
    range: { min: 1, max: 1000 }
  },
  "open-meteo__open-meteo__too_much_data_400": { kind: "too_much" },
  "open-meteo__open-meteo__unknown_daily_variable": {
    kind: "variable",
    variable: "temperature_2m",
    parameter: "daily"
  },
  "open-meteo__open-meteo__unknown_hourly_variable_2022": { kind: "variable", variable: "cape", parameter: "hourly" },
  "stored-index__55165646967__hourly_429": { kind: "limit", limit: "hourly" },
  "stored-index__56838629164__unknown_model": { kind: "model", model: "bogus_model_xyz", parameter: "models" },
  "stored-index__59878747960__concurrent_429": { kind: "limit", limit: "concurrent" },
  "stored-index__60264687608__apikey_required_401": { kind: "key", parameter: "apikey" },
  "stored-index__60264687608__not_found_404": { kind: "not_found" },
  "stored-index__60264687608__only_latitude": { kind: "parameter", parameter: "latitude" },
  "stored-index__60264687608__post_timezone_not_array": { kind: "parameter", parameter: "timezone" },
  "stored-index__68607196513__daily_429": { kind: "limit", limit: "daily" },
  "stored-index__69103195468__minutely_429": { kind: "limit", limit: "minutely" },
  "stored-index__71088980977__start_date_out_of_range": {
    kind: "dates",
    parameter: "start_date",
    dates: { from: "2026-07-03", to: "2026-10-19" }
  }
}

/** Bodies without a reason, and the expected issue of decoding them. */
const issues: Readonly<Record<string, Pick<DecodeIssue.DecodeIssue, "kind" | "path">>> = {
  "open-meteo__open-meteo__http200_minus_nan": { kind: "malformed", path: "latitude" },
  "open-meteo__open-meteo__http200_stream_error": { kind: "interrupted", path: "" },
  "open-meteo__open-meteo__http502_html": { kind: "foreign", path: "" },
  "stored-index__60496438779__http200_empty": { kind: "empty", path: "" },
  "stored-index__60496438779__http200_nan": { kind: "malformed", path: "latitude" }
}

const nameOf = (file: string): string => file.replace(/^errors\/|\.json$/g, "")

describe("recorded error responses", () => {
  it.each(files("errors").map(nameOf))("%s", (name) => {
    const body = read(`errors/${name}.json`)
    const known = reasons[name]
    const issue = issues[name]
    assert.isTrue((known === undefined) !== (issue === undefined), "each file is in exactly one of the tables")
    const decoded = Decode.one(body, { hourly: ["temperature_2m"] })
    assert.isTrue(Result.isFailure(decoded))
    if (issue !== undefined) {
      assert.isUndefined(Reason.fromBody(body))
      return assert.deepInclude(Result.isFailure(decoded) ? decoded.failure : {}, issue)
    }
    const { reason: text } = Json.parseObject(body)
    if (typeof text !== "string") return assert.fail("the body has no reason")
    assert.deepStrictEqual(Reason.fromBody(body), {
      variable: null,
      model: null,
      parameter: null,
      dates: null,
      range: null,
      limit: null,
      text,
      ...known,
      kind: known?.kind ?? "other"
    })
    // As the body of a 200, it is refused with the service's message.
    assert.deepInclude(Result.isFailure(decoded) ? decoded.failure : {}, {
      kind: "error",
      found: `the error "${text}"`
    })
  })
})

describe("Reason", () => {
  it.each<readonly [string, Partial<Reason.Reason>]>([
    [
      "Forecast days is invalid. Allowed range 0 to 16. Given 17.",
      { kind: "parameter", parameter: "forecast_days", range: { min: 0, max: 16 } }
    ],
    [
      "Past days is invalid. Allowed range 0 to 92. Given 100.",
      { kind: "parameter", parameter: "past_days", range: { min: 0, max: 92 } }
    ],
    [
      "Longitude must be in range of -180 to 180°. Given: 181.0.",
      { kind: "parameter", parameter: "longitude", range: { min: -180, max: 180 } }
    ],
    ["End-date must be larger or equals than start-date", { kind: "parameter", parameter: "end_date" }],
    ["Both 'start_date' and 'end_date' must be set in the url", { kind: "parameter", parameter: "start_date" }],
    [
      "Parameter 'forecast_days' is mutually exclusive with 'start_date' and 'end_date'",
      { kind: "parameter", parameter: "forecast_days" }
    ],
    [
      "Data corrupted at path ''. Cannot initialize SurfacePressureAndHeightVariable<VariableAndPreviousDay, " +
        "VariableOrSpread<ForecastPressureVariable>, ForecastHeightVariable> from invalid String value temprature_2m.",
      { kind: "variable", variable: "temprature_2m", parameter: null }
    ],
    [
      "Data corrupted at path ''. Cannot initialize VariableOrDerived<A, B> from invalid String value lksdfj for key ''.",
      { kind: "variable", variable: "lksdfj", parameter: null }
    ],
    [
      "Cannot initialize ForecastVariableDaily from invalid String value lksdfj for key ''",
      { kind: "variable", variable: "lksdfj", parameter: "daily" }
    ],
    [
      "Cannot initialize MultiDomains from invalid String value lksdfj for key 'models'",
      { kind: "model", model: "lksdfj", variable: null, parameter: "models" }
    ],
    ["Cannot return models with different time-intervals", { kind: "parameter", parameter: "models" }],
    [
      "The requested model run is not available. Runs are kept from 2023 on.",
      { kind: "parameter", parameter: "run", dates: null }
    ],
    ["An unknown sentence", { kind: "other" }]
  ])("%s", (text, known) => {
    assert.deepInclude(Reason.parse(text), { text, ...known })
  })

  it("resets limits by the clock", () => {
    const now = Date.UTC(2026, 9, 20, 23, 59, 30, 500)
    assert.strictEqual(Reason.resetAt("minutely", now), Date.UTC(2026, 9, 21))
    assert.strictEqual(Reason.resetAt("hourly", Date.UTC(2026, 9, 20, 8)), Date.UTC(2026, 9, 20, 9))
    assert.strictEqual(Reason.resetAt("daily", now), Date.UTC(2026, 9, 21))
    assert.strictEqual(Reason.resetAt("daily", Date.UTC(2026, 9, 20, 8)), Date.UTC(2026, 9, 21))
    assert.strictEqual(Reason.resetAt("monthly", Date.UTC(2026, 11, 20)), Date.UTC(2027, 0, 1))
    assert.strictEqual(Reason.resetAt("concurrent", now), now + 1_000)
  })

  it("returns undefined for bodies without a reason", () => {
    for (const body of ["", "null", "[]", "{}", '{"reason": 3}', "<html>"]) assert.isUndefined(Reason.fromBody(body))
  })
})
