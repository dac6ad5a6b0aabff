/** Each part of a repository that `Sync` keeps as it is wanted. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Forge } from "../../src/forge/Forge.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import { Sync } from "../../src/workflow/index.ts"
import { matrix, start } from "./support/matrix.ts"
import { failureOf, run } from "./support/run.ts"

const repo = { owner: "acme", repo: "web" }

const seed: ForgeSimulator.Seed = {
  users: ["ada", "bob", "carl", "dora"],
  tokens: { "boss-token": "boss" },
  organizations: [
    {
      login: "acme",
      members: { boss: "admin" },
      base_permission: "none",
      teams: [
        { name: "Core", repositories: { "acme/web": "read" } },
        { name: "Docs" },
        { name: "Old", repositories: { "acme/web": "admin" } }
      ]
    }
  ],
  repositories: [
    {
      owner: "acme",
      name: "web",
      description: "The site",
      topics: ["old", "web"],
      collaborators: { ada: "read", bob: "admin" },
      invitations: [{ invitee: "carl", permission: "read", created_at: "2027-01-14T08:00:00Z" }],
      files: { "a.txt": "a", LICENSE: "Old", "gone.txt": "gone" },
      branches: { next: {}, stable: {} },
      protection: { main: { required_checks: ["build"], enforce_admins: true }, stable: {} },
      secrets: [
        { name: "TOKEN", updated_at: "2027-01-01T00:00:00Z" },
        { name: "OLD", updated_at: "2026-01-01T00:00:00Z" },
        { name: "OTHER", updated_at: "2026-01-01T00:00:00Z" }
      ],
      hooks: [
        {
          url: "https://a.example/",
          content_type: "form",
          events: ["push"],
          secret: "s",
          updated_at: "2027-01-01T00:00:00Z"
        },
        { url: "https://old.example/" }
      ],
      rulesets: [
        { name: "Tags", target: "tag", rules: [{ type: "deletion" }] },
        { name: "Main", rules: [{ type: "deletion" }, { type: "non_fast_forward" }] },
        { name: "Other" }
      ]
    }
  ]
}

/** Reads a route as the boss does. */
const get = ({ as }: ForgeSimulator.Handle, path: string) =>
  Effect.orElseSucceed(
    Effect.catchDefect(as("boss", `GET /repos/acme/web${path}`), () => Effect.succeed(null)),
    () => null
  )

/** Chosen fields of a record, or of each of a list. */
const pick = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  Array.isArray(value)
    ? value.map((each) => pick(each, ...names))
    : Object.fromEntries(names.map((name) => [name, (value as Readonly<Record<string, unknown>> | null)?.[name]]))

interface Case {
  readonly run: Effect.Effect<Sync.Synced, Sync.WholeFailure, Forge>
  readonly plan: Effect.Effect<Sync.Plan, Sync.WholeFailure, Forge>
  readonly state: (simulator: ForgeSimulator.Handle) => Effect.Effect<unknown>
  readonly synced: Sync.Synced
  /** What the plan shows. */
  readonly shows: string
  /** What is there in the end. */
  readonly after: unknown
  readonly trusts?: ReadonlyArray<string>
}

const of = <Input, Options>(
  sync: Sync.Sync<Input, Options, Sync.Synced, Sync.Plan, Sync.WholeFailure>,
  input: Input,
  options?: Options
) => ({ run: sync(input, options), plan: sync.plan(input, options) })

const cases: Readonly<Record<string, Case>> = {
  settings: {
    ...of(Sync.settings, {
      ...repo,
      settings: { description: "The site", homepage: "", has_wiki: false, delete_branch_on_merge: true }
    }),
    state: (simulator) => Effect.map(get(simulator, ""), (found) => pick(found, "has_wiki", "delete_branch_on_merge")),
    synced: { created: [], updated: ["settings"], removed: [], unchanged: [] },
    shows: "  ~ settings\n      has_wiki: true -> false\n      delete_branch_on_merge: false -> true",
    after: { has_wiki: false, delete_branch_on_merge: true }
  },
  topics: {
    ...of(Sync.topics, { ...repo, topics: ["web", "weather", "weather"] }, { prune: true }),
    state: (simulator) => Effect.map(get(simulator, "/topics"), (found) => pick(found, "names")),
    synced: { created: ["weather"], updated: [], removed: ["old"], unchanged: ["web"] },
    shows: "  + topics weather\n  - topics old",
    after: { names: ["web", "weather"] }
  },
  collaborators: {
    ...of(
      Sync.collaborators,
      {
        ...repo,
        collaborators: [
          { login: "Ada", permission: "push" },
          { login: "carl", permission: "pull" },
          { login: "dora", permission: "maintain" }
        ]
      },
      { prune: true }
    ),
    state: (simulator) =>
      Effect.all([
        Effect.map(get(simulator, "/collaborators?affiliation=direct"), (found) => pick(found, "login", "role_name")),
        Effect.map(get(simulator, "/invitations"), (found) => pick(found, "permissions"))
      ]),
    synced: { created: ["dora"], updated: ["Ada"], removed: ["bob"], unchanged: ["carl"] },
    shows: `  ~ collaborators Ada
      permission: "pull" -> "push"
  + collaborators dora
      permission: null -> "maintain"
  - collaborators bob`,
    after: [[{ login: "ada", role_name: "write" }], [{ permissions: "read" }, { permissions: "maintain" }]]
  },
  teams: {
    ...of(
      Sync.teams,
      {
        ...repo,
        teams: [
          { slug: "core", permission: "push" },
          { slug: "docs", permission: "pull" }
        ]
      },
      { prune: true }
    ),
    state: (simulator) => Effect.map(get(simulator, "/teams"), (found) => pick(found, "slug", "permission")),
    synced: { created: ["docs"], updated: ["core"], removed: ["old"], unchanged: [] },
    shows: `  ~ teams core
      permission: "pull" -> "push"
  + teams docs
      permission: null -> "pull"
  - teams old`,
    after: [
      { slug: "core", permission: "push" },
      { slug: "docs", permission: "pull" }
    ]
  },
  webhooks: {
    ...of(
      Sync.webhooks,
      {
        ...repo,
        webhooks: [
          {
            url: "https://a.example/",
            events: ["issues", "push"],
            content_type: "json",
            secret: "new secret",
            changed_at: "2027-01-01T00:00:01Z"
          },
          { url: "https://b.example/", secret: Redacted.make("hidden") }
        ]
      },
      { prune: true }
    ),
    state: (simulator) =>
      Effect.map(get(simulator, "/hooks"), (found) =>
        (found as ReadonlyArray<{ config: object }>).map((hook) => [
          pick(hook, "events", "active"),
          pick(hook.config, "url", "content_type", "secret")
        ])
      ),
    synced: {
      created: ["https://b.example/"],
      updated: ["https://a.example/"],
      removed: ["https://old.example/"],
      unchanged: []
    },
    shows: `  ~ webhooks https://a.example/
      content_type: "form" -> "json"
      events: ["push"] -> ["issues","push"]
      secret: "2027-01-01T00:00:00.000Z" -> "after 2027-01-01T00:00:01.000Z"
  + webhooks https://b.example/
  - webhooks https://old.example/`,
    after: [
      [
        { events: ["issues", "push"], active: true },
        { url: "https://a.example/", content_type: "json", secret: "********" }
      ],
      [
        { events: ["push"], active: true },
        { url: "https://b.example/", content_type: "form", secret: "********" }
      ]
    ]
  },
  secrets: {
    ...of(
      Sync.secrets,
      {
        ...repo,
        secrets: [
          { name: "token", value: "kept", changed_at: "2027-01-01T00:00:00Z" },
          { name: "OLD", value: Redacted.make("turned"), changed_at: new Date("2026-06-01T00:00:00Z") },
          { name: "NEW", value: "set" }
        ]
      },
      { prune: true }
    ),
    state: ({ repository, secret }) =>
      Effect.all([
        Effect.map(repository("acme/web"), ({ secrets }) => secrets),
        Effect.map(secret("OLD", { repository: "acme/web" }), (value) => value && Redacted.value(value)),
        Effect.map(secret("NEW", { repository: "acme/web" }), (value) => value && Redacted.value(value))
      ]),
    synced: { created: ["NEW"], updated: ["OLD"], removed: ["OTHER"], unchanged: ["token"] },
    shows: `  ~ secrets OLD
      updated_at: "2026-01-01T00:00:00.000Z" -> "after 2026-06-01T00:00:00.000Z"
  + secrets NEW
  - secrets OTHER`,
    after: [["TOKEN", "OLD", "NEW"], "turned", "set"]
  },
  protection: {
    ...of(Sync.protection, {
      ...repo,
      protection: {
        main: {
          required_pull_request_reviews: { required_approving_review_count: 2 },
          required_signatures: true,
          allow_deletions: false
        },
        next: { required_status_checks: { strict: true, checks: [{ context: "test", app_id: -1 }] } },
        stable: null
      }
    }),
    state: (simulator) =>
      Effect.forEach(["main", "next", "stable"], (branch) =>
        Effect.map(get(simulator, `/branches/${branch}/protection`), (found) => {
          const rules = found as Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
          return [
            rules?.["required_status_checks"]?.["contexts"],
            rules?.["required_status_checks"]?.["strict"],
            rules?.["required_pull_request_reviews"]?.["required_approving_review_count"],
            rules?.["enforce_admins"]?.["enabled"],
            rules?.["required_signatures"]?.["enabled"]
          ]
        })
      ),
    synced: { created: ["next"], updated: ["main"], removed: ["stable"], unchanged: [] },
    shows: `  ~ protection main
      required_pull_request_reviews: null -> {"required_approving_review_count":2}
      required_signatures: false -> true
  + protection next
      required_status_checks: null -> {"strict":true,"checks":[{"context":"test","app_id":-1}]}
  - protection stable`,
    after: [
      [["build"], false, 2, true, true],
      [["test"], true, undefined, false, false],
      [undefined, undefined, undefined, undefined, undefined]
    ],
    // A branch without protection is not found either.
    trusts: ["Branches.getProtection", "BranchProtection.delete"]
  },
  rulesets: {
    ...of(
      Sync.rulesets,
      {
        ...repo,
        rulesets: [
          {
            name: "main",
            enforcement: "active",
            conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
            rules: [{ type: "non_fast_forward" }, { type: "deletion" }]
          },
          { name: "Tags", target: "tag", enforcement: "active", rules: [{ type: "deletion" }] },
          { name: "New", enforcement: "disabled" }
        ]
      },
      { prune: true }
    ),
    state: (simulator) =>
      Effect.map(get(simulator, "/rulesets"), (found) => pick(found, "name", "target", "enforcement")),
    synced: { created: ["New"], updated: ["main"], removed: ["Other"], unchanged: ["Tags"] },
    shows: `  ~ rulesets main
      name: "Main" -> "main"
      conditions.ref_name: null -> {"include":["~DEFAULT_BRANCH"],"exclude":[]}
  + rulesets New
      enforcement: null -> "disabled"
  - rulesets Other`,
    after: [
      { name: "Tags", target: "tag", enforcement: "active" },
      { name: "main", target: "branch", enforcement: "active" },
      { name: "New", target: "branch", enforcement: "disabled" }
    ]
  },
  files: {
    ...of(Sync.files, {
      ...repo,
      files: { contents: { "a.txt": "a", LICENSE: "MIT", "new/b.txt": "b", "gone.txt": null, "none.txt": null } }
    }),
    state: (simulator) =>
      Effect.all([
        Effect.map(simulator.repository("acme/web"), ({ pulls }) => pick(pulls, "title", "head", "base")),
        Effect.forEach(["LICENSE", "new/b.txt", "gone.txt"], (path) =>
          Effect.map(
            Effect.catchDefect(simulator.file("acme/web", path, "forgecast/files"), () => Effect.undefined),
            (bytes) => bytes && Buffer.from(bytes).toString()
          )
        )
      ]),
    synced: { created: ["new/b.txt"], updated: ["LICENSE"], removed: ["gone.txt"], unchanged: ["a.txt", "none.txt"] },
    shows: "  ~ files LICENSE\n  + files new/b.txt\n  - files gone.txt",
    after: [[{ title: "Update shared files", head: "acme:forgecast/files", base: "main" }], ["MIT", "b", undefined]],
    trusts: ["Contents.get", "Refs.get"]
  }
}

describe.each(Object.entries(cases))(
  "Sync.%s",
  (kind, { after, plan, run: sync, shows, state, synced, trusts = [] }) => {
    it.effect("shows what differs, changes that, and nothing when it runs again", () =>
      Effect.gen(function* () {
        yield* start
        const simulator = yield* ForgeSimulator.ForgeSimulator
        const planned = yield* yield* run(plan)
        assert.strictEqual(Sync.show(planned), `acme/web\n${shows}`)
        assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
        assert.deepStrictEqual(yield* yield* run(sync), synced)
        assert.deepStrictEqual(yield* state(simulator), after)
        yield* simulator.clearRequests
        const again = yield* yield* run(sync)
        if (kind === "files") {
          // The base still has the old ones.
          assert.deepStrictEqual(again, synced)
          return
        }
        assert.isEmpty([...again.created, ...again.updated, ...again.removed])
        assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
        assert.isEmpty((yield* plan).changes)
      }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
    )

    describe("under faults", () => {
      matrix({
        seed,
        program: sync,
        state,
        trusts: [
          ...trusts,
          "Collaborators.remove",
          "Teams.removeRepo",
          "Hooks.deleteForRepo",
          "Secrets.delete",
          "Rulesets.delete"
        ],
        fails: ["ServiceUnavailable", "TransportFailed", "NotFound", "UnexpectedStatus", "Conflict"]
      })
    })
  }
)

describe("Sync", () => {
  it.effect("refuses two records of one name before anything is written", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const teams = [
        { slug: "docs", permission: "pull" },
        { slug: "Docs", permission: "push" }
      ]
      const error = failureOf(yield* run(Sync.teams({ ...repo, teams })))
      assert.strictEqual(error?._tag === "InvalidInput" && error.path, "teams[1].slug")
      assert.isTrue((yield* simulator.requests).every(({ method }) => method === "GET"))
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )

  it.effect("hides secrets in plans and failures", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(
        Faults.answered({ operation: "Hooks.createForRepo", times: Infinity, status: 422, body: { message: "No" } })
      )
      const input = { ...repo, webhooks: [{ url: "https://c.example/", secret: "very secret" }] }
      assert.notInclude(JSON.stringify(yield* Sync.webhooks.plan(input)), "very secret")
      const error = failureOf(yield* run(Sync.webhooks(input)))
      assert.strictEqual(error?._tag, "ValidationFailed")
      assert.notInclude(JSON.stringify(error), "very secret")
    }).pipe(Effect.provide(ForgeSimulator.layer(seed)))
  )
})
