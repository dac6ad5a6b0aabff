/** DuckDB as an independent judge: SQL over the rows of random series. It is a package, so no machine lacks it. */
import { assert } from "@effect/vitest"
import { type DuckDBConnection, DuckDBInstance, DuckDBListValue } from "@duckdb/node-api"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Held from "../../../../src/weather/internal/series/held.ts"
import type { Series } from "../../../../src/weather/series/Model.ts"
import { runs } from "../../../depth.ts"
import { same } from "./pandas.ts"

/** What is judged once. */
export interface Case {
  /** Its rows are those of the table `rows`, in which missing values are NULL. */
  readonly series: Series<"a" | "b">
  /** Its rows are those of the table `others`. */
  readonly other?: Series<"a" | "b">
  /** Columns of the table `cases`, beside `c`, `zone`, `shift` and `step`. */
  readonly asked?: Readonly<Record<string, number | string | boolean>>
}

/** What SQL returns for a case: its columns, without the number of the case. */
export type Judged = Readonly<Record<string, ReadonlyArray<number | null>>>

const fill = async (
  connection: DuckDBConnection,
  table: string,
  all: ReadonlyArray<Series<"a" | "b"> | undefined>
): Promise<void> => {
  await connection.run(`CREATE TABLE ${table} (c INTEGER, i INTEGER, t BIGINT, a DOUBLE, b DOUBLE)`)
  const appender = await connection.createAppender(table)
  for (const [c, series] of all.entries()) {
    const columns = (["a", "b"] as const).map((name) => (series === undefined ? [] : Held.valuesOf(series, name)))
    for (const [i, time] of (series?.time ?? new Float64Array()).entries()) {
      appender.appendInteger(c)
      appender.appendInteger(i)
      appender.appendBigInt(BigInt(time))
      for (const values of columns) {
        const value = values[i] ?? Number.NaN
        if (Number.isNaN(value)) appender.appendNull()
        else appender.appendDouble(value)
      }
      appender.endRow()
    }
  }
  appender.closeSync()
}

const literal = (value: number | string | boolean): string =>
  typeof value === "string" ? `'${value}'` : typeof value === "number" ? `${value}::BIGINT` : String(value)

const numberOf = (value: unknown): number | null => {
  if (value === null || Number.isNaN(value)) return null
  assert.include(["number", "bigint", "boolean"], typeof value)
  return Number(value)
}

/**
 * Runs SQL for all cases at once. It selects their number as `c`, in their order, and what it computes of each row or group.
 */
const judgeAll = async (cases: ReadonlyArray<Case>, sql: string): Promise<ReadonlyArray<Judged>> => {
  const connection = await (await DuckDBInstance.create()).connect()
  await fill(
    connection,
    "rows",
    cases.map(({ series }) => series)
  )
  await fill(
    connection,
    "others",
    cases.map(({ other }) => other)
  )
  const told = cases.map(({ asked = {}, series }, c) => {
    const { period, zone } = series
    assert.isNumber(period)
    const all = { zone: zone.name, shift: zone.offset, step: Number(period), ...asked }
    return `SELECT ${c} AS c, ${Object.entries(all)
      .map(([name, value]) => `${literal(value)} AS ${name}`)
      .join(", ")}`
  })
  await connection.run(`CREATE TABLE cases AS ${told.join(" UNION ALL ")}`)
  const reader = await connection.runAndReadAll(sql)
  const results = cases.map((): Record<string, Array<number | null>> => ({}))
  const columns = Object.entries(reader.getColumnsObject())
  const of = columns.find(([name]) => name === "c")?.[1] ?? assert.fail("no column c")
  for (const [name, values] of columns) {
    if (name === "c") continue
    for (const result of results) result[name] = []
    for (const [row, value] of values.entries()) {
      // A list has all values of its case.
      const items = value instanceof DuckDBListValue ? value.items : [value]
      results[Number(of[row])]?.[name]?.push(...items.map(numberOf))
    }
  }
  connection.closeSync()
  return results
}

/** Asserts that what SQL computes of many random cases is what `found` returns. */
export const agree = <A>(
  made: fc.Arbitrary<A>,
  caseOf: (made: A) => Case,
  sql: string,
  found: (made: A) => Readonly<Record<string, ArrayLike<number>>>,
  count = 60
): Effect.Effect<void> =>
  Effect.promise(() =>
    fc.assert(
      // The first run of a property is biased to the smallest cases.
      fc.asyncProperty(fc.noBias(fc.array(made, { minLength: runs(count), maxLength: runs(count) })), async (all) => {
        const judged = await judgeAll(all.map(caseOf), sql)
        let values = 0
        for (const [c, one] of all.entries()) {
          const expected = judged[c] ?? {}
          const own = found(one)
          assert.sameMembers(Object.keys(own), Object.keys(expected))
          for (const [name, column] of Object.entries(own)) {
            values += (expected[name] ?? []).filter((value) => value !== null).length
            same(column, expected[name] ?? [], `case ${c}: ${name}`)
          }
        }
        assert.isAbove(values, 0, "nothing has been compared")
      }),
      // Each run has many cases.
      { numRuns: 1, endOnFailure: true }
    )
  )
