/** The table. */
import { median, ratios, type Taken } from "./measure.ts"

/** One number, over the rounds. Its median is compared with the target. */
export interface Row {
  readonly name: string
  readonly min: number
  readonly median: number
  readonly max: number
  /** The median of the CPU times' ratio. */
  readonly cpu?: number
  readonly target?: number
  /** Default: a ratio. */
  readonly unit?: "MB" | "KB" | "thousand" | "ms" | "µs"
  /** The numbers behind this one. */
  readonly details?: string
}

export const row = (name: string, values: ReadonlyArray<number>, more: Partial<Row> = {}): Row => ({
  name,
  min: Math.min(...values),
  median: median(values),
  max: Math.max(...values),
  ...more
})

/** The ratio of two contenders. */
export const compared = (name: string, of: Taken, to: Taken, more: Partial<Row> = {}): Row =>
  row(name, ratios(of, to), { cpu: median(ratios(of, to, "cpu")), ...more })

/** The medians behind ratios. */
export const millis = (taken: Readonly<Record<string, Taken>>): string =>
  Object.entries(taken)
    .map(([name, costs]) => {
      const [wall, cpu] = [costs.map(({ wall }) => wall), costs.map(({ cpu }) => cpu)]
      return `${name} ${median(wall).toPrecision(3)} ms (CPU ${median(cpu).toPrecision(3)})`
    })
    .join(", ")

const widths = [52, 8, 8, 8, 8, 10, 5]

const line = (...cells: ReadonlyArray<string>): void => {
  const padded = cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
  console.log(padded.join(" ").trimEnd())
}

export const printHead = (): void => line("", "min", "median", "max", "CPU", "target", "met")

export const print = ({ cpu, details, max, median, min, name, target, unit }: Row): void => {
  const shown = (value: number) => value.toFixed(unit === undefined || Math.abs(value) < 1 ? 2 : 1)
  line(
    name + (unit === undefined ? "" : `, ${unit}`),
    shown(min),
    shown(median),
    shown(max),
    cpu === undefined ? "" : shown(cpu),
    target === undefined ? "" : `≤ ${target}`,
    target === undefined ? "" : median <= target ? "yes" : "NO"
  )
  if (details !== undefined) console.log(`    ${details}`)
}
