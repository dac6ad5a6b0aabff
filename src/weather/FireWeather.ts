/**
 * The Canadian Forest Fire Weather Index System, day by day.
 *
 * **What**
 *
 * Three moisture codes carry over from day to day, and three indices follow from them and the wind of the day. All of
 * it is computed from the weather at noon, local standard time, and the rain of the 24 hours before. `next` computes a
 * day from the codes of the day before, `daily` computes all rows of a series, and `noons` makes such rows from hourly
 * ones.
 *
 * **Details**
 *
 * Source: Van Wagner, "Development and structure of the Canadian Forest Fire Weather Index System", Forestry Technical
 * Report 35 (1987), and the program of Van Wagner and Pickett, Forestry Technical Report 33 (1985). The lengths of days
 * of other latitudes are those of the package cffdrs of the Canadian Forest Service.
 *
 * **Gotchas**
 *
 * The system begins on the third day after the snow has gone, or on the third day with 12 °C at noon, with `start`.
 * Before that, its values are meaningless.
 */
import * as DateTime from "effect/DateTime"
import { dual } from "effect/Function"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { type Columns, type DeriveFailed, type Input, type Reads, valuesFor } from "./Derive.ts"
import * as Held from "./internal/series/held.ts"
import type { AnySeries, Column, Series } from "./series/Model.ts"

/** What the next day needs to know of a day. */
export interface Codes {
  /** The Fine Fuel Moisture Code, 0 to 101: litter. It forgets within days. */
  readonly ffmc: number
  /** The Duff Moisture Code, from 0: loose layers below. It forgets within two weeks. */
  readonly dmc: number
  /** The Drought Code, from 0: deep layers. It forgets within two months. */
  readonly dc: number
}

/** The codes and indices of a day. */
export interface Day extends Codes {
  /** The Initial Spread Index: how fast a fire spreads. */
  readonly isi: number
  /** The Buildup Index: how much fuel there is. */
  readonly bui: number
  /** The Fire Weather Index: how intense a fire is. */
  readonly fwi: number
  /** The Daily Severity Rating: how hard a fire is to control. */
  readonly dsr: number
}

/** The weather at noon, local standard time. */
export interface Weather {
  /** In °C. */
  readonly temperature: number
  /** The relative humidity in %, 0 to 100. */
  readonly humidity: number
  /** The speed of the wind at 10 m in km/h, from 0. */
  readonly wind: number
  /** The rain of the 24 hours before noon in mm, from 0. */
  readonly rain: number
  /** The month, 1 to 12. */
  readonly month: number
}

/** The codes that the system begins with in spring. */
export const start: Codes = { ffmc: 85, dmc: 6, dc: 15 }

/** The moisture of fine fuel in %, from its code. */
const moistureOf = (ffmc: number): number => (147.2 * (101 - ffmc)) / (59.5 + ffmc)

/** The least value is 0. NaN stays. */
const notNegative = (value: number): number => (value < 0 ? 0 : value)

const fineFuel = (before: number, { humidity: h, rain, temperature: t, wind }: Weather): number => {
  let moisture = moistureOf(before)
  if (rain > 0.5) {
    const net = rain - 0.5
    const much = moisture > 150 ? 0.0015 * (moisture - 150) ** 2 * Math.sqrt(net) : 0
    moisture += 42.5 * net * Math.exp(-100 / (251 - moisture)) * (1 - Math.exp(-6.93 / net)) + much
    if (moisture > 250) moisture = 250
  }
  const warm = 0.18 * (21.1 - t) * (1 - Math.exp(-0.115 * h))
  const drying = 0.942 * h ** 0.679 + 11 * Math.exp((h - 100) / 10) + warm
  const wetting = 0.618 * h ** 0.753 + 10 * Math.exp((h - 100) / 10) + warm
  const rate = (share: number): number =>
    10 ** (-0.581 * Math.exp(0.0365 * t) * (0.424 * (1 - share ** 1.7) + 0.0694 * Math.sqrt(wind) * (1 - share ** 8)))
  if (moisture > drying) moisture = drying + (moisture - drying) * rate(h / 100)
  else if (moisture < wetting) moisture = wetting - (wetting - moisture) * rate((100 - h) / 100)
  const code = (59.5 * (250 - moisture)) / (147.2 + moisture)
  return notNegative(code > 101 ? 101 : code)
}

/** A table by months. */
type Months = ReadonlyArray<number>

/** The effective length of the day in hours, by the latitude that it holds from. */
const dayLengths: ReadonlyArray<readonly [above: number, hours: Months]> = [
  [30, [6.5, 7.5, 9, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8, 7, 6]],
  [10, [7.9, 8.4, 8.9, 9.5, 9.9, 10.2, 10.1, 9.7, 9.1, 8.6, 8.1, 7.8]],
  [-10, [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]],
  [-30, [10.1, 9.6, 9.1, 8.5, 8.1, 7.8, 7.9, 8.3, 8.9, 9.4, 9.9, 10.2]],
  [-Infinity, [11.5, 10.5, 9.2, 7.9, 6.8, 6.2, 6.5, 7.4, 8.7, 10, 11.2, 11.8]]
]

/** The adjustment of the Drought Code for the length of the day, by latitude. */
const dryingFactors: ReadonlyArray<readonly [above: number, factors: Months]> = [
  [20, [-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5, 2.4, 0.4, -1.6, -1.6]],
  [-20, [1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4]],
  [-Infinity, [6.4, 5, 2.4, 0.4, -1.6, -1.6, -1.6, -1.6, -1.6, 0.9, 3.8, 5.8]]
]

const ofMonth = (tables: ReadonlyArray<readonly [number, Months]>, latitude: number, month: number): number =>
  tables.find(([above]) => latitude > above)?.[1][month - 1] ?? Number.NaN

const duff = (before: number, { humidity, month, rain, temperature }: Weather, latitude: number): number => {
  let code = before
  if (rain > 1.5) {
    const net = 0.92 * rain - 1.27
    const moisture = 20 + Math.exp(5.6348 - before / 43.43)
    const slope =
      before <= 33
        ? 100 / (0.5 + 0.3 * before)
        : before <= 65
          ? 14 - 1.3 * Math.log(before)
          : 6.2 * Math.log(before) - 17.2
    code = notNegative(244.72 - 43.43 * Math.log(moisture + (1_000 * net) / (48.77 + slope * net) - 20))
  }
  const warm = temperature < -1.1 ? 0 : temperature + 1.1
  return code + 1.894 * warm * (100 - humidity) * ofMonth(dayLengths, latitude, month) * 1e-4
}

const drought = (before: number, { month, rain, temperature }: Weather, latitude: number): number => {
  let code = before
  if (rain > 2.8) {
    const moisture = 800 * Math.exp(-before / 400) + 3.937 * (0.83 * rain - 1.27)
    code = notNegative(400 * Math.log(800 / moisture))
  }
  const warm = temperature < -2.8 ? 0 : temperature + 2.8
  return code + notNegative(0.36 * warm + ofMonth(dryingFactors, latitude, month)) / 2
}

const spread = (ffmc: number, wind: number): number => {
  const moisture = moistureOf(ffmc)
  return 0.208 * Math.exp(0.05039 * wind) * 91.9 * Math.exp(-0.1386 * moisture) * (1 + moisture ** 5.31 / 4.93e7)
}

const buildup = (dmc: number, dc: number): number => {
  if (dmc === 0 && dc === 0) return 0
  const sum = dmc + 0.4 * dc
  return dmc <= 0.4 * dc
    ? (0.8 * dmc * dc) / sum
    : notNegative(dmc - (1 - (0.8 * dc) / sum) * (0.92 + (0.0114 * dmc) ** 1.7))
}

const intensity = (isi: number, bui: number): number => {
  const fuel = bui <= 80 ? 0.626 * bui ** 0.809 + 2 : 1_000 / (25 + 108.64 * Math.exp(-0.023 * bui))
  const product = 0.1 * isi * fuel
  return product > 1 ? Math.exp(2.72 * (0.434 * Math.log(product)) ** 0.647) : product
}

const none: Day = {
  ffmc: Number.NaN,
  dmc: Number.NaN,
  dc: Number.NaN,
  isi: Number.NaN,
  bui: Number.NaN,
  fwi: Number.NaN,
  dsr: Number.NaN
}

const isWeather = ({ humidity, month, rain, temperature, wind }: Weather): boolean =>
  Number.isFinite(temperature) &&
  humidity >= 0 &&
  humidity <= 100 &&
  wind >= 0 &&
  rain >= 0 &&
  month >= 1 &&
  month <= 12

/**
 * Computes a day from the codes of the day before, at a latitude in degrees. All of it is NaN if some of the weather is
 * missing or impossible: a humidity above 100 %, less than no wind or rain.
 */
export const next = (before: Codes, weather: Weather, latitude: number): Day => {
  if (!isWeather(weather)) return none
  const ffmc = fineFuel(before.ffmc, weather)
  const dmc = duff(before.dmc, weather, latitude)
  const dc = drought(before.dc, weather, latitude)
  const isi = spread(ffmc, weather.wind)
  const bui = buildup(dmc, dc)
  const fwi = intensity(isi, bui)
  return { ffmc, dmc, dc, isi, bui, fwi, dsr: 0.0272 * fwi ** 1.77 }
}

/** What `daily` reads. */
export type DailyInputs = readonly [
  temperature: Input<"temperature", "temperature_2m">,
  humidity: Input<"humidity", "relative_humidity_2m">,
  wind: Input<"wind", "wind_speed_10m">,
  rain: Input<"rain", "rain_24h">
]

const inputs: DailyInputs = [
  { name: "temperature", unit: "°C", column: "temperature_2m" },
  { name: "humidity", unit: "%", column: "relative_humidity_2m" },
  { name: "wind", unit: "km/h", column: "wind_speed_10m" },
  { name: "rain", unit: "mm", column: "rain_24h" }
]

/** Options of `daily`. */
export interface Options<Given extends Columns<DailyInputs>> {
  /** Degrees north. */
  readonly latitude: number
  /** The codes before the first row. Default: `start`. */
  readonly from?: Codes | undefined
  /** The columns to read. Default: those that `noons` makes. */
  readonly columns?: Given | undefined
}

/** The columns that `daily` adds. */
export type DailyColumn = keyof Day

const names: ReadonlyArray<DailyColumn> = ["ffmc", "dmc", "dc", "isi", "bui", "fwi", "dsr"]

/** The offset of the standard time of the zone, in milliseconds, in the year of an instant. */
const standardOffset = (series: AnySeries): ((instant: number) => number) => {
  const { zone } = series
  const named = DateTime.zoneMakeNamed(zone.name)
  if (Option.isNone(named)) return () => zone.offset
  const years = new Map<number, number>()
  const offsetIn = (year: number, month: number): number =>
    DateTime.zonedOffset(Held.zoned(Date.UTC(year, month, 1), named.value))
  return (instant) => {
    const year = new Date(instant).getUTCFullYear()
    const offset = years.get(year) ?? Math.min(offsetIn(year, 0), offsetIn(year, 6))
    years.set(year, offset)
    return offset
  }
}

/**
 * Adds the codes and indices of each row, from the weather at noon. The rows are days in a row, as `noons` makes them. Units
 * are converted. A day without all of its weather is NaN, and the next one starts from the last codes that are known. Fails
 * with `DeriveFailed` if a column is absent, or has a unit of another kind.
 */
export const daily: {
  <const Given extends Columns<DailyInputs> = {}>(
    options: Options<Given>
  ): <C extends string>(
    series: AnySeries<C | Reads<DailyInputs, Given>>
  ) => Result.Result<Series<C | Reads<DailyInputs, Given> | DailyColumn>, DeriveFailed>
  <C extends string, const Given extends Columns<DailyInputs> = {}>(
    series: AnySeries<C | Reads<DailyInputs, Given>>,
    options: Options<Given>
  ): Result.Result<Series<C | DailyColumn>, DeriveFailed>
} = dual(
  2,
  <C extends string>(
    series: AnySeries<C>,
    options: Options<Columns<DailyInputs>>
  ): Result.Result<Series<C | DailyColumn>, DeriveFailed> =>
    Result.map(valuesFor(series, inputs, options.columns ?? {}), ([temperature, humidity, wind, rain]) => {
      const values = names.map(() => new Float64Array(series.length).fill(Number.NaN))
      const offsetAt = standardOffset(series)
      let codes = options.from ?? start
      series.time.forEach((instant, row) => {
        const day = next(
          codes,
          {
            temperature: temperature?.[row] ?? Number.NaN,
            humidity: humidity?.[row] ?? Number.NaN,
            wind: wind?.[row] ?? Number.NaN,
            rain: rain?.[row] ?? Number.NaN,
            month: new Date(instant + offsetAt(instant)).getUTCMonth() + 1
          },
          options.latitude
        )
        if (!Number.isNaN(day.ffmc)) codes = day
        names.forEach((name, i) => values[i]?.fill(day[name], row, row + 1))
      })
      const columns = Held.filled(series)
      names.forEach((name, i) => columns.set(name, numbers(values[i] ?? new Float64Array(), "")))
      return Held.make({ ...Held.partsOf(series), columns, absent: [] })
    })
)

const numbers = (values: Float64Array, unit: string): Column => ({ values, unit, instants: false, text: undefined })

/** What `noons` reads. */
export type HourlyInputs = readonly [
  temperature: Input<"temperature", "temperature_2m">,
  humidity: Input<"humidity", "relative_humidity_2m">,
  wind: Input<"wind", "wind_speed_10m">,
  rain: Input<"rain", "precipitation">
]

const hourlyInputs: HourlyInputs = [
  inputs[0],
  inputs[1],
  inputs[2],
  { name: "rain", unit: "mm", column: "precipitation" }
]

const hour = 3_600_000

/**
 * Makes the rows that `daily` takes from hourly ones: those of noon, local standard time, with the sum of the
 * precipitation of the 24 hours before, each of which is the sum of the hour before its row. If one of the hours is
 * missing, so is the sum. There is no row for a day without its noon. Where noon has no row of its own, as in zones
 * with a part of an hour, the row of the half hour after it is taken.
 */
export const noons: {
  <const Given extends Columns<HourlyInputs> = {}>(
    columns?: Given
  ): (series: AnySeries<Reads<HourlyInputs, Given>>) => Result.Result<Series<NoonColumn>, DeriveFailed>
  <const Given extends Columns<HourlyInputs> = {}>(
    series: AnySeries<Reads<HourlyInputs, Given>>,
    columns?: Given
  ): Result.Result<Series<NoonColumn>, DeriveFailed>
} = dual(
  (args) => Held.isSeries(args[0]),
  (series: AnySeries, columns: Columns<HourlyInputs> = {}): Result.Result<Series<NoonColumn>, DeriveFailed> =>
    Result.map(valuesFor(series, hourlyInputs, columns), ([temperature, humidity, wind, rain]) => {
      const offsetAt = standardOffset(series)
      const rows: Array<number> = []
      const sums: Array<number> = []
      series.time.forEach((instant, row) => {
        const sinceNoon = ((((instant + offsetAt(instant)) % (24 * hour)) + 24 * hour) % (24 * hour)) - 12 * hour
        if (sinceNoon < 0 || sinceNoon >= hour) return
        const first = row - 23
        const isWhole = first >= 0 && series.time[first] === instant - 23 * hour
        let sum = isWhole ? 0 : Number.NaN
        for (let i = first; isWhole && i <= row; i++) sum += rain?.[i] ?? Number.NaN
        rows.push(row)
        sums.push(sum)
      })
      const pick = (values: Float64Array | undefined) => Float64Array.from(rows, (row) => values?.[row] ?? Number.NaN)
      const picked = new Map([
        ["temperature_2m", numbers(pick(temperature), "°C")],
        ["relative_humidity_2m", numbers(pick(humidity), "%")],
        ["wind_speed_10m", numbers(pick(wind), "km/h")],
        ["rain_24h", numbers(Float64Array.from(sums), "mm")]
      ])
      const parts = Held.partsOf(series)
      return Held.make({ ...parts, time: pick(series.time), period: 24 * hour, columns: picked, absent: [] })
    })
)

/** The columns that `noons` makes. */
export type NoonColumn = "temperature_2m" | "relative_humidity_2m" | "wind_speed_10m" | "rain_24h"
