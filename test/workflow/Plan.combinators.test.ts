/** Plans of all combinators reach to their end, and applying them does what running the programs does. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Forge } from "../../src/forge/Forge.ts"
import { Issues, Refs, Releases } from "../../src/forge/index.ts"
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

/** The head of the pull request. */
const featureSha = "a1ada1176ed05db61e3742c9586ddafb42ee0d06"

const fresh = <A, E>(effect: Effect.Effect<A, E, Forge | ForgeSimulator.ForgeSimulator>, from: Seed = seed) =>
  Effect.andThen(start, Effect.provide(effect, Layer.fresh(ForgeSimulator.layer(from))))

/** Runs a program, and plans and applies it elsewhere. Both leave the same. */
const same = <A, E>(
  program: Effect.Effect<A, E, Forge>,
  from?: Seed,
  pass: (plan: Plan.Plan<E>) => Effect.Effect<Plan.Plan<E>> = stored
) =>
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
        const applied = yield* run(Plan.apply(yield* pass(plan)))
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
    [
      "Propose.pullRequest of what is there",
      Propose.pullRequest({ ...place, branch: "bot", message: "Add", title: "Add", files: { "a.txt": "a" } })
    ],
    ["Commit.cherryPick", Commit.cherryPick({ ...place, branch: "next", base: "main", commits: [featureSha] })],
    ["Commit.revert", Commit.revert({ ...place, branch: "feature", commits: [featureSha] })],
    [
      "Releases.generateNotes",
      Effect.flatMap(Releases.generateNotes({ ...place, tag_name: "v1" }), ({ body }) =>
        Publish.release({ ...place, tag_name: "v1", body, assets: [] })
      )
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

  const app: Seed = {
    repositories: [{ owner: "acme", name: "web", commits: [{ files: { "a.txt": "a" }, date: "2027-01-01T00:00:00Z" }] }],
    apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
    tokens: { token: { login: "builder[bot]", installation: 70, permissions: { checks: "write", contents: "write" } } }
  }

  it.effect("Report.check is applied as it would be run", () =>
    same(Effect.flatMap(Refs.get({ ...place, ref: "heads/main" }), ({ object }) =>
      Report.check(Effect.void, { ...place, head_sha: object.sha, name: "plan" })), app)
  )

  it.effect("Sync.organization is applied as it would be run, without its secrets in the plan", () =>
    Effect.gen(function* () {
      const config = yield* Schema.decodeUnknownEffect(Sync.OrganizationConfig)(whole)
      const plan = yield* same(Sync.organization({ org: "acme", config }, { concurrency: 1 }), organization, Effect.succeed)
      assert.notInclude(JSON.stringify(plan), "hidden")
    })
  )
})

const organization: Seed = {
  tokens: { "boss-token": "boss" },
  users: [{ login: "ann" }],
  organizations: [{ login: "acme", members: { boss: "admin" }, teams: [{ slug: "core", name: "core" }] }],
  repositories: [
    { owner: "acme", name: "web", files: { "a.txt": "a" }, labels: ["bug", "old"] },
    { owner: "acme", name: "docs", files: { "a.txt": "a" } }
  ]
} as Seed

/** As a file has it. */
const whole = {
  defaults: {
    settings: { has_wiki: false, allow_merge_commit: false },
    topics: ["a"],
    labels: [{ name: "bug", color: "d73a4a" }],
    collaborators: [{ login: "ann", permission: "push" }],
    teams: [{ slug: "core", permission: "push" }],
    webhooks: [{ url: "https://a.example", secret: "hidden" }],
    secrets: [{ name: "A", value: "hidden" }],
    files: { contents: { "shared.txt": "shared" } },
    protection: { main: { enforce_admins: true } },
    rulesets: [{ name: "R", enforcement: "active", rules: [{ type: "deletion" }] }],
    prune: ["labels"]
  },
  repositories: { docs: { topics: ["docs"], protection: {} } }
}
