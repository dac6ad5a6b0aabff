import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as Actions from "../../../../src/forge/Actions.ts"
import * as Repositories from "../../../../src/forge/Repositories.ts"
import * as Faults from "../../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import * as Write from "../../../../src/rest/Write.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const failed = { ...repo, run_id: 1 }
const running = { ...repo, run_id: 2 }
const build = { ...repo, workflow_id: "build.yml", ref: "next" }

const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: ["octo"],
  files: { "README.md": "# web\n" },
  branches: { next: {} },
  workflows: [
    { file: "build.yml", id: 10, name: "Build", inputs: ["level"] },
    { file: "nightly.yml", on: ["schedule", "repository_dispatch"] }
  ],
  runs: [
    {
      workflow: "build.yml",
      id: 1,
      conclusion: "failure",
      actor: "octo",
      jobs: [
        { name: "lint", conclusion: "success" },
        { name: "test", steps: ["Run"] }
      ],
      logs: "PK logs",
      artifacts: [
        { name: "coverage", id: 5, content: "PK coverage" },
        { name: "old", id: 6, expires_at: { ago: "1 minute" } }
      ],
      created_at: { ago: "10 days" }
    },
    { workflow: "build.yml", id: 2, ref: "next", status: "in_progress", jobs: ["lint"] },
    { workflow: "nightly.yml", id: 3, event: "schedule", created_at: { ago: "100 days" } }
  ]
}

const layer = ForgeSimulator.layer({ repositories: [web] })

const start = TestClock.setTime(Date.parse("2026-06-10T08:00:00Z"))

const test = testOn(layer, start)

const ids = <E, R>(runs: Stream.Stream<{ readonly id: number }, E, R>) =>
  Effect.map(Stream.runCollect(runs), (all) => all.map(({ id }) => id))

const refusal = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => [error._tag, "serviceMessage" in error ? error.serviceMessage : undefined])

describe("workflows", () => {
  test("are listed, and found by their file or their id", function* () {
    const all = yield* Stream.runCollect(Actions.listWorkflows(repo))
    assert.containSubset(all, [
      { id: 10, name: "Build", path: ".github/workflows/build.yml", state: "active", deleted_at: null },
      { name: "nightly", path: ".github/workflows/nightly.yml" }
    ])
    assert.lengthOf(all, 2)
    const { items, next, total_count } = yield* Actions.listWorkflows.page({ ...repo, per_page: 1 })
    assert.deepStrictEqual([items.length, total_count, next === null], [1, 2, false])
    for (const workflow_id of ["build.yml", 10]) {
      const found = yield* Actions.getWorkflow({ ...repo, workflow_id })
      assert.deepStrictEqual(found, all[0])
    }
    const missing = yield* Effect.flip(Actions.getWorkflow({ ...repo, workflow_id: "release.yml" }))
    assert.strictEqual(missing._tag, "NotFound")
  })
})

describe("workflow runs", () => {
  test.each([
    [{}, [2, 1, 3]],
    [{ status: "failure" }, [1]],
    [{ status: "in_progress" }, [2]],
    [{ status: "completed" }, [1, 3]],
    [{ actor: "OCTO" }, [1]],
    [{ branch: "next" }, [2]],
    [{ event: "schedule" }, [3]],
    [{ created: ">=2026-06-01T00:00:00Z" }, [2]],
    [{ created: "2026-05-31..2026-06-01" }, [1]],
    [{ head_sha: "0".repeat(40) }, []]
  ] as const)("are found by %j", function* ([filter, expected]) {
    assert.deepStrictEqual(yield* ids(Actions.listRuns({ ...repo, ...filter })), [...expected])
  })

  test("are listed by workflow, its file or its id", function* () {
    assert.deepStrictEqual(yield* ids(Actions.listWorkflowRuns({ ...repo, workflow_id: "build.yml" })), [2, 1])
    assert.deepStrictEqual(yield* ids(Actions.listWorkflowRuns({ ...repo, workflow_id: 10 })), [2, 1])
    assert.deepStrictEqual(yield* refusal(Actions.listWorkflowRuns.page({ ...repo, workflow_id: "none.yml" })), [
      "NotFound",
      "Not Found"
    ])
  })

  test("are cut off after 1,000 if they are searched", function* () {
    const many = Array.from({ length: 1_001 }, () => ({ workflow: "build.yml", jobs: [] }))
    const { seed } = yield* ForgeSimulator.ForgeSimulator
    yield* seed({ repositories: [{ owner: "acme", name: "web", runs: many }] })
    const failure = yield* Effect.flip(Stream.runDrain(Actions.listRuns({ ...repo, event: "push" })))
    assert.containSubset(failure, { _tag: "SearchTruncated", total_count: 1_003 })
    assert.strictEqual(yield* Stream.runCount(Actions.listRuns(repo)), 1_004)
  })

  test("have the jobs of each attempt", function* () {
    yield* Actions.rerun(failed)
    const jobs = (filter?: "all") =>
      Effect.map(Stream.runCollect(Actions.listJobs({ ...failed, filter })), (all) =>
        all.map(({ name, run_attempt, status }) => `${run_attempt} ${name} ${status}`)
      )
    assert.deepStrictEqual(yield* jobs(), ["2 lint queued", "2 test queued"])
    assert.deepStrictEqual(yield* jobs("all"), [
      "1 lint completed",
      "1 test completed",
      "2 lint queued",
      "2 test queued"
    ])
    const [, test] = yield* Stream.runCollect(Actions.listJobsForAttempt({ ...failed, attempt_number: 1 }))
    assert.containSubset(test, { conclusion: "failure", steps: [{ name: "Run", conclusion: "failure" }] })
    assert.deepStrictEqual(yield* refusal(Actions.listJobsForAttempt.page({ ...failed, attempt_number: 3 })), [
      "NotFound",
      "Not Found"
    ])
  })
})

describe("starting and ending runs", () => {
  test("dispatch starts a run of the ref, and tells it if asked", function* () {
    assert.strictEqual(yield* Actions.dispatch(build), null)
    const details = yield* Actions.dispatch({ ...build, inputs: { level: 2 }, return_run_details: true })
    const run = yield* Actions.getRun({ ...repo, run_id: details?.workflow_run_id ?? 0 })
    assert.containSubset(run, {
      name: "Build",
      event: "workflow_dispatch",
      status: "queued",
      conclusion: null,
      head_branch: "next",
      run_number: 4,
      actor: { login: "acme" },
      html_url: details?.html_url
    })
  })

  test("dispatch refuses what the workflow does not know", function* () {
    assert.deepStrictEqual(yield* refusal(Actions.dispatch({ ...build, ref: "none" })), [
      "ValidationFailed",
      "No ref found for: none"
    ])
    assert.deepStrictEqual(yield* refusal(Actions.dispatch({ ...build, inputs: { volume: "11" } })), [
      "ValidationFailed",
      'Unexpected inputs provided: ["volume"]'
    ])
    assert.deepStrictEqual(yield* refusal(Actions.dispatch({ ...build, workflow_id: "nightly.yml" })), [
      "ValidationFailed",
      "Workflow does not have 'workflow_dispatch' trigger"
    ])
  })

  test("an event of one's own starts the workflows that wait for it", function* () {
    yield* Repositories.dispatch({ ...repo, event_type: "built", client_payload: { version: 1 } })
    const [run, ...others] = yield* Stream.runCollect(Actions.listRuns({ ...repo, status: "queued" }))
    assert.containSubset(run, { name: "nightly", event: "repository_dispatch", head_branch: "main" })
    assert.lengthOf(others, 0)
  })

  test("rerun starts another attempt, but not while the run is running, nor after a month", function* () {
    yield* Actions.rerun(failed)
    assert.containSubset(yield* Actions.getRun(failed), { run_attempt: 2, status: "queued", conclusion: null })
    assert.deepStrictEqual(yield* refusal(Actions.rerun(failed)), ["Forbidden", "This workflow is already running"])
    assert.deepStrictEqual(yield* refusal(Actions.rerun({ ...repo, run_id: 3 })), [
      "Forbidden",
      "Unable to retry this workflow run because it was created over a month ago"
    ])
  })

  test("rerunFailedJobs keeps the jobs that have succeeded", function* () {
    yield* Actions.rerunFailedJobs(failed)
    const jobs = yield* Stream.runCollect(Actions.listJobs(failed))
    assert.deepStrictEqual(
      jobs.map(({ conclusion, name }) => [name, conclusion]),
      [
        ["lint", "success"],
        ["test", null]
      ]
    )
    const { seed } = yield* ForgeSimulator.ForgeSimulator
    yield* seed({ repositories: [{ owner: "acme", name: "web", runs: [{ workflow: "build.yml", id: 9 }] }] })
    assert.deepStrictEqual(yield* refusal(Actions.rerunFailedJobs({ ...repo, run_id: 9 })), [
      "Forbidden",
      "This workflow run cannot be retried"
    ])
  })

  test("cancel ends a run, and its jobs, but not a completed one", function* () {
    yield* Actions.cancel(running)
    assert.containSubset(yield* Actions.getRun(running), { status: "completed", conclusion: "cancelled" })
    const [job] = yield* Stream.runCollect(Actions.listJobs(running))
    assert.strictEqual(job?.conclusion, "cancelled")
    assert.deepStrictEqual(yield* refusal(Actions.cancel(running)), [
      "Conflict",
      "Cannot cancel a workflow run that is completed."
    ])
  })

  test("a lost response is looked up", function* () {
    const { faults, requests } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answerLost({ method: "POST" }), Faults.answerLost({ method: "POST" }))
    const writing = yield* Effect.forkChild(
      Effect.andThen(
        Write.once(Actions.cancel, running, { key: "cancel" }),
        Write.once(Actions.rerun, running, { key: "rerun" })
      )
    )
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(writing)
    assert.containSubset(yield* Actions.getRun(running), { run_attempt: 2 })
    assert.deepStrictEqual(
      (yield* requests).filter(({ method }) => method === "POST").map(({ operation }) => operation),
      ["Actions.cancel", "Actions.rerun"]
    )
  })

  test("a seed completes a run that is there", function* () {
    const { seed } = yield* ForgeSimulator.ForgeSimulator
    const done = { workflow: "build.yml", id: 2, conclusion: "timed_out" } as const
    yield* seed({ repositories: [{ owner: "acme", name: "web", runs: [done] }] })
    const run = yield* Actions.getRun(running)
    assert.containSubset(run, { conclusion: "timed_out", head_branch: "next", run_number: 2, run_attempt: 1 })
    const [job] = yield* Stream.runCollect(Actions.listJobs(running))
    assert.containSubset(job, { name: "lint", conclusion: "timed_out" })
  })
})

describe("archives", () => {
  test("are downloaded from the storage, without the token", function* () {
    assert.strictEqual(yield* Actions.downloadLogs.text(failed), "PK logs")
    const [coverage] = yield* Stream.runCollect(Actions.listArtifacts({ ...failed, name: "coverage" }))
    assert.containSubset(coverage, { id: 5, size_in_bytes: 11, expired: false, workflow_run: { id: 1 } })
    const bytes = yield* Actions.downloadArtifact.text({ ...repo, artifact_id: 5 }, { digest: coverage?.digest })
    assert.strictEqual(bytes, "PK coverage")
    const { requests } = yield* ForgeSimulator.ForgeSimulator
    const stored = (yield* requests).filter(({ path }) => path.startsWith("/actions-results/"))
    assert.deepStrictEqual(
      stored.map(({ headers, operation }) => [operation, headers["authorization"]]),
      [
        ["Actions.downloadLogs", undefined],
        ["Actions.downloadArtifact", undefined]
      ]
    )
  })

  test("are gone once they have expired", function* () {
    const artifacts = yield* Stream.runCollect(Actions.listArtifactsForRepo(repo))
    assert.deepStrictEqual(
      artifacts.map(({ expired, id }) => [id, expired]),
      [
        [6, true],
        [5, false]
      ]
    )
    assert.deepStrictEqual(yield* refusal(Actions.downloadArtifact.bytes({ ...repo, artifact_id: 6 })), [
      "Gone",
      "Artifact has expired"
    ])
    assert.containSubset(yield* Effect.flip(Actions.downloadLogs.bytes({ ...repo, run_id: 3 })), { _tag: "Gone" })
    assert.containSubset(yield* Effect.flip(Actions.downloadLogs.bytes(running)), { _tag: "NotFound" })
  })

  testOn(ForgeSimulator.layerHttpClient({ repositories: [web] }))(
    "have URLs that are valid for a minute, and for nobody without a token",
    function* () {
      const path = "/repos/acme/web/actions/artifacts/5"
      const { headers, status } = yield* send(`GET ${path}/zip`)
      const location = headers["location"] ?? ""
      assert.strictEqual(status, 302)
      assert.match(location, /^https:\/\/objects\.githubusercontent\.com\/actions-results\/\d+\/artifacts\/5\?/)
      assert.strictEqual((yield* send(`GET ${location}`, { token: null })).text, "PK coverage")
      yield* TestClock.adjust("1 minute")
      const late = yield* send(`GET ${location}`, { token: null })
      assert.deepStrictEqual([late.status, late.text.includes("Request has expired")], [403, true])
      assert.strictEqual((yield* send(`GET ${path}/zip`, { token: null })).status, 401)
      assert.strictEqual((yield* send(`GET ${path}/tar`)).status, 404)
    }
  )
})

testOn(ForgeSimulator.layerHttpClient({ repositories: [web] }))(
  "invalid ranges of dates and events are refused",
  function* () {
    const runs = yield* send("GET /repos/acme/web/actions/runs?created=soon")
    assert.deepStrictEqual([runs.status, dig(runs.json, "errors", 0, "field")], [422, "created"])
    const event = yield* send("POST /repos/acme/web/dispatches", { body: { event_type: "a".repeat(101) } })
    assert.strictEqual(event.status, 422)
    const payload = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`field_${n}`, n]))
    const large = yield* send("POST /repos/acme/web/dispatches", {
      body: { event_type: "a", client_payload: payload }
    })
    assert.strictEqual(large.status, 422)
  }
)
