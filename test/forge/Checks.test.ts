import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Checks from "../../src/forge/Checks.ts"
import { CheckRun } from "../../src/forge/schema/CheckRun.ts"
import { CheckRunAnnotation } from "../../src/forge/schema/CheckRunAnnotation.ts"
import { checkRun } from "./support/commits.ts"
import { annotation } from "./support/git.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { sha } from "./support/pulls.ts"
import { repo, root } from "./support/records.ts"
import { answer, asking, sending } from "./support/wire.ts"

const read = Schema.decodeUnknownSync(CheckRun)
const note = { path: "a", start_line: 1, end_line: 1, annotation_level: "notice", message: "m" }
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

/** The service demands a conclusion of whatever says that the run is over. */
const unconcluded = [
  ["conclusion", { status: "completed" }],
  ["conclusion", { completed_at: new Date(0) }]
] as const

const wrongContent = [
  ["status", { status: "waiting" }],
  ["conclusion", { conclusion: "stale" }],
  ["output.summary", { output: { title: "t", summary: "s".repeat(65_536) } }],
  ["output.text", { output: { title: "t", summary: "", text: "s".repeat(65_536) } }],
  ["output.annotations", { output: { title: "t", summary: "", annotations: Array(51).fill(note) } }],
  ["output.annotations[0].path", { output: { title: "t", summary: "", annotations: [{ ...note, path: "" }] } }],
  ["actions", { actions: Array(4).fill({ label: "l", description: "d", identifier: "i" }) }],
  ["actions[0].label", { actions: [{ label: "l".repeat(21), description: "d", identifier: "i" }] }],
  ["actions[0].description", { actions: [{ label: "l", description: "d".repeat(41), identifier: "i" }] }],
  ["actions[0].identifier", { actions: [{ label: "l", description: "d", identifier: "" }] }],
  ["started_at", { started_at: new Date(Number.NaN) }]
] as const

describe("Checks.create", () => {
  const needed = { ...repo, name: "lint", head_sha: sha }

  it.effect("needs only a name and a commit", () =>
    proves(Checks.create(needed), {
      sends: sending("POST", `${root}/check-runs`, { name: "lint", head_sha: sha }),
      answer: answer(201, checkRun),
      gives: read(checkRun)
    })
  )

  it.effect("takes the conclusion alone", () =>
    proves(Checks.create({ ...needed, conclusion: "success", completed_at: DateTime.makeUnsafe(0) }), {
      sends: sending("POST", `${root}/check-runs`, {
        name: "lint",
        head_sha: sha,
        conclusion: "success",
        completed_at: "1970-01-01T00:00:00Z"
      }),
      answer: answer(201, checkRun),
      gives: read(checkRun)
    })
  )

  it.effect.each([
    ...unconcluded,
    ...wrongContent,
    ["name", { name: "" }],
    ["head_sha", { head_sha: "main" }],
    ["output.title", { output: { summary: "s" } }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Checks.create(untyped({ ...needed, ...wrong }))))
})

describe("Checks.update", () => {
  const needed = { ...repo, check_run_id: 4 }

  it.effect("sends only the given fields", () =>
    proves(Checks.update({ ...needed, output: { summary: "Half way" } }), {
      sends: sending("PATCH", `${root}/check-runs/4`, { output: { summary: "Half way" } }),
      answer: answer(200, checkRun),
      gives: read(checkRun)
    })
  )

  it.effect.each([
    ...unconcluded,
    ...wrongContent,
    ["check_run_id", { check_run_id: 0 }],
    ["name", { name: "" }],
    ["output.summary", { output: { title: "t" } }]
  ] as const)("refuses %s: %j", ([path, wrong]) => refuses(path, Checks.update(untyped({ ...needed, ...wrong }))))
})

describe("Checks.get", () => {
  it.effect("reads a run", () =>
    proves(Checks.get({ ...repo, check_run_id: 4 }), {
      sends: asking(`${root}/check-runs/4`),
      answer: answer(200, checkRun),
      gives: read(checkRun)
    })
  )
})

describe("Checks.listAnnotations", () => {
  const readAnnotation = Schema.decodeUnknownSync(CheckRunAnnotation)

  it.effect("lists the annotations of a run", () =>
    proves(all(Checks.listAnnotations({ ...repo, check_run_id: 4 })), {
      sends: asking(`${root}/check-runs/4/annotations`, { per_page: "100" }),
      answer: answer(200, [annotation]),
      gives: [readAnnotation(annotation)]
    })
  )

  it("has levels in lower case, and null for what is not stated", () => {
    const { end_column: _, start_column: __, ...whole } = annotation
    assert.containSubset(readAnnotation({ ...whole, annotation_level: "FAILURE" }), {
      annotation_level: "failure",
      start_column: null,
      end_column: null,
      raw_details: null
    })
  })
})

describe("Checks.rerequest", () => {
  it.effect("sends no body, and returns nothing", () =>
    proves(Checks.rerequest({ ...repo, check_run_id: 4 }), {
      sends: sending("POST", `${root}/check-runs/4/rerequest`),
      answer: answer(201, {}),
      gives: undefined
    })
  )

  it.effect("fails with Forbidden for the run of another App", () =>
    Effect.map(
      fails(Checks.rerequest({ ...repo, check_run_id: 4 }), answer(403, { message: "Not yours" })),
      ({ _tag }) => assert.strictEqual(_tag, "Forbidden")
    )
  )
})

describe("a run", () => {
  it.effect.each([0, -1, 1.5])("has no id %j", (check_run_id) =>
    Effect.gen(function* () {
      yield* refuses("check_run_id", Checks.get({ ...repo, check_run_id }))
      yield* refuses("check_run_id", all(Checks.listAnnotations({ ...repo, check_run_id })))
      yield* refuses("check_run_id", Checks.rerequest({ ...repo, check_run_id }))
    })
  )
})
