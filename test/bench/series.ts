/** Functions of series on ten years of ten columns, compared with loops over typed arrays that do the same. */
import * as Held from "../../src/weather/internal/series/held.ts"
import * as Climatology from "../../src/weather/series/Climatology.ts"
import { correlation } from "../../src/weather/series/Correlation.ts"
import * as Gaps from "../../src/weather/series/Gaps.ts"
import type { Series as Columns } from "../../src/weather/series/Model.ts"
import { rolling } from "../../src/weather/series/Rolling.ts"
import * as Verify from "../../src/weather/series/Verify.ts"
import * as Series from "../../src/weather/Series.ts"
import { measure, timed } from "./measure.ts"
import { compared, millis, type Row } from "./report.ts"

const rows = 87_672
const width = 24
const hour = 3_600_000
const names = Array.from({ length: 10 }, (_, i) => `c${i}`)

/** Tenths of a degree, of which one in fifty is missing. */
const columns = names.map((_, column) => {
  let state = column + 1
  return Float64Array.from({ length: rows }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state % 50 === 0 ? Number.NaN : Math.round((state % 4_000) / 10) / 10
  })
})

const series: Columns<string> = Held.make<string>({
  time: Float64Array.from({ length: rows }, (_, i) => Date.UTC(2015, 0, 1) + i * hour),
  zone: { name: "Europe/Berlin", abbreviation: "CET", offset: hour },
  dates: false,
  period: hour,
  absent: [],
  columns: new Map(
    names.map((name, i) => [
      name,
      { values: columns[i] ?? new Float64Array(), unit: "°C", instants: false, text: undefined }
    ])
  )
})

const all = <A>(value: A): Readonly<Record<string, A>> => Object.fromEntries(names.map((name) => [name, value]))

/** A sum that is kept, to which what comes is added and from which what goes is subtracted. */
const sums = (values: Float64Array, isMean: boolean): Float64Array => {
  const out = new Float64Array(rows)
  let [sum, n] = [0, 0]
  for (let i = 0; i < rows; i++) {
    const value = values[i] ?? 0
    if (!Number.isNaN(value)) {
      sum += value
      n++
    }
    const gone = i >= width ? (values[i - width] ?? 0) : Number.NaN
    if (!Number.isNaN(gone)) {
      sum -= gone
      n--
    }
    out[i] = n < 1 ? Number.NaN : isMean ? sum / n : sum
  }
  return out
}

/** The rows that may become the maximum, in a queue. */
const maxima = (values: Float64Array): Float64Array => {
  const out = new Float64Array(rows)
  const queue = new Int32Array(rows)
  let [head, tail] = [0, 0]
  for (let i = 0; i < rows; i++) {
    const value = values[i] ?? 0
    if (!Number.isNaN(value)) {
      while (tail > head && (values[queue[tail - 1] ?? 0] ?? 0) <= value) tail--
      queue[tail++] = i
    }
    while (head < tail && (queue[head] ?? 0) <= i - width) head++
    out[i] = head < tail ? (values[queue[head] ?? 0] ?? 0) : Number.NaN
  }
  return out
}

const placeOf = (sorted: Float64Array, length: number, value: number): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** A window that is kept in order. */
const quantiles = (values: Float64Array, p: number): Float64Array => {
  const out = new Float64Array(rows)
  const sorted = new Float64Array(width + 1)
  let length = 0
  for (let i = 0; i < rows; i++) {
    const gone = i >= width ? (values[i - width] ?? 0) : Number.NaN
    if (!Number.isNaN(gone)) {
      const place = placeOf(sorted, length, gone)
      sorted.copyWithin(place, place + 1, length--)
    }
    const value = values[i] ?? 0
    if (!Number.isNaN(value)) {
      const place = placeOf(sorted, length, value)
      sorted.copyWithin(place + 1, place, length++)
      sorted[place] = value
    }
    const place = (length - 1) * p
    const low = sorted[Math.floor(place)] ?? 0
    out[i] = length === 0 ? Number.NaN : low + ((sorted[Math.ceil(place)] ?? 0) - low) * (place % 1)
  }
  return out
}

/** Day by day, at the offset of the winter. */
const meansOfDays = (values: Float64Array, time: Float64Array): Float64Array => {
  const [sum, count] = [new Float64Array(366), new Float64Array(366)]
  let [day, place] = [Number.NaN, 0]
  for (let i = 0; i < rows; i++) {
    const now = Math.floor(((time[i] ?? 0) + 1.5 * hour) / (24 * hour))
    if (now !== day) {
      day = now
      const date = new Date(now * 24 * hour)
      place = (Date.UTC(2000, date.getUTCMonth(), date.getUTCDate()) - Date.UTC(2000, 0, 1)) / (24 * hour)
    }
    const value = values[i] ?? 0
    if (Number.isNaN(value)) continue
    sum[place] = (sum[place] ?? 0) + value
    count[place] = (count[place] ?? 0) + 1
  }
  return sum.map((total, i) => total / (count[i] ?? 0))
}

const linear = (values: Float64Array): Float64Array => {
  const out = values.slice()
  let last = -1
  for (let i = 0; i < rows; i++) {
    if (Number.isNaN(values[i] ?? 0)) continue
    for (let k = last + 1; last >= 0 && k < i; k++) {
      out[k] = (values[last] ?? 0) + (((values[i] ?? 0) - (values[last] ?? 0)) * (k - last)) / (i - last)
    }
    last = i
  }
  return out
}

const differences = (values: Float64Array): Float64Array => {
  const out = new Float64Array(rows).fill(Number.NaN)
  for (let i = 1; i < rows; i++) out[i] = (values[i] ?? 0) - (values[i - 1] ?? 0)
  return out
}

const totals = (values: Float64Array): Float64Array => {
  const out = new Float64Array(rows)
  let sum = 0
  for (let i = 0; i < rows; i++) {
    const value = values[i] ?? 0
    if (!Number.isNaN(value)) sum += value
    out[i] = Number.isNaN(value) ? value : sum
  }
  return out
}

/** Bias, errors and correlation in one pass. */
const scores = (a: Float64Array, b: Float64Array): ReadonlyArray<number> => {
  let [n, bias, absolute, square, x, y, xx, yy, xy] = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = 0; i < rows; i++) {
    const [p, q] = [a[i] ?? 0, b[i] ?? 0]
    const error = p - q
    if (Number.isNaN(error)) continue
    n++
    bias += error
    absolute += Math.abs(error)
    square += error * error
    x += p
    y += q
    xx += p * p
    yy += q * q
    xy += p * q
  }
  return [
    bias / n,
    absolute / n,
    Math.sqrt(square / n),
    (n * xy - x * y) / Math.sqrt((n * xx - x * x) * (n * yy - y * y))
  ]
}

const [first = new Float64Array(), second = new Float64Array()] = columns

const cases: ReadonlyArray<readonly [name: string, ours: () => unknown, loop: (values: Float64Array) => unknown]> = [
  ["sums of 24 hours", () => rolling(series, { duration: "24 hours", minCount: 1 }, all("sum")), (c) => sums(c, false)],
  [
    "means of 24 hours",
    () => rolling(series, { duration: "24 hours", minCount: 1 }, all("mean")),
    (c) => sums(c, true)
  ],
  ["maxima of 24 hours", () => rolling(series, { rows: width, minCount: 1 }, all("max")), maxima],
  [
    "90th percentiles of 24 hours",
    () => rolling(series, { rows: width, minCount: 1 }, all(Series.percentile(90))),
    (c) => quantiles(c, 0.9)
  ],
  [
    "climatology by day of the year",
    () => Climatology.make(series, all("mean"), { by: "dayOfYear" }),
    (c) => meansOfDays(c, series.time)
  ],
  ["gaps filled", () => Gaps.fill(series, all("linear"), { limit: "Infinity" }), linear],
  ["differences", () => Series.difference(series), differences],
  ["cumulative sums", () => Series.cumulative(series, "sum"), totals]
]

/** Functions of series, compared with loops. */
export const seriesFunctions = async (): Promise<ReadonlyArray<Row>> => {
  const made: Array<Row> = []
  const turn = (work: () => unknown) =>
    timed(async (times) => {
      for (let i = 0; i < times; i++) work()
    })
  const compare = async (name: string, ours: () => unknown, loop: () => unknown): Promise<void> => {
    const taken = await measure({ forecast: turn(ours), loop: turn(loop) }, { seconds: 4, times: 3 })
    made.push(compared(`${name}, 87,672 rows`, taken.forecast, taken.loop, { target: 2, details: millis(taken) }))
  }
  for (const [name, ours, loop] of cases) await compare(`${name} × 10`, ours, () => columns.map(loop))
  await compare(
    "scores of two columns",
    () => Verify.scores(series, "c0", "c1"),
    () => scores(first, second)
  )
  await compare(
    "correlation of two columns",
    () => correlation(series, "c0", "c1"),
    () => scores(first, second)
  )
  return made
}
