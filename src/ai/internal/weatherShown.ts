/** What a model is shown of weather: columns over a time axis that is said in words. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import { seriesBlocks } from "../../weather/Answer.ts"
import { columnsOf } from "../../weather/internal/series/held.ts"
import * as Series from "../../weather/Series.ts"
import type { Own } from "./inputs.ts"
import * as Shown from "./shown.ts"

type Fields = Readonly<Record<string, unknown>>

/** The most values of a block that are shown. A week of hours has 168 for each column. */
export const mostValues = 1200

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** How far rows are apart; undefined if that differs. */
const stepOf = (series: Series.Series): string | undefined => {
  const { dates, period, time } = series
  if (period === "month") return "1 month"
  const [first = 0, second] = time
  if (second === undefined) return undefined
  // Days are as long as the clock has it: 23 or 25 hours twice a year.
  if (dates) return `${Math.round((second - first) / 86_400_000)} day`
  const step = second - first
  const isEven = time.every((at, row) => row === 0 || at - (time[row - 1] ?? 0) === step)
  return isEven ? Duration.format(Duration.millis(step)) : undefined
}

const labelsOf = (series: Series.Series, rows: number): ReadonlyArray<string> =>
  Array.from({ length: rows }, (_, row) => Option.getOrElse(Series.label(series, row), () => ""))

const blockOf = (series: Series.Series): Fields => {
  const columns = [...columnsOf(series)]
  const rows = Math.min(series.length, Math.max(1, Math.floor(mostValues / Math.max(1, columns.length))))
  const step = stepOf(series)
  const labels = labelsOf(series, rows)
  return {
    ...(step === undefined ? { time: labels } : { from: labels[0] ?? null, step, rows }),
    ...(rows < series.length ? { cut: `${rows} of ${series.length} rows: ask for a shorter span` } : {}),
    units: Object.fromEntries(columns.filter(([, { instants }]) => !instants).map(([name, { unit }]) => [name, unit])),
    ...Object.fromEntries(
      columns.map(([name, { instants, text, values }]) => [
        name,
        text !== undefined
          ? text.slice(0, rows)
          : Array.from(values.subarray(0, rows), (value) =>
              instants && Number.isFinite(value) ? wallClock(series, value) : finite(value)
            )
      ])
    ),
    ...(series.absent.length === 0 ? {} : { absent: series.absent })
  }
}

/** An instant such as a sunrise, by the clock of the place. */
const wallClock = ({ zone }: Series.Series, instant: number): string =>
  new Date(instant + zone.offset).toISOString().slice(0, 16)

const conditionsOf = (current: Fields): Fields => {
  const { time, units, values } = current
  const cells = isFields(values) ? values : {}
  return {
    ...(DateTime.isDateTime(time) && DateTime.isZoned(time)
      ? { time: DateTime.formatIsoZoned(time).slice(0, 16) }
      : {}),
    units,
    ...Object.fromEntries(
      Object.entries(cells).map(([name, value]) => [
        name,
        typeof value === "number" ? finite(value) : DateTime.isDateTime(value) ? DateTime.formatIso(value) : value
      ])
    )
  }
}

const answerOf = (answer: Fields): Fields => ({
  latitude: typeof answer["latitude"] === "number" ? finite(answer["latitude"]) : null,
  longitude: typeof answer["longitude"] === "number" ? finite(answer["longitude"]) : null,
  ...(typeof answer["elevation"] === "number" ? { elevation: finite(answer["elevation"]) } : {}),
  timezone: answer["timezone"],
  ...(isFields(answer["current"]) ? { current: conditionsOf(answer["current"]) } : {}),
  ...Object.fromEntries(
    seriesBlocks.flatMap((name) => {
      const series = answer[name]
      return Series.isSeries(series) ? [[name, blockOf(series)]] : []
    })
  )
})

const isAnswer = (value: unknown): value is Fields => isFields(value) && "utc_offset_seconds" in value

/** Shows the result of a weather operation. */
export const show = (value: unknown, own: Own): Fields => {
  if (isAnswer(value)) return answerOf(value)
  if (typeof value === "number") return { value: finite(value) }
  if (value instanceof Float64Array) return { items: Array.from(value, finite), count: value.length }
  if (Array.isArray(value) && value.every(isAnswer)) return { items: value.map(answerOf), count: value.length }
  return Shown.record(value, undefined, own)
}
