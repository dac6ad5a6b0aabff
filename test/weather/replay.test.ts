/** Each recorded response, through the whole pipeline, becomes the value of its decoder or the right error. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { RestError } from "../../src/rest/RestError.ts"
import * as AirQuality from "../../src/weather/AirQuality.ts"
import { type Selection, seriesBlocks } from "../../src/weather/Answer.ts"
import * as Archive from "../../src/weather/Archive.ts"
import * as Climate from "../../src/weather/Climate.ts"
import * as Elevation from "../../src/weather/Elevation.ts"
import * as Ensemble from "../../src/weather/Ensemble.ts"
import * as Flood from "../../src/weather/Flood.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import * as Geocoding from "../../src/weather/Geocoding.ts"
import * as Decode from "../../src/weather/internal/decode/answer.ts"
import { Location, SearchResults } from "../../src/weather/Location.ts"
import * as Marine from "../../src/weather/Marine.ts"
import * as PreviousRuns from "../../src/weather/PreviousRuns.ts"
import * as Reason from "../../src/weather/Reason.ts"
import * as SatelliteRadiation from "../../src/weather/SatelliteRadiation.ts"
import * as Seasonal from "../../src/weather/Seasonal.ts"
import type { Weather } from "../../src/weather/Weather.ts"
import { begin, epoch } from "../rest/support/time.ts"
import { files, manifest, read } from "./fixtures.ts"
import * as Json from "./json.ts"
import { run } from "./support/service.ts"

const place = { latitude: 52.52, longitude: 13.41 }
const span = { start_date: "2020-01-01", end_date: "2020-01-02" }

/** Requests what the file has from the service that it comes from. */
const calls: Readonly<Record<string, (asked: Selection) => Effect.Effect<unknown, RestError, Weather>>> = {
  forecast: ({ current, daily, hourly, minutely_15 }) =>
    Forecast.get({ ...place, current, daily, hourly, minutely_15 }),
  archive: ({ daily, hourly }) => Archive.get({ ...place, ...span, daily, hourly }),
  "air-quality": ({ current, hourly }) => AirQuality.get({ ...place, current, hourly }),
  air_quality: ({ current, hourly }) => AirQuality.get({ ...place, current, hourly }),
  marine: ({ current, daily, hourly }) => Marine.get({ ...place, current, daily, hourly }),
  climate: ({ daily }) => Climate.get({ ...place, ...span, daily }),
  ensemble: ({ current, daily, hourly }) =>
    Ensemble.get({ ...place, models: ["icon_seamless"], current, daily, hourly }),
  flood: ({ daily }) => Flood.get({ ...place, daily }),
  seasonal: ({ daily, hourly }) => Seasonal.get({ ...place, daily, hourly }),
  "previous-runs": ({ current, daily, hourly }) => PreviousRuns.get({ ...place, current, daily, hourly }),
  "single-runs": ({ current, daily, hourly }) => Forecast.get({ ...place, current, daily, hourly }),
  satellite: ({ daily, hourly }) => SatelliteRadiation.get({ ...place, daily, hourly })
}

/** Requests everything that the response has. */
const askedOf = (json: Json.JsonObject): Selection =>
  Object.fromEntries(
    [...seriesBlocks, "current"].map((block) => [
      block,
      Object.keys(Json.objectAt(json, block)).filter((name) => name !== "time" && name !== "interval")
    ])
  )

describe("recorded responses", () => {
  const recorded = manifest.filter(({ category, service }) => category !== "errors" && service !== "elevation")

  it.effect.each(recorded.filter(({ service }) => service !== "geocoding"))("$file", ({ file, service }) =>
    Effect.gen(function* () {
      const text = read(file)
      const asked = askedOf(Json.parseObject(text))
      const call = calls[service]
      if (call === undefined) return assert.fail(`nothing calls ${service}`)
      if (Object.values(asked).flat().length === 0) {
        const refused = yield* Effect.flip(run(call(asked), () => ({ text })))
        return assert.strictEqual(refused._tag, "InvalidInput")
      }
      const answer = yield* run(call(asked), () => ({ text }))
      const models = service === "ensemble" ? ["icon_seamless"] : undefined
      assert.deepStrictEqual(answer, Result.getOrThrow(Decode.one(text, { ...asked, models })))
    })
  )

  it.effect.each(recorded.filter(({ service }) => service === "geocoding"))("$file", ({ file }) =>
    Effect.gen(function* () {
      const text = read(file)
      if ("id" in Json.parseObject(text)) {
        const found = yield* run(Geocoding.get({ id: 2_950_159 }), () => ({ text }))
        return assert.deepStrictEqual(found, Schema.decodeUnknownSync(Location)(Json.parse(text)))
      }
      const found = yield* run(Geocoding.search({ name: "Berlin" }), () => ({ text }))
      assert.deepStrictEqual(found, Schema.decodeUnknownSync(SearchResults)(Json.parse(text)).results)
      assert.strictEqual(found.length, Json.listAt(Json.parseObject(text), "results").length)
    })
  )

  it.effect("elevation", () =>
    Effect.gen(function* () {
      const text = read("other/tempi-marathon__open-meteo-php__elevation.json")
      assert.deepStrictEqual(
        yield* run(Elevation.getMany({ places: [place] }), () => ({ text })),
        new Float64Array([11])
      )
    })
  )
})

/** The tag of each recorded error. Default: `BadRequest`. */
const tags: Readonly<Record<string, RestError["_tag"]>> = {
  "stored-index__69103195468__minutely_429": "RateLimited",
  "stored-index__55165646967__hourly_429": "RateLimited",
  "stored-index__68607196513__daily_429": "RateLimited",
  "stored-index__59878747960__concurrent_429": "RateLimited",
  "open-meteo__open-meteo__overloaded_503": "ServiceUnavailable",
  "stored-index__60264687608__apikey_required_401": "Unauthorized",
  "open-meteo__open-meteo__plan_403": "Forbidden",
  "stored-index__60264687608__not_found_404": "UnexpectedStatus",
  "open-meteo__geocoding-api__geocoding_id_not_found": "NotFound",
  "stored-index__60496438779__http200_nan": "DecodeFailed",
  "open-meteo__open-meteo__http200_minus_nan": "DecodeFailed",
  "open-meteo__open-meteo__http200_stream_error": "ServiceUnavailable",
  "stored-index__60496438779__http200_empty": "ServiceUnavailable",
  "open-meteo__open-meteo__http502_html": "ServiceUnavailable"
}

/** When each limit resets, in milliseconds after 08:00:00 UTC. */
const resets: Readonly<Record<string, number>> = {
  minutely: 60_000,
  hourly: 3_600_000,
  daily: 16 * 3_600_000,
  concurrent: 1_000
}

describe("recorded errors", () => {
  it.effect.each(manifest.filter(({ category }) => category === "errors"))("$file", ({ file, service, status }) =>
    Effect.gen(function* () {
      yield* begin
      const text = read(file)
      const call: Effect.Effect<unknown, RestError, Weather> =
        service === "geocoding" ? Geocoding.get({ id: 1 }) : Forecast.get({ ...place, hourly: ["temperature_2m"] })
      const error = yield* Effect.flip(run(call, () => ({ status, text }), { maxWait: 0 }))
      assert.strictEqual(error._tag, tags[file.replace(/^errors\/|\.json$/g, "")] ?? "BadRequest")
      if ("status" in error) assert.strictEqual(error.status, status)
      const reason = Reason.fromBody(text)
      if (reason !== undefined && "serviceMessage" in error) assert.strictEqual(error.serviceMessage, reason.text)
      if (error._tag === "BadRequest") assert.deepStrictEqual(Reason.parse(error.reason), reason)
      if (error._tag === "RateLimited") {
        assert.strictEqual(error.resource, reason?.limit)
        assert.strictEqual(DateTime.toEpochMillis(error.retryAt) - epoch, resets[error.resource])
      }
    })
  )
})

it("all files are tested", () => {
  assert.strictEqual(manifest.length, 81)
  assert.deepStrictEqual(new Set(files("forecast", "archive", "geocoding", "other", "errors")).size, manifest.length)
})
