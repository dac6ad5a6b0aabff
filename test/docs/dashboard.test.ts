import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as ClusterMetrics from "effect/cluster/ClusterMetrics"
import * as Schema from "effect/Schema"
import * as Metrics from "../../src/rest/Metrics.ts"
import { root } from "../../.build/docs/snippets.ts"

const Dashboard = Schema.fromJsonString(
  Schema.Struct({
    panels: Schema.Array(Schema.Struct({ targets: Schema.Array(Schema.Struct({ expr: Schema.String })) }))
  })
)

const queriesOf = (file: string): ReadonlyArray<string> =>
  Schema.decodeSync(Dashboard)(Fs.readFileSync(Path.join(root, file), "utf8")).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr)
  )
const queries = queriesOf("docs/examples/fleet/dashboard.json")

const ours = [
  ...Object.values(Metrics).filter((metric) => typeof metric !== "function"),
  Metrics.cacheStoreFailures("read", "failed"),
  Metrics.remainingBudget("https://api.example.com", "core"),
  Metrics.budgetLimit("https://api.example.com", "core")
]
const ids = ours.map(({ id }) => id)
const namesIn = (queries: ReadonlyArray<string>) =>
  new Set(queries.flatMap((query) => query.match(/\b(?:forgecast|effect)_\w+/g) ?? []))
const named = namesIn(queries)

describe("the dashboard of the fleet", () => {
  it("queries only metrics that exist", () => {
    const known = [...ids, ...Object.values(ClusterMetrics).map(({ id }) => id)]
    assert.isNotEmpty(queries)
    assert.deepStrictEqual(
      [...named].filter((name) => !known.includes(name)),
      []
    )
    for (const query of queries) assert.match(query, /\b(?:forgecast|effect)_\w+/, "asks for a metric")
  })

  it("shows every metric of the client, with the dashboard of all programs", () => {
    const shown = namesIn([...queries, ...queriesOf("docs/observability/dashboard.json")])
    assert.deepStrictEqual(
      ids.filter((id) => !shown.has(id)),
      []
    )
  })

  it("groups by labels that the metrics have", () => {
    // Prometheus adds the instance.
    const labels = new Set(["instance", ...ours.flatMap(({ attributes }) => Object.keys(attributes ?? {}))])
    const grouped = queries.flatMap((query) => /\bby \(([^)]*)\)/.exec(query)?.[1]?.split(", ") ?? [])
    assert.isNotEmpty(grouped)
    assert.deepStrictEqual(
      grouped.filter((label) => !labels.has(label)),
      []
    )
  })
})
