/** The dashboard and the alerts in docs/observability, over the metrics that programs really export. */
import * as Fs from "node:fs"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Schema from "effect/Schema"
import { root } from "../../../.build/docs/snippets.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { Faults, ForgeSimulator } from "../../../src/testing/index.ts"
import { Budget, Upsert } from "../../../src/workflow/index.ts"
import { checkRules, finds, fires, lacksPrometheus, seriesOf, testRules } from "./prometheus.ts"
import { scenes } from "./scenes.ts"

const Dashboard = Schema.fromJsonString(
  Schema.Struct({
    panels: Schema.Array(
      Schema.Struct({ targets: Schema.Array(Schema.Struct({ expr: Schema.String, legendFormat: Schema.String })) })
    )
  })
)

const at = (file: string): string => Path.join(root, "docs/observability", file)
const alerts = at("alerts.yml")
const targets = Schema.decodeSync(Dashboard)(Fs.readFileSync(at("dashboard.json"), "utf8")).panels.flatMap(
  ({ targets }) => targets
)
const queries = targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m"))

/** All tests have the same exports. */
const exported = Effect.runSync(
  Effect.cached(Effect.all(scenes.map((scene) => Effect.map(scene.exports, (exports) => ({ scene, exports })))))
)

/** The names of metrics, and those of their labels, in what was exported. */
const namesIn = (texts: ReadonlyArray<string>): ReadonlyMap<string, ReadonlySet<string>> => {
  const names = new Map<string, Set<string>>()
  for (const [, name = "", labels = ""] of texts.join("\n").matchAll(/^(forgecast_\w+)(?:\{(.*)\})? /gm)) {
    const all = names.get(name) ?? new Set()
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) all.add(label)
    names.set(name, all)
  }
  return names
}

describe("the dashboard and the alerts", () => {
  it.effect("name metrics and labels that programs export", () =>
    Effect.gen(function* () {
      const names = namesIn((yield* exported).map(({ exports }) => exports.at(-1) ?? ""))
      const used = [...queries, Fs.readFileSync(alerts, "utf8")].join("\n")
      const metrics = new Set(used.match(/\bforgecast_\w+/g))
      assert.isAbove(metrics.size, 10)
      for (const metric of metrics) assert.isTrue(names.has(metric), metric)
      for (const [, metric = "", matchers = ""] of used.matchAll(/\b(forgecast_\w+)\{([^}]*)\}/g)) {
        for (const [, label = ""] of matchers.matchAll(/(\w+)(?:=|!=)~?"/g)) {
          assert.isTrue(names.get(metric)?.has(label), `${metric} has ${label}`)
        }
      }
      const labels = new Set([...names.values()].flatMap((each) => [...each]))
      for (const [, list = ""] of used.matchAll(/\bby \(([^)]*)\)/g)) {
        for (const label of list.split(", ")) assert.isTrue(labels.has(label), label)
      }
      // Repositories would make them too many.
      assert.notInclude(JSON.stringify(yield* exported), "acme/web")
    })
  )

  it("show labels by which their queries group", () => {
    for (const { expr, legendFormat } of targets) {
      const grouped = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? []
      for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) assert.include(grouped, label, expr)
    }
  })

  it.live("are what an OTLP collector gets as well", () =>
    Effect.gen(function* () {
      const bodies: Array<string> = []
      const server = Http.createServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => (body += chunk))
        request.on("end", () => {
          if (request.url === "/v1/metrics") bodies.push(body)
          response.setHeader("content-type", "application/json").end("{}")
        })
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
        () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
      // The cast is safe: it listens on a port.
      const { port } = server.address() as AddressInfo
      const issue = { owner: "acme", repo: "web", issue_number: 1 }
      const program = Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        yield* simulator.faults.add(Faults.unavailable({ nth: 2, retryAfter: "0 seconds" }))
        yield* Issues.get(issue)
        yield* Issues.get(issue)
        yield* Upsert.comment({ ...issue, body: "One" }, { key: "one" }).pipe(Budget.share({ name: "acme" }))
        yield* Effect.flatMap(OtlpExporter.Flusher, ({ flush }) => flush)
      })
      const collector = Otlp.layerJson({
        baseUrl: `http://127.0.0.1:${port}`,
        resource: { serviceName: "test" },
        shutdownTimeout: "1 second"
      }).pipe(Layer.provide(FetchHttpClient.layer))
      yield* program.pipe(
        Effect.provide([
          collector,
          ForgeSimulator.layer({ repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] })
        ]),
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
      const received = attributesIn(bodies.at(-1) ?? "")
      assert.deepStrictEqual(received["forgecast_requests_total"]?.[0], {
        operation: "Issues.get",
        resource: "core",
        status: "2xx",
        outcome: "success"
      })
      assert.deepStrictEqual(received["forgecast_retries_total"], [
        { operation: "Issues.get", resource: "core", status: "5xx", outcome: "unavailable" }
      ])
      assert.deepStrictEqual(received["forgecast_workflows_total"], [
        { function: "Upsert.comment", outcome: "success" }
      ])
      assert.deepStrictEqual(received["forgecast_budget_quota_total"], [{ budget: "acme", resource: "core" }])
    })
  )
})

describe.skipIf(lacksPrometheus)("Prometheus", () => {
  it("takes the rules, and the queries of the dashboard", () => {
    assert.strictEqual(checkRules(queries.map((expr, index) => ({ record: `panel:${index}`, expr }))), "")
  })

  it.effect("fires each alert in the scene that is for it, and no other, and has something for each panel", () =>
    Effect.gen(function* () {
      const all = yield* exported
      const named = [...Fs.readFileSync(alerts, "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
      assert.sameMembers([...new Set(all.flatMap(({ scene }) => scene.alerts))], named)
      const end = (all[0]?.exports.length ?? 0) - 1
      const result = testRules(alerts, [
        ...all.map(({ exports, scene }) => ({
          name: scene.name,
          interval: "1m" as const,
          input_series: seriesOf(exports, { instance: "bot:9464" }),
          promql_expr_test: [fires(scene.alerts, end)]
        })),
        {
          name: "panels",
          interval: "1m",
          input_series: all.flatMap(({ exports, scene }) => seriesOf(exports, { instance: scene.name })),
          promql_expr_test: queries.map((query) => finds(query, end))
        }
      ])
      assert.strictEqual(result, "")
    })
  )
})

const Attribute = Schema.Struct({ key: Schema.String, value: Schema.Struct({ stringValue: Schema.String }) })
const Points = Schema.Struct({ dataPoints: Schema.Array(Schema.Struct({ attributes: Schema.Array(Attribute) })) })
const Received = Schema.fromJsonString(
  Schema.Struct({
    resourceMetrics: Schema.Array(
      Schema.Struct({
        scopeMetrics: Schema.Array(
          Schema.Struct({
            metrics: Schema.Array(Schema.Struct({ name: Schema.String, sum: Schema.optional(Points) }))
          })
        )
      })
    )
  })
)

/** The attributes of the counters that a collector has received, by name. */
const attributesIn = (body: string): Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string>>>>> => {
  const metrics = Schema.decodeSync(Received)(body).resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics)
  )
  return Object.fromEntries(
    metrics.map(({ name, sum }) => [
      name,
      (sum?.dataPoints ?? []).map(({ attributes }) =>
        Object.fromEntries(
          attributes.flatMap(({ key, value }) => (key === "unit" ? [] : [[key, value.stringValue] as const]))
        )
      )
    ])
  )
}
