/** Every reason that the source of the service has: what `Reason.parse` extracts from it. */
import { assert, describe, it } from "@effect/vitest"
import * as Reason from "../../src/weather/Reason.ts"
import { facts } from "./facts.ts"

/** Values of what varies in a reason, by the name in braces. */
const values: Readonly<Record<string, string>> = {
  "first date": "2026-07-03",
  "last date": "2026-10-19",
  "YYYY-MM-DDTHH:mmZ": "2026-10-01T00:00Z",
  "whole parameter": "rain,bogus",
  Type: "ForecastVariableDaily",
  domain: "icon_d2",
  from: "0",
  given: "1234.5",
  max: "100",
  model: "icon_eu",
  name: "run",
  numberOfLocationsMaximum: "1000",
  parameter: "start_hour",
  to: "16"
}

const textOf = (pattern: string): string =>
  pattern.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => values[name] ?? whole)

const ofParameter = (parameter: string, more: Partial<Reason.Reason> = {}) =>
  ({ kind: "parameter", parameter, ...more }) as const

const key = { kind: "key", parameter: "apikey" } as const
const manyPlaces = (max: number) => ({ kind: "too_much", parameter: "latitude", range: { min: 1, max } }) as const
const box = ofParameter("bounding_box")

/** What is known, by the beginning of the reason. Fields that are left out are null. */
const known: Readonly<Record<string, Partial<Reason.Reason> & { readonly kind: Reason.Kind }>> = {
  "Latitude must be": ofParameter("latitude", { range: { min: -90, max: 90 } }),
  "Longitude must be": ofParameter("longitude", { range: { min: -180, max: 180 } }),
  "Past days is": ofParameter("past_days", { range: { min: 0, max: 16 } }),
  "Forecast days is": ofParameter("forecast_days", { range: { min: 0, max: 16 } }),
  "Invalid timezone": ofParameter("timezone"),
  "End-date must": ofParameter("end_date"),
  "Parameter 'start_hour' is out": {
    kind: "dates",
    parameter: "start_hour",
    dates: { from: "2026-07-03", to: "2026-10-19" }
  },
  "Both 'start_date'": ofParameter("start_date"),
  "Parameter 'start_hour' is mutually": ofParameter("start_hour"),
  "This API does not yet support timezones": ofParameter("timezone"),
  "Parameter 'latitude' and 'longitude' must not be empty": ofParameter("latitude"),
  "Parameter 'latitude' and 'longitude' must not exceed": manyPlaces(100),
  "Parameter 'latitude' and 'longitude' must have": ofParameter("latitude"),
  "Parameter 'timezone' and": ofParameter("timezone"),
  "Parameter 'location_id'": ofParameter("location_id"),
  "No data is available": { kind: "location" },
  "Parameter 'start_date' and 'end_date' must": ofParameter("start_date"),
  "Parameter 'elevation'": ofParameter("elevation"),
  "Cannot return models": ofParameter("models"),
  "Parameter 'run' is required": ofParameter("run"),
  "Parameter 'run' must not": ofParameter("run"),
  "The requested model run": ofParameter("run", { model: "icon_eu" }),
  "Only one timezone": ofParameter("timezone"),
  "Timezone 'auto'": ofParameter("timezone"),
  "Parameter bounding_box": box,
  "The first latitude": box,
  "The first longitude": box,
  "Latitudes must": ofParameter("bounding_box", { range: { min: -90, max: 90 } }),
  "Longitudes must": ofParameter("bounding_box", { range: { min: -180, max: 180 } }),
  "Parameter 'daily'": ofParameter("daily"),
  "Parameter 'weekly'": ofParameter("weekly"),
  "Parameter 'monthly'": ofParameter("monthly"),
  "Only up to": manyPlaces(1_000),
  "Bounding box calls not supported for domain": { ...box, model: "icon_d2" },
  "Bounding box calls not supported for grid": { ...box, model: "icon_d2" },
  "ARPAE COSMO": { kind: "model", parameter: "models" },
  "Please use the customer-": key,
  "Your API URL is too long": key,
  "Your API call requests": { kind: "too_much" },
  "Parameter `&tilt=`": ofParameter("tilt", { range: { min: 0, max: 90 } }),
  "Parameter `&azimuth=`": ofParameter("azimuth", { range: { min: -180, max: 180 } }),
  "XLSX supports": manyPlaces(100),
  "Daily API": { kind: "limit", limit: "daily" },
  "Hourly API": { kind: "limit", limit: "hourly" },
  "Minutely API": { kind: "limit", limit: "minutely" },
  "Too many concurrent": { kind: "limit", limit: "concurrent" },
  "The service is overloaded": { kind: "overloaded" },
  "API key required": key,
  "The supplied API key": key,
  "This API endpoint": key,
  "Invalid date": { kind: "parameter" },
  "Cannot initialize ForecastVariableDaily": { kind: "variable", parameter: "daily" },
  "Not Found": { kind: "not_found" },
  // These say nothing.
  "Could not get remote address": { kind: "other" },
  "Bad Request": { kind: "other" },
  "Something went wrong": { kind: "other" }
}

/** One stands for whatever the framework says of a value of the wrong type: it is recorded, not in the source. */
const reasons = facts.errors.map(({ reason }) => reason).filter((reason) => !reason.startsWith("{framework"))

const expectedOf = (text: string) =>
  Object.entries(known).find(([beginning]) => text.startsWith(beginning))?.[1] ?? assert.fail(text)

describe("Reason knows", () => {
  it.each(reasons.map(textOf))("%s", (text) => {
    assert.deepStrictEqual(Reason.parse(text), {
      variable: null,
      model: null,
      parameter: null,
      dates: null,
      range: null,
      limit: null,
      ...expectedOf(text),
      text
    })
  })

  it("each of them, and no other", () => {
    assert.strictEqual(reasons.length, 59)
    for (const beginning of Object.keys(known)) {
      assert.isTrue(
        reasons.some((reason) => textOf(reason).startsWith(beginning)),
        beginning
      )
    }
  })
})
