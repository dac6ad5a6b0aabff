/** Plans of all combinators reach to their end, and applying them does what running the programs does. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { Forge } from "../../src/forge/Forge.ts"
import { GraphQL, Issues, Refs, Releases } from "../../src/forge/index.ts"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import {
  Bulk,
  Commit,
  Contributors,
  Edit,
  Lock,
  Merge,
  Plan,
  Propose,
  Prune,
  Publish,
  Report,
  Stale,
  Sync,
  Triage,
  Upsert
} from "../../src/workflow/index.ts"
import { run } from "./support/run.ts"
import { start } from "./support/matrix.ts"
import { same } from "./support/planned.ts"

const place = { owner: "acme", repo: "web" }
const seed: Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { "a.txt": "a", "src/b.txt": "b" },
      labels: ["bug", "old"],
      collaborators: { ann: "write" },
      milestones: [{ title: "M" }],
      issues: [{ title: "One", labels: ["bug"] }],
      pulls: [{ title: "Feature", head: "feature", files: { "c.txt": "c" } }],
      checks: [{ name: "build", ref: "feature" }]
    }
  ]
}

/** The head of the pull request. */
const featureSha = "a1ada1176ed05db61e3742c9586ddafb42ee0d06"

const freshOf =
  (from: Seed) =>
  <A, E>(effect: Effect.Effect<A, E, Forge | ForgeSimulator.ForgeSimulator>) =>
    Effect.andThen(start, Effect.provide(effect, Layer.fresh(ForgeSimulator.layer(from))))

const fresh = freshOf(seed)

const files = { "new.txt": "new", "src/bytes.bin": new Uint8Array([1, 2, 3]) }

/** The simulator loads its GraphQL with the first request. That takes a while, and no time of the test's clock. */
beforeAll(() =>
  GraphQL.request("{ viewer { login } }", {}).pipe(Effect.provide(ForgeSimulator.layer(seed)), Effect.runPromise)
)

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
        assignees: ["ann"],
        reviewers: ["ann"],
        milestone: 1,
        draft: true,
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
  it.effect.each(programs)("%s is applied as it would be run", ([, program]) => same(program, { fresh }))

  const untidy: Seed = {
    repositories: [
      {
        owner: "acme",
        name: "web",
        files: { "README.md": "# Web\n" },
        labels: ["old"],
        issues: [
          { title: "One", labels: ["bug"] },
          { title: "Old", created_at: { ago: "9 days" } },
          { title: "Done", state: "closed", created_at: { ago: "9 days" } }
        ],
        pulls: [{ title: "Feature", head: "feature", files: { "c.txt": "c" }, merged: true }]
      }
    ]
  }
  const tidying: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Forge>]> = [
    [
      "Stale.issues",
      Stale.issues(place, { markAfter: "1 day", closeAfter: "1 day", exempt: { labels: ["security"] } })
    ],
    ["Lock.closed", Lock.closed(place, { after: "1 day" })],
    ["Prune.branches", Prune.branches(place, { olderThan: "1 day" })],
    ["Triage.label", Triage.label({ ...place, issue_number: 1 }, [{ label: "old", title: ["One"] }])],
    ["Contributors.propose", Contributors.propose({ ...place, counts: ["commits"] })]
  ]
  it.effect.each(tidying)("%s is applied as it would be run", ([, program]) =>
    same(program, { fresh: freshOf(untidy) })
  )

  it.effect("Propose.pullRequest in the place of another one is applied as it would be run", () =>
    same(Propose.pullRequest({ ...place, branch: "bot/2", message: "2", title: "2", files, supersedes: "bot/" }), {
      fresh,
      before: Propose.pullRequest({ ...place, branch: "bot/1", message: "1", title: "1", files: { "x.txt": "x" } })
    })
  )

  it.effect("Propose.pullRequest that is open is brought up to date as it would be run", () =>
    same(
      Propose.pullRequest({ ...place, branch: "bot", message: "2", title: "2", body: "2", files, labels: ["bug"] }),
      {
        fresh,
        before: Propose.pullRequest({ ...place, branch: "bot", message: "1", title: "1", files: { "x.txt": "x" } })
      }
    )
  )

  it.effect("Merge.enqueue is planned to its last look, which asks by GraphQL what a mutation has changed", () =>
    Effect.gen(function* () {
      const { end, writes } = yield* yield* run(Plan.dryRun(Merge.enqueue({ ...place, pull_number: 2 })))
      assert.deepStrictEqual(
        writes.map(({ operation }) => operation),
        ["mutation EnableAutoMerge"]
      )
      assert.strictEqual(end._tag === "Stopped" && end.error.reason, "unsent")
    }).pipe(
      freshOf({
        repositories: (seed.repositories ?? []).map((repository) => ({
          ...repository,
          settings: { allow_auto_merge: true },
          protection: { main: { required_checks: ["ci"] } }
        }))
      })
    )
  )

  it.effect("Propose.backport is applied as it would be run", () =>
    same(Propose.backport({ ...place, pull_number: 2 }), {
      fresh,
      before: Effect.gen(function* () {
        const simulator = yield* ForgeSimulator.ForgeSimulator
        yield* simulator.as("acme", "POST /repos/acme/web/labels", { name: "backport 1.x" })
        const { branches } = yield* simulator.repository("acme/web")
        yield* simulator.as("acme", "POST /repos/acme/web/git/refs", { ref: "refs/heads/1.x", sha: branches["main"] })
        yield* simulator.as("acme", "POST /repos/acme/web/issues/2/labels", { labels: ["backport 1.x"] })
        yield* simulator.merge("acme/web", 2, { method: "squash" })
      })
    })
  )

  const app: Seed = {
    repositories: [
      { owner: "acme", name: "web", commits: [{ files: { "a.txt": "a" }, date: "2027-01-01T00:00:00Z" }] }
    ],
    apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
    tokens: { token: { login: "builder[bot]", installation: 70, permissions: { checks: "write", contents: "write" } } }
  }

  it.effect("Report.check is applied as it would be run", () =>
    same(
      Effect.flatMap(Refs.get({ ...place, ref: "heads/main" }), ({ object }) =>
        Report.check(Effect.void, { ...place, head_sha: object.sha, name: "plan" })
      ),
      { fresh: freshOf(app) }
    )
  )

  it.effect("Sync.organization is applied as it would be run, without its secrets in the plan", () =>
    Effect.gen(function* () {
      const config = yield* Schema.decodeUnknownEffect(Sync.OrganizationConfig)(whole)
      const plan = yield* same(Sync.organization({ org: "acme", config }, { concurrency: 1 }), {
        fresh: freshOf(organization),
        // The secrets are in memory alone.
        pass: Effect.succeed
      })
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
}

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
