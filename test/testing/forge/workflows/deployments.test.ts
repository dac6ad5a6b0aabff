import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Deployments from "../../../../src/forge/Deployments.ts"
import * as Refs from "../../../../src/forge/Refs.ts"
import * as Statuses from "../../../../src/forge/Statuses.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { testOn } from "../../../testOn.ts"

const repo = { owner: "acme", repo: "web" }

const layer = ForgeSimulator.layer({
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "1\n", "b.txt": "1\n" },
      commits: [{ files: { "a.txt": "2\n" } }],
      branches: {
        behind: { from: "main~1", files: { "b.txt": "2\n" } },
        apart: { from: "main~1", files: { "a.txt": "3\n" } },
        next: { files: { "c.txt": "1\n" } }
      },
      deployments: [
        { ref: "main", environment: "staging", statuses: ["in_progress", "success"] },
        { ref: "main", environment: "production", statuses: ["success"] },
        { ref: "main", environment: "preview", transient_environment: true, statuses: ["success"] }
      ]
    }
  ]
})

const test = testOn(layer)

const states = (deployment_id: number) =>
  Effect.map(Stream.runCollect(Deployments.listStatuses({ ...repo, deployment_id })), (statuses) =>
    statuses.map(({ state }) => state)
  )

const tipOf = (branch: string) => Effect.map(Refs.get({ ...repo, ref: `heads/${branch}` }), ({ object }) => object.sha)

describe("deployments", () => {
  test("are created of the commit of a ref, and found by their fields", function* () {
    const sha = yield* tipOf("next")
    const asked = { ...repo, ref: "next", task: "migrate", environment: "staging", payload: { version: 1 } }
    const created = yield* Deployments.create(asked)
    assert.containSubset(created, {
      _tag: "Created",
      sha,
      ref: "next",
      task: "migrate",
      payload: { version: 1 },
      description: null,
      production_environment: false,
      creator: { login: "acme" }
    })
    const found = (filter: object) =>
      Effect.map(Stream.runCollect(Deployments.list({ ...repo, ...filter })), (all) => all.map(({ ref }) => ref))
    assert.deepStrictEqual(yield* found({ environment: "staging" }), ["next", "main"])
    assert.deepStrictEqual(yield* found({ task: "migrate" }), ["next"])
    assert.deepStrictEqual(yield* found({ sha }), ["next"])
    assert.deepStrictEqual(yield* found({ ref: "main", environment: "production" }), ["main"])
    const deployment_id = created._tag === "Created" ? created.id : assert.fail("nothing was created")
    assert.containSubset(created, yield* Deployments.get({ ...repo, deployment_id }))
  })

  test("of a branch that is behind merge the default branch first, or not", function* () {
    const before = yield* tipOf("behind")
    const merged = yield* Deployments.create({ ...repo, ref: "behind" })
    assert.containSubset(merged, { _tag: "Merged", message: "Auto-merged main into behind on deployment." })
    assert.notStrictEqual(yield* tipOf("behind"), before)
    assert.containSubset(yield* Deployments.create({ ...repo, ref: "behind" }), { _tag: "Created" })
    const conflict = yield* Effect.flip(Deployments.create({ ...repo, ref: "apart" }))
    assert.containSubset(conflict, { _tag: "Conflict", serviceMessage: "Conflict merging main into apart." })
    const apart = yield* Deployments.create({ ...repo, ref: "apart", auto_merge: false })
    assert.strictEqual(apart._tag, "Created")
  })

  test("need the statuses of the commit to be a success", function* () {
    const sha = yield* tipOf("main")
    yield* Statuses.create({ ...repo, sha, state: "success", context: "build" })
    yield* Statuses.create({ ...repo, sha, state: "pending", context: "test" })
    const create = (required_contexts?: ReadonlyArray<string>) =>
      Deployments.create({ ...repo, ref: "main", required_contexts })
    for (const required of [undefined, ["build", "test"], ["lint"]]) {
      const failure = yield* Effect.flip(create(required))
      assert.containSubset(failure, {
        _tag: "Conflict",
        serviceMessage: "Conflict: Commit status checks failed for main."
      })
    }
    for (const required of [[], ["build"]]) assert.strictEqual((yield* create(required))._tag, "Created")
  })

  test("of what does not exist are refused", function* () {
    const failure = yield* Effect.flip(Deployments.create({ ...repo, ref: "none" }))
    assert.containSubset(failure, { _tag: "ValidationFailed", serviceMessage: "No ref found for: none" })
    const unknown = yield* Effect.flip(Deployments.createStatus({ ...repo, deployment_id: 9, state: "success" }))
    assert.strictEqual(unknown._tag, "NotFound")
  })
})

describe("statuses of deployments", () => {
  test("move the deployment to their environment", function* () {
    const [{ id } = assert.fail("there is none")] = yield* Stream.runCollect(
      Deployments.list({ ...repo, environment: "staging" })
    )
    const on = { ...repo, deployment_id: id }
    const status = yield* Deployments.createStatus({
      ...on,
      state: "queued",
      environment: "qa",
      target_url: "https://example.com/log"
    })
    assert.containSubset(status, { environment: "qa", log_url: "https://example.com/log", description: "" })
    assert.containSubset(yield* Deployments.createStatus({ ...on, state: "failure" }), { environment: "qa" })
    const moved = yield* Deployments.get(on)
    assert.deepStrictEqual([moved.environment, moved.original_environment], ["qa", "staging"])
    assert.deepStrictEqual(yield* states(id), ["failure", "queued", "success", "in_progress"])
  })

  test("of a success make earlier deployments inactive, unless they are kept", function* () {
    const all = yield* Stream.runCollect(Deployments.list(repo))
    const before = new Map(all.map(({ environment, id }) => [environment, id]))
    const succeed = Effect.fnUntraced(function* (environment: string, auto_inactive?: boolean) {
      const created = yield* Deployments.create({ ...repo, ref: "main", environment })
      const deployment_id = created._tag === "Created" ? created.id : assert.fail("it was merged")
      yield* Deployments.createStatus({ ...repo, deployment_id, state: "success", auto_inactive })
      return yield* states(before.get(environment) ?? 0)
    })
    assert.deepStrictEqual(yield* succeed("staging", false), ["success", "in_progress"])
    assert.deepStrictEqual(yield* succeed("staging"), ["inactive", "success", "in_progress"])
    assert.deepStrictEqual(yield* succeed("production"), ["success"])
    assert.deepStrictEqual(yield* succeed("preview"), ["success"])
  })
})
