/** All parts of a repository, all repositories of an organization, and drift. */
import { assert, describe } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { matrix } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import { testOn } from "../testOn.ts"

const seed: ForgeSimulator.Seed = {
  tokens: { "boss-token": "boss" },
  organizations: [{ login: "acme", members: { boss: "admin" } }],
  repositories: [
    { owner: "acme", name: "web", files: { "a.txt": "a" }, labels: ["bug", "old"] },
    { owner: "acme", name: "docs", files: { "a.txt": "a" } },
    { owner: "acme", name: "legacy" },
    { owner: "acme", name: "frozen", archived: true }
  ]
}
const on = testOn(ForgeSimulator.layer(seed))

/** As a file has it. */
const file = {
  defaults: {
    settings: { has_wiki: false, allow_merge_commit: false },
    labels: [{ name: "bug", color: "d73a4a" }],
    protection: { main: { enforce_admins: true } },
    prune: ["labels"]
  },
  repositories: {
    Docs: { settings: { has_wiki: true }, topics: ["docs"], protection: {} }
  },
  except: ["LEGACY"]
}

const config = Schema.decodeUnknownEffect(Sync.OrganizationConfig)(file)

const changesOf = ({ failed, succeeded }: Sync.OrganizationResult) => ({
  changes: Object.fromEntries(
    succeeded.map(({ item, value }) => [item.repo, value.changes.map(({ action, kind, name }) => [action, kind, name])])
  ),
  failed: failed.map(({ error, item }) => [item.repo, error._tag])
})

const expected = {
  changes: {
    docs: [
      ["update", "settings", "settings"],
      ["create", "topics", "docs"],
      ["create", "labels", "bug"]
    ],
    web: [
      ["update", "settings", "settings"],
      ["update", "labels", "bug"],
      ["remove", "labels", "old"],
      ["create", "protection", "main"]
    ]
  },
  failed: []
}

describe("Sync.organization", () => {
  on("makes all repositories as a file says, and plans the same", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const input = { org: "acme", config: yield* config }
    assert.deepStrictEqual(changesOf(yield* Sync.organization.plan(input)), expected)
    assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    assert.deepStrictEqual(changesOf(yield* Sync.organization(input)), expected)
    assert.deepStrictEqual(changesOf(yield* Sync.organization(input)), { changes: { docs: [], web: [] }, failed: [] })
    assert.lengthOf((yield* simulator.repository("acme/legacy")).labels, 0)
  })

  on("goes on with the others if a repository fails", function* () {
    const input = {
      org: "acme",
      config: { defaults: { protection: { main: { enforce_admins: true } } }, except: ["docs"] }
    }
    // It has no branch yet.
    assert.deepStrictEqual(changesOf(yield* Sync.organization(input)), {
      changes: { web: expected.changes.web.slice(3) },
      failed: [["legacy", "NotFound"]]
    })
  })

  on("reads secrets as they are hidden, and refuses what is misspelt", function* () {
    const read = (one: unknown) => Schema.decodeUnknownEffect(Sync.Config)(one, { onExcessProperty: "error" })
    const { secrets } = yield* read({
      secrets: [{ name: "A", value: "hidden", changed_at: "2027-01-01T00:00:00Z" }],
      webhooks: [{ url: "https://a.example", secret: "hidden" }],
      rulesets: [{ name: "R", enforcement: "active", rules: [{ type: "deletion" }] }]
    })
    assert.isTrue(Redacted.isRedacted(secrets?.[0]?.value))
    for (const wrong of [{ label: [] }, { settings: { has_wikis: true } }, { prune: ["everything"] }]) {
      assert.isTrue(Exit.isFailure(yield* Effect.exit(read(wrong))))
    }
  })

  const web = { owner: "acme", repo: "web", config: file.defaults }
  describe("of one repository, under faults", () => {
    matrix({
      seed,
      program: Effect.flatMap(Effect.orDie(config), ({ defaults = {} }) =>
        Sync.repository({ ...web, config: defaults })
      ),
      state: ({ as }) =>
        Effect.all([
          as("boss", "GET /repos/acme/web/labels?per_page=100"),
          Effect.map(as("boss", "GET /repos/acme/web"), (found) => (found as { has_wiki: boolean }).has_wiki),
          Effect.map(
            as("boss", "GET /repos/acme/web/branches/main"),
            (found) => (found as { protected: boolean }).protected
          )
        ]),
      trusts: ["Branches.getProtection", "Labels.delete"],
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})

describe("drift", () => {
  const labels = { owner: "acme", repo: "web", labels: [{ name: "bug" }, { name: "new" }] }
  const names = ({ changes }: Sync.Plan) => changes.map(({ action, name }) => `${action} ${name}`)
  const drift = (times: number) =>
    Stream.runCollect(
      Sync.labels.drift(labels, {
        prune: true,
        schedule: Schedule.spaced("1 minute").pipe(Schedule.upTo({ times }))
      })
    )

  on("streams what differs, and each time that it is otherwise, over an outage", function* () {
    const { as, faults } = yield* ForgeSimulator.ForgeSimulator
    const created = as("acme", "POST /repos/acme/web/labels", { name: "new", color: "ffffff" })
    const removed = as("acme", "DELETE /repos/acme/web/labels/old")
    const after = (minutes: number, effect: Effect.Effect<unknown>) =>
      Effect.forkChild(Effect.delay(effect, Duration.minutes(minutes)))
    yield* after(2.5, created)
    yield* after(3.5, faults.add(Faults.answered({ operation: "Labels.list", status: 500, times: Infinity })))
    yield* after(6, removed)
    yield* after(30, faults.clear)
    const seen = yield* yield* run(drift(90))
    assert.deepStrictEqual(seen.map(names), [["create new", "remove old"], ["remove old"], []])
  })

  on("fails with what the first look fails with, and with an outage at the end", function* () {
    const { faults } = yield* ForgeSimulator.ForgeSimulator
    yield* faults.add(Faults.answered({ operation: "Labels.list", nth: 2, status: 404, times: Infinity, body: {} }))
    assert.strictEqual(failureOf(yield* run(drift(5)))?._tag, "NotFound")
    yield* faults.clear
    yield* faults.add(Faults.unavailable({ operation: "Labels.list", nth: 2, times: Infinity }))
    assert.strictEqual(failureOf(yield* run(drift(5)))?._tag, "ServiceUnavailable")
  })
})
