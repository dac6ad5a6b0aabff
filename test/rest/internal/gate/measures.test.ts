import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Measures from "../../../../src/rest/internal/gate/measures.ts"

it.effect("there are at most 1,000 gauges of budgets, and these are still updated", () =>
  Effect.gen(function* () {
    const context = yield* Effect.context<never>()
    const tell = (resource: number, remaining: number) =>
      Measures.remaining(context, "https://api.example.com", { resource: `r${resource}`, limit: 60, remaining })
    for (let resource = 1; resource <= 1_001; resource++) tell(resource, 60)
    tell(1, 59)
    const gauges = (yield* Metric.snapshot).filter(({ id }) => id === "forgecast_rate_limit_remaining")
    assert.lengthOf(gauges, 1_000)
    assert.containSubset(
      gauges.find(({ attributes }) => attributes?.["resource"] === "r1"),
      { state: { value: 59 } }
    )
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
)
