/** The tables are what the service's source says, and the decoder takes each label that the server writes. */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Aggregation, Model, Probability, Variable } from "@openmeteo/sdk/weather_api.js"
import * as Simulated from "../../../src/testing/internal/weather/tables/names.ts"
import type { SeriesBlock } from "../../../src/weather/Answer.ts"
import { type Identity, isExpressible, mayBe } from "../../../src/weather/internal/flatbuffers/numbers.ts"
import { type Label, metas, renames } from "../../../.build/weather/metas.ts"
import { tables } from "../../../.build/weather/tables.ts"
import "../flatbuffers/loaded.ts"

const root = new URL("../../../", import.meta.url)

describe("the table", () => {
  it.each(Object.entries(tables))("%s is up to date: npm run tables", (file, text) => {
    assert.strictEqual(Fs.readFileSync(new URL(file, root), "utf8"), text)
  })

  it("has all names of the service", () => {
    const { daily, hourly, monthly, weekly } = metas.variables
    const count = [hourly, daily, weekly, monthly].reduce((sum, block) => sum + Object.keys(block).length, 0)
    assert.deepStrictEqual([count, Object.keys(metas.models).length], [633, 202])
  })
})

/** A variable of a block, and its label. */
type Row = readonly [block: SeriesBlock, name: string, label: Label & { level?: number; day?: number }]

const rows: ReadonlyArray<Row> = [
  ...(["hourly", "daily", "weekly", "monthly"] as const).flatMap((block) =>
    Object.entries(metas.variables[block]).map(([name, { label }]): Row => [block, name, label])
  ),
  ...Object.entries(metas.variables.hourly).map(([name, { label, previous_day_lost: isLost }]): Row => [
    "hourly",
    `${name}_previous_day3`,
    { ...label, day: isLost === true ? 0 : 3 }
  ]),
  ...Object.entries(metas.variables.pressure.variables).map(([name, { label }]): Row => [
    "hourly",
    `${name}_70hPa`,
    { variable: label.variable, level: 70 }
  ]),
  ...Object.entries(metas.variables.height.variables).map(([name, { label }]): Row => [
    "hourly",
    `${name}_45m`,
    { variable: label.variable, altitude: 45 }
  ])
]

const numberIn = (all: object, name = "none"): number => Number(Reflect.get(all, name))

const identityOf = ([, , label]: Row): Identity => ({
  variable: numberIn(Variable, label.variable),
  aggregation: numberIn(Aggregation, label.aggregation),
  probability: numberIn(Probability, label.probability),
  altitude: label.altitude ?? 0,
  pressureLevel: label.level ?? 0,
  depth: label.depth ?? 0,
  depthTo: label.depth_to ?? 0,
  previousDay: label.day ?? 0
})

describe("each label of the server is", () => {
  it("taken by the decoder for its variable", () => {
    const refused = rows.filter((row) => !isExpressible(row[1]) || !mayBe(row[1], identityOf(row)))
    assert.deepStrictEqual(
      refused.map(([block, name]) => `${block} ${name}`),
      []
    )
  })

  it("written by the simulator", () => {
    for (const row of rows) {
      const [block, name] = row
      const { aggregation, probability, variable, ...numbers } =
        Simulated.variableOf(block, name)?.label ?? assert.fail(name)
      const { aggregation: summary, probability: threshold, variable: number, ...expected } = identityOf(row)
      assert.deepStrictEqual(
        [Variable[number], Aggregation[summary], Probability[threshold], expected],
        [variable, aggregation, probability, numbers],
        `${block} ${name}`
      )
    }
  })

  it("that of a model that the SDK knows, and so are the names that the services have", () => {
    for (const [name, { label, members }] of Object.entries(metas.models)) {
      assert.deepStrictEqual(Simulated.modelOf(name), { label, members })
      assert.isNumber(Reflect.get(Model, label), label)
    }
    for (const [service, names] of Object.entries(renames)) {
      for (const [asked, name] of Object.entries(names)) {
        assert.strictEqual(Simulated.resolvedName(service, asked), name)
        assert.isDefined(Simulated.modelOf(name))
      }
    }
  })
})
