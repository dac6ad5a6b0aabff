/** What the client counted, in words. */
import { Metrics } from "forgecast"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { Screen } from "./screen.ts"

/** The sum of a counter over its attributes: waits, for one, are counted by resource. */
const total = (snapshots: ReadonlyArray<Metric.Metric.Snapshot>, { id }: { readonly id: string }): number =>
  snapshots.reduce(
    (sum, snapshot) => (snapshot.id === id && snapshot.type === "Counter" ? sum + Number(snapshot.state.count) : sum),
    0
  )

/** Shows the counts, each with what it means. */
export const summary = Effect.fnUntraced(function* (seconds: number, recovered: number) {
  const screen = yield* Screen
  const snapshots = yield* Metric.snapshot
  const waits = total(snapshots, Metrics.waits)
  const budget = snapshots.find((snapshot) => snapshot.id === "forgecast_rate_limit_remaining")
  const each = waits === 0 ? 0 : total(snapshots, Metrics.waitMillis) / waits / 1_000
  yield* screen.title(`Summary, after ${seconds.toFixed(1)} s`)
  yield* screen.table([
    ["Requests sent", String(total(snapshots, Metrics.requests)), "redirects and repeats included"],
    [
      "Answered from cache",
      String(total(snapshots, Metrics.cacheHits)),
      "304: the kept answer, decoded already, at no cost"
    ],
    [
      "Waited for a limit",
      String(waits),
      waits === 0 ? "no limit was met" : `requests, ${each.toFixed(1)} s each: one is limited, all pause`
    ],
    ["Retried", String(total(snapshots, Metrics.retries)), "after a limit or a 5xx, where twice is harmless"],
    ["Recovered", String(recovered), "typed failures, each with a catchTag"],
    ["Budget left", budget?.type === "Gauge" ? String(budget.state.value) : "?", "requests, as the last answer told"]
  ])
})
