import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Checks from "../../src/forge/Checks.ts"
import { CheckRun } from "../../src/forge/schema/CheckRun.ts"
import { checkRun } from "./support/commits.ts"
import { all, proves, refuses, untyped } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(CheckRun)
const main = { ...repo, ref: "main" }

describe("Checks.listRuns", () => {
  it.effect.each(["queued", "in_progress", "completed"] as const)("sends every filter, the status %s", (status) =>
    proves(
      all(Checks.listRuns({ ...main, check_name: "ci/build (1)", status, filter: "all", app_id: 7, per_page: 20 })),
      {
        sends: asking(`${root}/commits/main/check-runs`, {
          check_name: "ci/build (1)",
          status,
          filter: "all",
          app_id: "7",
          per_page: "20"
        }),
        answer: answer(200, { total_count: 1, check_runs: [checkRun] }),
        gives: [read(checkRun)]
      }
    )
  )

  it.effect("takes the ref as one segment, and leaves the filter to the service", () =>
    proves(all(Checks.listRuns({ ...repo, ref: "heads/faster/start" })), {
      sends: asking(`${root}/commits/heads%2Ffaster%2Fstart/check-runs`, { per_page: "100" }),
      answer: answer(200, { total_count: 0, check_runs: [] }),
      gives: []
    })
  )

  it.effect("returns the total count", () =>
    proves(
      Effect.map(Checks.listRuns.page(main), ({ items, total_count }) => [items.length, total_count]),
      {
        sends: asking(`${root}/commits/main/check-runs`, { per_page: "100" }),
        answer: answer(200, { total_count: 7, check_runs: [checkRun] }),
        gives: [1, 7]
      }
    )
  )

  it("reads the whole record", () => {
    assert.containSubset(read(checkRun), {
      id: 4,
      external_id: "42",
      name: "readme",
      head_sha: sha,
      status: "completed",
      conclusion: "neutral",
      started_at: DateTime.makeUnsafe("2026-05-04T01:14:52Z"),
      completed_at: DateTime.makeUnsafe("2026-05-04T01:20:52Z"),
      output: { title: "Mighty readme report", text: null, annotations_count: 3 },
      check_suite: { id: 50 },
      app: { slug: "readme-app" },
      pull_requests: [{ number: 9, head: { ref: "faster/start", repo: { name: "web" } } }],
      details_url: "https://ci.example/4"
    })
  })

  it.effect.each([
    ["ref", { ref: "" }],
    ["status", { status: "done" }],
    ["filter", { filter: "newest" }],
    ["app_id", { app_id: 0 }],
    ["check_name", { check_name: 1 }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, all(Checks.listRuns(untyped({ ...main, ...wrong })))))
})

describe("a check run", () => {
  it.each([
    ["COMPLETED", "SUCCESS", "completed", "success"],
    ["Completed", "Timed_Out", "completed", "timed_out"],
    ["in_progress", null, "in_progress", null],
    ["SOMETHING_NEW", undefined, "something_new", null]
  ])("has its status and conclusion in lower case: %s, %s", (status, conclusion, ...expected) => {
    const run = read({ ...checkRun, status, conclusion })
    assert.deepStrictEqual([run.status, run.conclusion], expected)
  })

  it("that is running has no conclusion and no end", () => {
    const { completed_at, conclusion, ...running } = { ...checkRun, status: "queued" }
    assert.isDefined(completed_at ?? conclusion)
    assert.containSubset(read(running), { status: "queued", conclusion: null, completed_at: null })
  })

  it("is made with values as they are read", () => {
    const made = CheckRun.make({ id: 1, name: "ci", head_sha: sha, status: "completed", conclusion: "success" })
    assert.deepStrictEqual(made, read({ id: 1, name: "ci", head_sha: sha, status: "COMPLETED", conclusion: "SUCCESS" }))
    assert.throws(() => CheckRun.make({ id: 1, name: "ci", head_sha: sha, status: "COMPLETED" }))
  })
})
