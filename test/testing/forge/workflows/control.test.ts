/** Workflows that are switched off, runs that wait for reviewers, and the logs of jobs. */
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Actions from "../../../../src/forge/Actions.ts"
import * as ActionsVariables from "../../../../src/forge/ActionsVariables.ts"
import * as Checks from "../../../../src/forge/Checks.ts"
import * as TestClock from "effect/testing/TestClock"
import * as Deployments from "../../../../src/forge/Deployments.ts"
import * as Users from "../../../../src/forge/Users.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"

const repo = { owner: "acme", repo: "web" }
const deploy = { ...repo, workflow_id: "deploy.yml", ref: "main", return_run_details: true } as const

const test = testOn(
  ForgeSimulator.layer({
    repositories: [
      {
        owner: "acme",
        name: "web",
        collaborators: { ada: "write", eve: "write" },
        files: { "a.txt": "1" },
        environments: [{ name: "production", reviewers: ["ada"], branches: "custom", policies: ["ma*"] }],
        workflows: [{ file: "deploy.yml", environment: "production" }],
        branches: { next: {} },
        runs: [{ workflow: "build.yml", id: 5, jobs: [{ name: "test", id: 6, log: "It works\n" }] }],
        checks: [{ name: "lint" }]
      }
    ],
    tokens: { t: "ada" }
  })
)

/** The texts in a zip whose files are stored. */
const filesOf = (zip: Uint8Array): Readonly<Record<string, string>> => {
  const view = new DataView(zip.buffer, zip.byteOffset)
  const textAt = (at: number, length: number) => new TextDecoder().decode(zip.subarray(at, at + length))
  const files: Record<string, string> = {}
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, name] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)]
    files[textAt(at + 30, name)] = textAt(at + 30 + name, size)
    at += 30 + name + size
  }
  return files
}

const startedRun = Effect.map(Actions.dispatch(deploy), (run) => ({ ...repo, run_id: run?.workflow_run_id ?? 0 }))

describe("a workflow", () => {
  test("that is disabled is not dispatched", function* () {
    yield* Actions.disableWorkflow({ ...repo, workflow_id: "deploy.yml" })
    assert.strictEqual((yield* Effect.flip(Actions.dispatch(deploy)))._tag, "ValidationFailed")
    assert.strictEqual((yield* Actions.getWorkflow({ ...repo, workflow_id: "deploy.yml" })).state, "disabled_manually")
    yield* Actions.enableWorkflow({ ...repo, workflow_id: "deploy.yml" })
    yield* Actions.dispatch(deploy)
  })
})

describe("a run to an environment", () => {
  test("waits for a reviewer, and begins with the approval", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const at = yield* startedRun
    assert.strictEqual((yield* Actions.getRun(at)).status, "waiting")
    const [pending] = yield* Deployments.getPendingForRun(at)
    assert.isTrue(pending?.current_user_can_approve)
    const decision = { environment_ids: [pending?.environment.id ?? 0], state: "approved", comment: "Go" } as const
    const path = `POST /repos/acme/web/actions/runs/${at.run_id}/pending_deployments`
    assert.match(String(yield* Effect.sandbox(simulator.as("eve", path, decision)).pipe(Effect.flip)), /422/)
    const [made] = yield* Deployments.reviewPendingForRun({ ...at, ...decision })
    assert.strictEqual(made?.environment, "production")
    assert.strictEqual((yield* Actions.getRun(at)).status, "queued")
    assert.deepStrictEqual(yield* Deployments.getPendingForRun(at), [])
    assert.strictEqual((yield* Deployments.getReviewsForRun(at))[0]?.user.login, "ada")
    assert.strictEqual(
      (yield* Effect.flip(Deployments.reviewPendingForRun({ ...at, ...decision })))._tag,
      "ValidationFailed"
    )
  })

  test("waits for its timer, too, from when it was started", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const { id } = yield* Users.get({ username: "eve" })
    const changed = { wait_timer: 30, reviewers: [{ type: "User", id }] }
    yield* simulator.as("acme", "PUT /repos/acme/web/environments/production", changed)
    const at = yield* startedRun
    const [pending] = yield* Deployments.getPendingForRun(at)
    assert.deepStrictEqual([pending?.wait_timer, pending?.current_user_can_approve], [30, false])
    yield* TestClock.adjust("20 minutes")
    const decision = { environment_ids: [pending?.environment.id ?? 0], state: "approved", comment: "Go" } as const
    const path = `POST /repos/acme/web/actions/runs/${at.run_id}/pending_deployments`
    yield* simulator.as("eve", path, decision)
    assert.strictEqual((yield* Actions.getRun(at)).status, "waiting")
    // What was approved is not approved again, and stays so in the state.
    assert.match(String(yield* Effect.sandbox(simulator.as("eve", path, decision)).pipe(Effect.flip)), /422/)
    yield* simulator.reset(yield* simulator.toSeed)
    assert.lengthOf(yield* Deployments.getPendingForRun(at), 1)
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual((yield* Actions.getRun(at)).status, "queued")
    assert.deepStrictEqual(yield* Deployments.getPendingForRun(at), [])
  })

  test("fails on a branch that may not deploy", function* () {
    const run = yield* Actions.dispatch({ ...deploy, ref: "next" })
    assert.strictEqual((yield* Actions.getRun({ ...repo, run_id: run?.workflow_run_id ?? 0 })).conclusion, "failure")
  })
})

describe("logs", () => {
  test("come from the state, and are gone once they were deleted", function* () {
    const log = Actions.downloadLogsForJob({ ...repo, job_id: 6 }).pipe(Stream.decodeText(), Stream.mkString)
    assert.strictEqual(yield* log, "It works\n")
    yield* Actions.rerun({ ...repo, run_id: 5 })
    yield* Actions.downloadLogsForAttempt.bytes({ ...repo, run_id: 5, attempt_number: 1 })
    assert.strictEqual((yield* Effect.flip(Actions.deleteLogs({ ...repo, run_id: 5 })))._tag, "Forbidden")
    yield* Actions.cancel({ ...repo, run_id: 5 })
    yield* Actions.deleteLogs({ ...repo, run_id: 5 })
    assert.strictEqual((yield* Effect.flip(Actions.downloadLogs.bytes({ ...repo, run_id: 5 })))._tag, "Gone")
    yield* Actions.deleteRun({ ...repo, run_id: 5 })
    assert.strictEqual((yield* Effect.flip(Actions.getRun({ ...repo, run_id: 5 })))._tag, "NotFound")
  })

  test("of a run are an archive with a file for each job and each step", function* () {
    const { seed, toSeed } = yield* ForgeSimulator.ForgeSimulator
    const log = "##[group]Set up\nNode 24\n##[group]Test\nIt fails\n##[group]Set up\nAgain"
    const jobs = [{ name: "lint" }, { name: "test (a/b)", steps: ["Set up", "Test", "Clean up"], log }]
    yield* seed({ repositories: [{ owner: "acme", name: "web", runs: [{ workflow: "build.yml", id: 8, jobs }] }] })
    const read = Effect.map(Actions.downloadLogs.bytes({ ...repo, run_id: 8 }), filesOf)
    const files = yield* read
    assert.deepStrictEqual(Object.keys(files), [
      "0_lint.txt",
      "1_test (ab).txt",
      "test (ab)/1_Set up.txt",
      "test (ab)/2_Test.txt",
      "test (ab)/3_Clean up.txt"
    ])
    assert.match(files["0_lint.txt"] ?? "", /^\S+Z Job: lint\n$/)
    assert.strictEqual(files["1_test (ab).txt"], log)
    assert.strictEqual(files["test (ab)/1_Set up.txt"], "##[group]Set up\nNode 24\n")
    assert.strictEqual(files["test (ab)/2_Test.txt"], "##[group]Test\nIt fails\n##[group]Set up\nAgain")
    assert.strictEqual(files["test (ab)/3_Clean up.txt"], "")
    const again = ForgeSimulator.layer({ ...(yield* toSeed), tokens: { t: "ada" } })
    assert.deepStrictEqual(yield* Effect.provide(read, again), files)
  })
})

describe("a variable", () => {
  test("is renamed, and its name is taken", function* () {
    yield* ActionsVariables.create({ ...repo, name: "REGION", value: "eu" })
    const again = ActionsVariables.create({ ...repo, name: "region", value: "us" })
    assert.strictEqual((yield* Effect.flip(again))._tag, "Conflict")
    yield* ActionsVariables.update({ ...repo, name: "REGION", new_name: "ZONE" })
    assert.strictEqual((yield* ActionsVariables.get({ ...repo, name: "zone" })).value, "eu")
  })
})

describe("a check suite", () => {
  test("is queued once it was requested again", function* () {
    const [suite] = yield* Stream.runCollect(Checks.listSuites({ ...repo, ref: "main" }))
    const at = { ...repo, check_suite_id: suite?.id ?? 0 }
    assert.strictEqual(suite?.conclusion, "success")
    yield* Checks.rerequestSuite(at)
    assert.strictEqual((yield* Checks.getSuite(at)).status, "queued")
  })
})
