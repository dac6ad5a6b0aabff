/** What an organization has itself: its rulesets and its secrets. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Rulesets, Secrets } from "../../src/forge/index.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { matrix, start } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"
import * as Stream from "effect/Stream"

const seed: ForgeSimulator.Seed = {
  tokens: { "boss-token": "boss" },
  organizations: [
    {
      login: "acme",
      members: { boss: "admin" },
      secrets: [
        { name: "OLD", updated_at: "2026-01-01T00:00:00Z" },
        { name: "OTHER", updated_at: "2026-01-01T00:00:00Z" }
      ],
      rulesets: [
        { name: "Main", enforcement: "active" },
        { name: "Other", enforcement: "active" }
      ]
    }
  ],
  repositories: [
    { owner: "acme", name: "web" },
    { owner: "acme", name: "docs" }
  ]
}

const rulesets = Sync.organizationRulesets
const wantedRulesets = {
  org: "acme",
  rulesets: [
    { name: "main", enforcement: "disabled" as const },
    { name: "New", enforcement: "disabled" as const }
  ]
}
const secrets = Sync.organizationSecrets
const wantedSecrets = {
  org: "acme",
  secrets: [
    { name: "OLD", value: "turned", visibility: "selected" as const, repositories: ["Web"] },
    { name: "NEW", value: "set", visibility: "all" as const }
  ]
}
const synced = { created: ["New"], updated: ["main"], removed: ["Other"], unchanged: [] }
const named = (names: { readonly name: string }) => names.name

const rulesetsNow = Effect.map(Stream.runCollect(Rulesets.listForOrg({ org: "acme" })), (all) =>
  all.map(({ enforcement, name }) => `${name} ${enforcement}`).toSorted()
)
const secretsNow = Effect.map(Stream.runCollect(Secrets.listForOrg({ org: "acme" })), (all) =>
  all.map(({ name, visibility }) => `${name} ${visibility}`).toSorted()
)

describe("Sync.organizationRulesets and Sync.organizationSecrets", () => {
  it.effect("show what differs, change that, and nothing when they run again", () =>
    Effect.gen(function* () {
      yield* start
      assert.deepStrictEqual((yield* rulesets.plan(wantedRulesets, { prune: true })).changes.map(named), [
        "main",
        "New",
        "Other"
      ])
      assert.deepStrictEqual(yield* yield* run(rulesets(wantedRulesets, { prune: true })), synced)
      assert.deepStrictEqual(yield* rulesetsNow, ["New disabled", "main disabled"])
      assert.isEmpty((yield* rulesets.plan(wantedRulesets, { prune: true })).changes)
      const plan = yield* secrets.plan(wantedSecrets, { prune: true })
      assert.deepStrictEqual(plan.changes.map(named), ["OLD", "NEW", "OTHER"])
      assert.match(Sync.show(plan), /^acme\n  ~ secrets OLD\n/)
      assert.notInclude(JSON.stringify(plan), "turned")
      yield* yield* run(secrets(wantedSecrets, { prune: true }))
      assert.deepStrictEqual(yield* secretsNow, ["NEW all", "OLD selected"])
      assert.isEmpty((yield* secrets.plan(wantedSecrets, { prune: true })).changes)
      const refused = failureOf(
        yield* run(
          secrets({ org: "acme", secrets: [{ name: "A", value: "a", visibility: "all", repositories: ["web"] }] })
        )
      )
      assert.strictEqual(refused?._tag === "InvalidInput" && refused.path, "secrets[0].repositories")
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  describe("under faults", () => {
    matrix({
      seed,
      program: Effect.andThen(rulesets(wantedRulesets, { prune: true }), secrets(wantedSecrets, { prune: true })),
      state: ({ as }) =>
        Effect.all([as("boss", "GET /orgs/acme/rulesets"), as("boss", "GET /orgs/acme/actions/secrets")]).pipe(
          Effect.map(([all, kept]) => [
            (all as ReadonlyArray<{ name: string }>).map(named).toSorted(),
            (kept as { secrets: ReadonlyArray<{ name: string }> }).secrets.map(named).toSorted()
          ])
        ),
      trusts: ["Rulesets.deleteForOrg", "Secrets.deleteForOrg"],
      fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus"]
    })
  })
})
