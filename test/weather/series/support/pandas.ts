/** pandas as an independent judge: scripts that read cases as JSON, and write what they compute. */
import { assert } from "@effect/vitest"
import * as fc from "fast-check"
import { spawnSync } from "node:child_process"
import * as DateTime from "effect/DateTime"
import * as Held from "../../../../src/weather/internal/series/held.ts"
import type { Series } from "../../../../src/weather/series/Model.ts"

const python = "/usr/bin/python3"

/** Whether this machine has no pandas. Debian has it in `python3-pandas`, which `.ci/run` installs. */
export const lacksPandas = spawnSync(python, ["-c", "import pandas"]).status !== 0

const head = `
import json, sys, warnings
import numpy as np
import pandas as pd
warnings.simplefilter("ignore")
cases = json.load(sys.stdin)
def numbers(values):
    return np.array([np.nan if value is None else value for value in values], dtype=float)
def frame(case):
    index = pd.to_datetime(np.array(case["time"], dtype="int64"), unit="ms", utc=True)
    return pd.DataFrame({name: numbers(values) for name, values in case["columns"].items()}, index=index)
def out(values):
    return [None if value is None or value != value else float(value) for value in values]
results = []
for case in cases:
`

const tail = `
    results.append(result)
json.dump(results, sys.stdout)
`

const indented = (script: string): string =>
  script
    .trim()
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n")

/** Runs a script for each case. It has \`case\`, and sets \`result\`. */
export const judge = <A>(script: string, cases: ReadonlyArray<unknown>): ReadonlyArray<A> => {
  const { status, stderr, stdout } = spawnSync(python, ["-c", `${head}${indented(script)}${tail}`], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 1 << 30
  })
  assert.strictEqual(status, 0, stderr)
  const results: unknown = JSON.parse(stdout)
  assert.isTrue(Array.isArray(results) && results.length === cases.length)
  // Each has what its script sets.
  return results as ReadonlyArray<A>
}

/** The rows of a series, for a script. Missing values are null. */
export const sent = (series: Series): { readonly time: ReadonlyArray<number>; readonly columns: object } => ({
  time: Array.from(series.time),
  columns: Object.fromEntries(
    Array.from(Held.columnsOf(series), ([name, { values }]) => [
      name,
      Array.from(values, (value) => (Number.isNaN(value) ? null : value))
    ])
  )
})

/** Compares numbers with those of a script, relative to the largest of them. */
export const same = (
  found: ArrayLike<number>,
  expected: ReadonlyArray<number | null>,
  what: string,
  tolerance = 1e-9
): void => {
  assert.strictEqual(found.length, expected.length, what)
  const scale = expected.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 1)
  for (const [i, value] of expected.entries()) {
    const own = found[i] ?? Number.NaN
    const isSame = value === null ? Number.isNaN(own) : Math.abs(own - value) <= tolerance * scale
    assert.isTrue(isSame, `${what}, row ${i}: ${own} instead of ${value}`)
  }
}

export const hour = 3_600_000

/** Zones with whole and half hours, and with days that have no midnight. */
export const zones = [
  "GMT",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/St_Johns"
] as const

/** What a random series is made of. */
export interface Shape {
  readonly rows: number
  readonly step: number
  /** Which rows are left out. */
  readonly gaps: boolean
}

/** Random series of one to a few hundred rows, with gaps and missing values, about changes of clocks and leap days. */
export const randomSeries = ({ gaps, rows, step }: Shape): fc.Arbitrary<Series<"a" | "b">> => {
  const cell = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -300, max: 300 }).map((n) => n / 10) },
    { weight: 1, arbitrary: fc.constant(Number.NaN) },
    { weight: 2, arbitrary: fc.constant(0) }
  )
  const about = fc.constantFrom(
    Date.UTC(2024, 1, 26),
    Date.UTC(2023, 1, 26),
    Date.UTC(2024, 2, 29),
    Date.UTC(2024, 9, 25),
    Date.UTC(2023, 11, 28),
    Date.UTC(2018, 10, 2)
  )
  return fc
    .record({
      about,
      shift: fc.integer({ min: 0, max: 48 }),
      zone: fc.constantFrom(...zones),
      cells: fc.array(fc.tuple(cell, cell, fc.integer({ min: 0, max: 9 })), {
        minLength: 1,
        maxLength: rows,
        size: "max"
      })
    })
    .map(({ about: start, cells, shift, zone }) => {
      const kept = cells.map((row, i) => ({ row, i })).filter(({ i, row }) => i === 0 || !gaps || row[2] > 1)
      const timeZone = DateTime.zoneMakeNamedUnsafe(zone)
      return Held.make<"a" | "b">({
        time: Float64Array.from(kept, ({ i }) => start + (shift * hour) / 2 + i * step),
        zone: { name: zone, abbreviation: zone, offset: DateTime.zonedOffset(Held.zoned(start, timeZone)) },
        dates: false,
        period: step,
        absent: [],
        columns: new Map(
          (["a", "b"] as const).map((name, column) => [
            name,
            {
              values: Float64Array.from(kept, ({ row }) => row[column === 0 ? 0 : 1]),
              unit: "mm",
              instants: false,
              text: undefined
            }
          ])
        )
      })
    })
}

/** Two series about the same time. The second one begins some quarters of an hour before or after the first. */
export const neighbours = (one: Shape, other: Shape): fc.Arbitrary<readonly [Series<"a" | "b">, Series<"a" | "b">]> =>
  fc
    .tuple(randomSeries(one), randomSeries(other), fc.integer({ min: -12, max: 12 }))
    .map(([first, second, quarters]) => {
      const shift = (first.time[0] ?? 0) - (second.time[0] ?? 0) + (quarters * hour) / 4
      return [first, Held.change(second, { time: second.time.map((time) => time + shift) })]
    })
