/** Heating degree days of thirty years: how much a place has to be heated, and how that changes. */
import { Archive, Geocoding, Series } from "forgecast/weather"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

export class NoSuchPlace extends Schema.TaggedError<NoSuchPlace>()("NoSuchPlace", { place: Schema.String }) {}

export interface Options {
  readonly place: string
  readonly from: number
  readonly to: number
  /** Heating begins below this mean temperature of a day, in °C. */
  readonly base: number
}

/** The line that fits best, by least squares: how much the values grow from one to the next. */
const slope = (values: ReadonlyArray<number>): number => {
  const middle = (values.length - 1) / 2
  const upwards = values.reduce((sum, value, index) => sum + (index - middle) * value, 0)
  return upwards / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
}

export const degreeDays = Effect.fn("degreeDays")(function* ({ base, from, place, to }: Options) {
  const [found] = yield* Geocoding.search({ name: place, count: 1 })
  if (found === undefined) return yield* new NoSuchPlace({ place })
  // The service takes a few years at a time, and each part waits for the quota of the free service.
  const parts = yield* Archive.stream({
    ...found,
    start_date: `${from}-01-01`,
    end_date: `${to}-12-31`,
    daily: ["temperature_2m_mean"]
  }).pipe(
    Stream.tap(({ part }) => Effect.log(`${part.done} of ${part.total} days`)),
    Stream.map(({ daily }) => daily),
    Stream.runCollect
  )
  const [first, ...rest] = parts
  if (first === undefined) return { years: [], trend: NaN }
  const daily = yield* Effect.fromResult(Series.join([first, ...rest]))
  // A day without a value has none here either, and sums leave it out.
  const heated = Series.withColumn(daily, "heating", "K·d", (day) => Math.max(0, base - day.temperature_2m_mean))
  const years = Series.resample(heated, "year", { heating: "sum", days: ["temperature_2m_mean", "count"] })
  return {
    years: Array.from(years, ({ days, heating, time }) => ({ year: DateTime.getPart(time, "year"), heating, days })),
    trend: slope(Array.from(years.heating))
  }
})

export default degreeDays({ place: "Bergen", from: 1996, to: 2025, base: 15 })
