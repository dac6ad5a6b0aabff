/**
 * Both services in one workflow: files an issue for each day with a forecast storm, updates it when the forecast changes,
 * and closes it when the storm is no longer forecast.
 */
import { type Forge, Issues } from "forgecast/forge"
import { Forecast, Geocoding, Location, Series, type Weather, WeatherCode } from "forgecast/weather"
import { Upsert } from "forgecast/workflow"
import type { RestError } from "forgecast"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

export class NoSuchPlace extends Schema.TaggedError<NoSuchPlace>()("NoSuchPlace", { place: Schema.String }) {}

export interface Watch {
  /** Name of the place. */
  readonly place: string
  readonly owner: string
  readonly repo: string
  /** The gusts that make a storm, in km/h. */
  readonly gusts: number
}

export interface Report {
  readonly filed: ReadonlyArray<number>
  readonly updated: ReadonlyArray<number>
  readonly closed: ReadonlyArray<number>
}

interface Warning {
  readonly title: string
  readonly body: string
}

/** One warning for each stormy day of the next week. */
const warningsFor = Effect.fnUntraced(function* ({ gusts, place }: Watch) {
  const [found] = yield* Geocoding.search({ name: place, count: 1 })
  if (found === undefined) return yield* Effect.fail(new NoSuchPlace({ place }))
  const { daily } = yield* Forecast.get({
    ...found,
    daily: ["wind_gusts_10m_max", "precipitation_sum", "weather_code"],
    forecast_days: 7
  })
  return Array.from(Series.rows(daily))
    .filter((row) => (row.wind_gusts_10m_max ?? 0) >= gusts)
    .map((row): Warning => ({
      title: `Storm in ${found.name} on ${DateTime.formatIsoDate(row.time)}`,
      body:
        `${Location.describe(found)}: gusts up to ${row.wind_gusts_10m_max} ${daily.units.wind_gusts_10m_max}, ` +
        `${row.precipitation_sum} ${daily.units.precipitation_sum} of rain, ${WeatherCode.label(row.weather_code)}.`
    }))
})

/** Files, updates and closes issues. The type lists what can fail: the errors of both services, and our own. */
export const watch: (
  watched: Watch
) => Effect.Effect<Report, NoSuchPlace | RestError.RestError, Forge.Forge | Weather.Weather> = Effect.fn("watch")(
  function* (watched) {
    const { owner, place, repo } = watched
    const warnings = yield* warningsFor(watched)
    const filed: Array<number> = []
    const updated: Array<number> = []
    const closed: Array<number> = []
    const open = yield* Issues.list({ owner, repo, labels: ["storm"], state: "open" }).pipe(
      Stream.filter(({ title }) => title.startsWith(`Storm in ${place} on `)),
      Stream.runCollect
    )
    for (const warning of warnings) {
      // The title is its key: a lost response makes no second issue, and a storm that comes back reopens its own.
      const issue = { owner, repo, ...warning, labels: ["storm"] }
      const { action, value } = yield* Upsert.issue(issue, { key: warning.title, onClosed: "reopen" })
      if (action === "created") filed.push(value.number)
      if (action === "updated") updated.push(value.number)
    }
    for (const { number, title } of open) {
      if (warnings.some((warning) => warning.title === title)) continue
      const issue = { owner, repo, issue_number: number }
      yield* Upsert.comment({ ...issue, body: "No storm is forecast any more." }, { key: "over" })
      yield* Issues.update({ ...issue, state: "closed", state_reason: "not_planned" })
      closed.push(number)
    }
    return { filed, updated, closed }
  }
)

export default watch({ place: "Bergen", owner: "acme", repo: "harbour", gusts: 90 })
