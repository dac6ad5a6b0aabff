/** Many comments at once, on a service that limits what creates content. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { begin, pass, start } from "../../rest/support/time.ts"
import { testOn } from "../../testOn.ts"

const count = 500

const issue = { owner: "acme", repo: "web", issue_number: 1 }

const seed = { repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }] }

const comments = Effect.forEach(
  Array.from({ length: count }, (_, i) => `comment ${i}`),
  (body) => Issues.createComment({ ...issue, body }),
  { concurrency: "unbounded", discard: true }
)

/** 80 at once, six times, a minute apart, and then the rest. */
const least = 360_000

describe("500 comments at once", () => {
  for (const retryAfter of ["1 minute", "none"] as const) {
    for (const latency of [0, 300]) {
      const how = retryAfter === "none" ? "without a time" : "with a time"
      testOn(ForgeSimulator.layer({ ...seed, latency, limits: { secondary: { retryAfter } } }))(
        `are written in 7 minutes at ${latency} ms latency, by a service that refuses ${how}`,
        function* () {
          yield* begin
          const running = yield* start(comments)
          for (let i = 0; i < 60 && running.endedAt() === undefined; i++) yield* pass("10 seconds")
          assert.strictEqual(running.exit()?._tag, "Success")
          assert.isAtLeast(running.endedAt() ?? 0, least)
          assert.isAtMost(running.endedAt() ?? Infinity, 1.1 * least)

          const simulator = yield* ForgeSimulator.ForgeSimulator
          const refusals = new Map<string, number>()
          let written = 0
          for (const { body, status } of yield* simulator.requests) {
            const text = JSON.stringify(body)
            if (status === 201) written++
            else refusals.set(text, (refusals.get(text) ?? 0) + 1)
          }
          assert.strictEqual(written, count)
          assert.isAtMost(Math.max(...refusals.values()), 1, "no comment is refused twice")
          // Those that were under way when the first one was refused.
          assert.isAtMost(refusals.size, 100)
        }
      )
    }
  }
})
