/** Explains what the client counted. */
import { Metrics } from "forgecast"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Screen } from "./screen.ts"

/** The sum of a counter over all its attributes. */
const total = (snapshots: ReadonlyArray<Metric.Metric.Snapshot>, { id }: { readonly id: string }): number =>
  snapshots.reduce(
    (sum, snapshot) => (snapshot.id === id && snapshot.type === "Counter" ? sum + Number(snapshot.state.count) : sum),
    0
  )

/** Shows the counts and what they mean. */
export const summary = Effect.fnUntraced(function* (seconds: number, recovered: number) {
  const screen = yield* Screen
  const snapshots = yield* Metric.snapshot
  const waits = total(snapshots, Metrics.waits)
  const budget = snapshots.find((snapshot) => snapshot.id === "forgecast_rate_limit_remaining")
  const each = waits === 0 ? 0 : total(snapshots, Metrics.waitMillis) / waits / 1_000
  yield* screen.title(`Summary, after ${seconds.toFixed(1)} s`)
  yield* screen.table([
    ["Requests sent", String(total(snapshots, Metrics.requests)), "including redirects and retries"],
    ["Answered from cache", String(total(snapshots, Metrics.cacheHits)), "304: already decoded, and it costs no quota"],
    [
      "Waited for a limit",
      String(waits),
      waits === 0 ? "no request was limited" : `requests, ${each.toFixed(1)} s each: one is limited, all pause`
    ],
    ["Retried", String(total(snapshots, Metrics.retries)), "after a limit, or after a 5xx if a retry is safe"],
    ["Recovered", String(recovered), "typed failures, each with a catchTag"],
    [
      "Budget left",
      budget?.type === "Gauge" ? String(budget.state.value) : "?",
      "requests, according to the last response"
    ]
  ])
})
