/** Charts of the answers of weather services. */
import type { Chart } from "../protocol.ts"

const mostCharts = 20
const mostPoints = 2_000
const mostColumns = 8

const record = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === "object" && value !== null ? Object.entries(value) : [])

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Epoch seconds. Wall-clock times are at the offset of the answer. Dates are local ones, at midnight UTC. */
const secondsOf = (time: unknown, offset: number, dates: boolean): number | undefined => {
  if (typeof time === "number") return dates ? time + offset : time
  if (typeof time !== "string") return undefined
  const millis = Date.parse(time.length === 10 ? `${time}T00:00Z` : `${time}Z`)
  return Number.isNaN(millis) ? undefined : millis / 1_000 - (dates ? 0 : offset)
}

const datedBlocks = new Set(["daily", "weekly", "monthly"])

const blocks = ["minutely_15", "hourly", "daily", "weekly", "monthly"]

const chartOf = (answer: ReadonlyMap<string, unknown>, block: string, title: string, id: string): Chart | undefined => {
  const { time, ...columns } = Object.fromEntries(record(answer.get(block)))
  const offset = Number(answer.get("utc_offset_seconds") ?? 0)
  const dates = datedBlocks.has(block)
  const units = record(answer.get(`${block}_units`))
  const given: ReadonlyArray<unknown> = Array.isArray(time) ? time : []
  const times = given.flatMap((each) => secondsOf(each, offset, dates) ?? [])
  // Without a time, no value would have its place.
  if (times.length === 0 || times.length < given.length) return undefined
  const step = Math.ceil(times.length / mostPoints)
  const thinned = <A>(values: ReadonlyArray<A>): ReadonlyArray<A> => values.filter((_, index) => index % step === 0)
  const shown = Object.entries(columns)
    .flatMap(([name, values]) => (Array.isArray(values) ? [{ name, values }] : []))
    .filter(({ values }) => values.some((value) => typeof value === "number"))
    .slice(0, mostColumns)
    .map(({ name, values }) => ({
      name,
      unit: textOf(units.get(name)),
      values: thinned(values.map((value: unknown) => (typeof value === "number" ? value : null)))
    }))
  if (shown.length === 0) return undefined
  return { id, title, dates, times: thinned(times), columns: shown }
}

const serviceOf = (url: string): string => new URL(url).pathname.split("/").at(-1) ?? ""

export class Charts {
  readonly all: Array<Chart> = []

  /** Adds what there is to see in an answer. `body` is JSON, or something else. */
  add(url: string, body: string): void {
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch {
      return
    }
    for (const each of Array.isArray(parsed) ? parsed : [parsed]) {
      const answer = record(each)
      const place = `${Number(answer.get("latitude")).toFixed(2)}, ${Number(answer.get("longitude")).toFixed(2)}`
      for (const block of blocks) {
        if (this.all.length >= mostCharts) return
        const chart = chartOf(answer, block, `${serviceOf(url)} ${block} at ${place}`, `chart${this.all.length}`)
        if (chart !== undefined) this.all.push(chart)
      }
    }
  }
}
