/** Plans of all combinators reach to their end, and applying them does what running the programs does. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Forge } from "../../src/forge/Forge.ts"
import { Checks, Issues, Releases } from "../../src/forge/index.ts"
import type { Handle } from "../../src/testing/ForgeHandle.ts"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Bulk, Commit, Edit, Merge, Plan, Propose, Publish, Report, Sync, Upsert } from "../../src/workflow/index.ts"
import { failureOf, run } from "./support/run.ts"
import { start } from "./support/matrix.ts"
import { stateOf, stored } from "./support/plans.ts"

const place = { owner: "acme", repo: "web" }
const seed: Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a", "src/b.txt": "b" },
      labels: ["bug", "old"],
      issues: [{ title: "One", labels: ["bug"] }],
      pulls: [{ title: "Feature", head: "feature", files: { "c.txt": "c" } }],
      checks: [{ name: "build", ref: "feature" }]
    }
  ]
}

const fresh = <A, E>(effect: Effect.Effect<A, E, Forge | ForgeSimulator.ForgeSimulator>, from: Seed = seed) =>
  Effect.andThen(start, Effect.provide(effect, Layer.fresh(ForgeSimulator.layer(from))))

/** Runs a program, and plans and applies it elsewhere. Both leave the same. */
const same = <A, E>(program: Effect.Effect<A, E, Forge>, from?: Seed) =>
  Effect.gen(function* () {
    const simulator = ForgeSimulator.ForgeSimulator
    const whole = fresh(
      Effect.gen(function* () {
        const exit = yield* run(program)
        assert.isTrue(Exit.isSuccess(exit), String(exit))
        return yield* stateOf(yield* simulator)
      }),
      from
    )
    const planned = fresh(
      Effect.gen(function* () {
        const handle: Handle = yield* simulator
        const exit = yield* run(Plan.dryRun(program))
        const plan = yield* exit
        assert.isTrue((yield* handle.requests).every(({ method, url }) => method === "GET" || url.includes("generate-notes")))
        assert.strictEqual(plan.end._tag, "Completed", JSON.stringify(plan.end) + "\n" + Plan.table(plan))
        const applied = yield* run(Plan.apply(yield* stored(plan)))
        assert.isTrue(Exit.isSuccess(applied), JSON.stringify(failureOf(applied)) + "\n" + String(applied) + "\n" + Plan.table(plan))
        return { plan, state: yield* stateOf(handle) }
      }),
      from
    )
    const { plan, state } = yield* planned
    assert.deepStrictEqual(state, yield* whole)
    return plan
  })

const files = { "new.txt": "new", "src/bytes.bin": new Uint8Array([1, 2, 3]) }

describe("Plan of each combinator", () => {
  const programs: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Forge>]> = [
    ["Commit.files", Commit.files({ ...place, branch: "main", message: "Add", files })],
    ["Commit.files on a new branch", Commit.files({ ...place, branch: "next", base: "main", message: "Add", files })],
    ["Propose.pullRequest", Propose.pullRequest({ ...place, branch: "bot", message: "Add", title: "Add", files })],
    [
      "Propose.pullRequest with all that it can have",
      Propose.pullRequest({
        ...place,
        branch: "bot",
        message: "Add",
        title: "Add",
        files,
        labels: ["bug"],
        body: "Text"
      })
    ],
    [
      "Publish.release",
      Publish.release({
        ...place,
        tag_name: "v1",
        body: "Notes",
        assets: [
          { name: "a.txt", content_type: "text/plain", data: "a" },
          { name: "b.json", content_type: "application/json", data: '{ "b": 1 }' }
        ]
      })
    ],
    ["Edit.file", Edit.file({ ...place, path: "a.txt", message: "Edit" }, () => "b")],
    ["Upsert.comment", Upsert.comment({ ...place, issue_number: 1, body: "Hi" }, { key: "hi" })],
    ["Upsert.issue", Upsert.issue({ ...place, title: "Hi", labels: ["bug"] }, { key: "hi" })],
    ["Merge.whenGreen", Merge.whenGreen({ ...place, pull_number: 2 })],
    [
      "Sync.labels",
      Sync.labels({ ...place, labels: [{ name: "bug", color: "d73a4a" }, { name: "new" }] }, { prune: true })
    ],
    [
      "Bulk.forEach",
      Bulk.forEach(["One", "Two"], (body) => Issues.createComment({ ...place, issue_number: 1, body }), {
        budget: { leave: 0.5 }
      })
    ]
  ]
  it.effect.each(programs)("%s is applied as it would be run", ([, program]) => same(program))
})
