/** The rules that hold for each function of `forgecast/workflow`: its span, its metrics, its failure, and how it waits. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Tracer from "effect/Tracer"
import type { Forge } from "../../src/forge/Forge.ts"
import { GraphQL, Issues, Labels } from "../../src/forge/index.ts"
import { InvalidInput } from "../../src/rest/RestError.ts"
import type { RepositorySeed, Seed } from "../../src/testing/ForgeSeed.ts"
import { Faults, ForgeSimulator } from "../../src/testing/index.ts"
import * as Workflow from "../../src/workflow/index.ts"
import {
  Await,
  Bulk,
  Changelog,
  Codeowners,
  Commit,
  Contributors,
  Edit,
  Export,
  Lock,
  Merge,
  MergeQueue,
  Plan,
  Poll,
  Propose,
  Prune,
  Publish,
  Release,
  Report,
  Stale,
  Sync,
  Triage,
  Upsert
} from "../../src/workflow/index.ts"
import { start } from "./support/matrix.ts"
import { run } from "./support/run.ts"

const { ForgeSimulator: Simulator } = ForgeSimulator
const repo = { owner: "acme", repo: "web" }
const issue = { ...repo, issue_number: 1 }
const pull = { ...repo, pull_number: 2 }

const seedOf = (more: Partial<RepositorySeed> = {}): Seed => ({
  tokens: { "boss-token": "boss" },
  users: ["ann"],
  organizations: [{ login: "acme", members: { boss: "admin" }, teams: [{ slug: "core", name: "core" }] }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      files: { CODEOWNERS: "* @ann\n", "README.md": "# Web\n", "a.txt": "a" },
      commits: [{ message: "feat: add b", files: { "b.txt": "b" } }],
      tags: { "v1.0.0": "main~1" },
      labels: ["bug"],
      issues: [{ title: "One" }],
      pulls: [{ title: "Feature", head: "feature", files: { "c.txt": "c" } }],
      ...more
    }
  ]
})

/** An App, which may report checks. */
const app: Seed = {
  repositories: [{ owner: "acme", name: "web", files: { "a.txt": "a" } }],
  apps: [{ slug: "builder", id: 7, public_key: "none", installations: [{ account: "acme", id: 70 }] }],
  tokens: { token: { login: "builder[bot]", installation: 70, permissions: { checks: "write" } } }
}

type Services = Forge | ForgeSimulator.ForgeSimulator
type Waits = Schedule.Schedule<unknown>
/** A durable workflow stores failures, with nothing but their schema. */
type Failure = Schema.ConstraintCodec<unknown, unknown>

interface Row {
  /** What it can fail with; null where the caller's own program alone says that. */
  readonly failure: Failure | null
  readonly program: (schedule: Waits) => Effect.Effect<unknown, unknown, Services>
  readonly seed?: Seed
  /** What comes before it, and is not looked at. */
  readonly before?: Effect.Effect<unknown, unknown, Services>
  /** What its span says beside what it has used. */
  readonly says: Readonly<Record<string, unknown>>
  /** Whether it waits, and so by its schedule. */
  readonly waits: boolean
}

type More = Partial<Omit<Row, "failure" | "program">>

const on = { "forgecast.repository": "acme/web" }
const about = (number: number) => ({ ...on, "forgecast.number": number })

/** The compiler checks that the failure is that of the program, whole. */
const row = <S extends Failure>(
  failure: S,
  program: (schedule: Waits) => Effect.Effect<unknown, S["Type"], Services>,
  more: More = {}
): Row => ({ failure, program, says: on, waits: false, ...more })

/** Of a function that fails as what it is given fails. */
const open = (program: Row["program"], more: More = {}): Row => ({
  failure: null,
  program,
  says: on,
  waits: false,
  ...more
})

/** It does not come to an end, and gives up with its schedule. */
const outcome = (tag: string, more: More = {}): More => ({
  waits: true,
  ...more,
  says: { ...(more.says ?? on), "forgecast.outcome": tag }
})

/** The branch moves while a request of this operation is under way. */
const moving = (operation: string, files: Readonly<Record<string, string>>, branch = "main") =>
  Effect.gen(function* () {
    const simulator = yield* Simulator
    yield* simulator.faults.add(Faults.delayed({ operation, by: "10 seconds" }))
    yield* Effect.forkDetach(Effect.delay(simulator.push("acme/web", files, { branch }), "5 seconds"))
  })

const branchOf = (name: string) =>
  Effect.flatMap(Simulator, ({ repository }) =>
    Effect.map(repository("acme/web"), ({ branches }) => branches[name] ?? "")
  )

const pending = seedOf({ checks: [{ name: "build", ref: "feature", status: "in_progress" }] })
const workflows = seedOf({ workflows: [{ file: "deploy.yml" }] })
const autoMerge = seedOf({
  settings: { allow_auto_merge: true },
  protection: { main: { required_checks: ["ci"] } }
})
const merged = Effect.flatMap(Simulator, ({ merge }) => merge("acme/web", 2, { method: "squash" }))

const awaits: Readonly<Record<string, Row>> = {
  "Await.checks": row(
    Await.ChecksFailure,
    (schedule) => Await.checks({ ...repo, ref: "feature" }, { schedule }),
    outcome("ChecksTimedOut", { seed: pending })
  ),
  "Await.checkStates": row(
    Await.ChecksFailure,
    (schedule) => Stream.runDrain(Await.checkStates({ ...repo, ref: "feature" }, { schedule })),
    outcome("ChecksTimedOut", { seed: pending })
  ),
  "Await.comment": row(
    Await.CommentFailure,
    (schedule) => Await.comment(issue, { command: "/deploy", schedule }),
    outcome("AwaitTimedOut", { says: about(1) })
  ),
  "Await.deployment": row(
    Await.DeploymentFailure,
    (schedule) => Await.deployment({ ...repo, environment: "staging", sha: "0".repeat(40) }, { schedule }),
    outcome("AwaitTimedOut")
  ),
  "Await.review": row(
    Await.ReviewFailure,
    (schedule) => Await.review(pull, { schedule }),
    outcome("AwaitTimedOut", { says: about(2) })
  ),
  "Await.run": row(
    Await.RunFailure,
    (schedule) => Await.run({ ...repo, workflow_id: "deploy.yml", ref: "main" }, { schedule }),
    outcome("AwaitTimedOut", { seed: workflows })
  ),
  "Await.runEvents": row(
    Await.RunFailure,
    (schedule) => Stream.runDrain(Await.runEvents({ ...repo, workflow_id: "deploy.yml", ref: "main" }, { schedule })),
    outcome("AwaitTimedOut", { seed: workflows })
  ),
  "Merge.whenGreen": row(
    Merge.Failure,
    (schedule) => Merge.whenGreen(pull, { schedule }),
    outcome("ChecksTimedOut", { seed: pending, says: about(2) })
  ),
  "Merge.enqueue": row(
    Merge.EnqueueFailure,
    (schedule) => Merge.enqueue(pull, { until: "merged", schedule }),
    outcome("AwaitTimedOut", { seed: autoMerge, says: about(2) })
  ),
  "Merge.queue": row(
    MergeQueue.Failure,
    (schedule) => Merge.queue({ ...repo, base: "main" }, { required: ["test"], schedule }),
    {
      waits: true,
      seed: seedOf({ pulls: [{ title: "Feature", head: "feature", files: { "c.txt": "c" }, labels: ["merge-queue"] }] })
    }
  ),
  "Poll.changes": open((schedule) => Stream.runDrain(Poll.changes(Issues.get, issue, schedule)), {
    waits: true,
    says: { ...about(1), "forgecast.operation": "Issues.get" }
  })
}

const pick = (schedule: Waits, f: typeof Commit.cherryPick) =>
  Effect.flatMap(branchOf("feature"), (sha) =>
    f({ ...repo, branch: f === Commit.revert ? "feature" : "main", commits: [sha] }, { schedule })
  )
const proposal = { ...repo, branch: "bot", message: "Add", title: "Add", files: { "n.txt": "n" } }

const commits: Readonly<Record<string, Row>> = {
  "Commit.files": row(
    Commit.Failure,
    (schedule) => Commit.files({ ...repo, branch: "main", message: "Add", files: { "n.txt": "n" } }, { schedule }),
    { waits: true, before: moving("Git.createCommit", { "m.txt": "m" }) }
  ),
  "Commit.cherryPick": row(Commit.PickFailure, (schedule) => pick(schedule, Commit.cherryPick), {
    waits: true,
    before: moving("Git.createCommit", { "m.txt": "m" })
  }),
  "Commit.revert": row(Commit.PickFailure, (schedule) => pick(schedule, Commit.revert), {
    waits: true,
    before: moving("Git.createCommit", { "m.txt": "m" }, "feature")
  }),
  "Edit.file": row(
    Edit.Failure,
    (schedule) => Edit.file({ ...repo, path: "a.txt", message: "Edit" }, () => "b", { schedule }),
    { waits: true, before: moving("Contents.get", { "a.txt": "other" }) }
  ),
  "Propose.pullRequest": row(Propose.Failure, (schedule) => Propose.pullRequest(proposal, { schedule }), {
    waits: true,
    says: about(3),
    before: Effect.andThen(Propose.pullRequest(proposal), moving("Git.createCommit", { "n.txt": "m" }, "bot"))
  }),
  "Propose.backport": row(
    Propose.Failure,
    (schedule) => Propose.backport({ ...pull, bases: ["stable"] }, { schedule }),
    {
      waits: true,
      says: about(2),
      seed: seedOf({ branches: { stable: {} } }),
      before: Effect.gen(function* () {
        yield* merged
        const backport = { ref: "refs/heads/backport/2/stable", sha: yield* branchOf("stable") }
        yield* (yield* Simulator).as("boss", "POST /repos/acme/web/git/refs", backport)
        yield* moving("Git.createCommit", { "m.txt": "m" }, "backport/2/stable")
      })
    }
  ),
  "Contributors.commit": row(Contributors.Failure, (schedule) => Contributors.commit(repo, { schedule }), {
    waits: true,
    before: moving("Contents.get", { "README.md": "# Other\n" })
  }),
  "Contributors.propose": row(Contributors.ProposeFailure, (schedule) => Contributors.propose(repo, { schedule }), {
    waits: true,
    says: about(3),
    before: Effect.gen(function* () {
      const ref = "refs/heads/forgecast/contributors"
      yield* (yield* Simulator).as("boss", "POST /repos/acme/web/git/refs", { ref, sha: yield* branchOf("main") })
      yield* moving("Git.createCommit", { "m.txt": "m" }, "forgecast/contributors")
    })
  }),
  "Release.propose": row(Release.ProposeFailure, (schedule) => Release.propose(repo, { schedule }), {
    waits: true,
    says: about(3),
    before: Effect.gen(function* () {
      const ref = "refs/heads/release/main"
      yield* (yield* Simulator).as("boss", "POST /repos/acme/web/git/refs", { ref, sha: yield* branchOf("main") })
      yield* moving("Git.createCommit", { "m.txt": "m" }, "release/main")
    })
  })
}

const config = { settings: { has_wiki: false }, topics: ["weather"] }

/** The three ways of a sync. */
const sync = <S extends Failure, Input, Options, A, P>(
  name: string,
  failure: S,
  of: Sync.Sync<Input, Options, A, P, S["Type"]>,
  input: Input,
  says: Row["says"] = on
): Readonly<Record<string, Row>> => ({
  [name]: row(failure, () => of(input), { says }),
  [`${name}.plan`]: row(failure, () => of.plan(input), { says }),
  [`${name}.drift`]: row(
    failure,
    // The cast is safe: it has the options of the sync, none of which it needs, and a schedule.
    (schedule) => Stream.runDrain(of.drift(input, { schedule } as Options & Sync.Looking)),
    { says, waits: true }
  )
})

const org = { "forgecast.organization": "acme" }
const secrets = [{ name: "A", value: Redacted.make("hidden") }]
const rulesets = [{ name: "R", enforcement: "active", rules: [{ type: "deletion" }] }] as const

const syncs: Readonly<Record<string, Row>> = {
  ...sync("Sync.labels", Sync.Failure, Sync.labels, { ...repo, labels: [{ name: "new" }] }),
  ...sync("Sync.settings", Sync.Failure, Sync.settings, { ...repo, settings: config.settings }),
  ...sync("Sync.topics", Sync.Failure, Sync.topics, { ...repo, topics: config.topics }),
  ...sync("Sync.collaborators", Sync.Failure, Sync.collaborators, {
    ...repo,
    collaborators: [{ login: "ann", permission: "push" }]
  }),
  ...sync("Sync.teams", Sync.Failure, Sync.teams, { ...repo, teams: [{ slug: "core", permission: "push" }] }),
  ...sync("Sync.webhooks", Sync.Failure, Sync.webhooks, { ...repo, webhooks: [{ url: "https://a.example" }] }),
  ...sync("Sync.secrets", Sync.SecretsFailure, Sync.secrets, { ...repo, secrets }),
  ...sync("Sync.protection", Sync.Failure, Sync.protection, {
    ...repo,
    protection: { main: { enforce_admins: true } }
  }),
  ...sync("Sync.rulesets", Sync.Failure, Sync.rulesets, { ...repo, rulesets }),
  ...sync("Sync.files", Sync.WholeFailure, Sync.files, { ...repo, files: { contents: { "n.txt": "n" } } }),
  ...sync("Sync.repository", Sync.WholeFailure, Sync.repository, { ...repo, config }),
  ...sync(
    "Sync.organization",
    Sync.WholeFailure,
    Sync.organization,
    { org: "acme", config: { defaults: config } },
    org
  ),
  ...sync("Sync.organizationRulesets", Sync.Failure, Sync.organizationRulesets, { org: "acme", rulesets }, org),
  ...sync(
    "Sync.organizationSecrets",
    Sync.SecretsFailure,
    Sync.organizationSecrets,
    { org: "acme", secrets: [{ name: "A", value: Redacted.make("hidden"), visibility: "all" }] },
    org
  )
}

const asked: Plan.Plan<never> = { writes: [], reads: [], end: { _tag: "Completed" } }
let made: Plan.Plan<Upsert.Failure> = asked
const comment = Upsert.comment({ ...issue, body: "Hello" }, { key: "hello" })
const reported = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.flatMap(branchOf("main"), (head_sha) => Report.check(program, { ...repo, head_sha, name: "lint" }))

const others: Readonly<Record<string, Row>> = {
  "Bulk.forEach": row(Bulk.Failure, () => Bulk.forEach([1], () => Issues.get(issue)), {
    says: { "forgecast.items": 1 }
  }),
  "Bulk.start": row(
    Bulk.Failure,
    () =>
      Effect.scoped(
        Effect.flatMap(
          Bulk.start([1], () => Issues.get(issue)),
          ({ outcome }) => outcome
        )
      ),
    { says: { "forgecast.items": 1 } }
  ),
  "Changelog.between": row(Changelog.Failure, () => Changelog.between({ ...repo, from: null })),
  "Changelog.releases": row(Changelog.Failure, () => Changelog.releases(repo)),
  "Codeowners.read": row(Codeowners.Failure, () => Codeowners.read(repo)),
  "Codeowners.resolve": row(Codeowners.Failure, () => Codeowners.resolve({ ...repo, paths: ["a.txt"] })),
  "Codeowners.resolvePullRequest": row(Codeowners.PullRequestFailure, () => Codeowners.resolvePullRequest(pull), {
    says: about(2)
  }),
  "Contributors.list": row(Contributors.Failure, () => Stream.runDrain(Contributors.list(repo))),
  "Export.ndjson": open(() => Effect.flatMap(Export.memory, (store) => Export.ndjson(Labels.list, repo, store))),
  "Lock.closed": row(Lock.Failure, () => Lock.closed(repo)),
  "Plan.dryRun": open(() => Plan.dryRun(Issues.get(issue)), { says: {} }),
  "Plan.apply": row(Plan.ApplyFailure, () => Plan.apply(made), {
    says: {},
    before: Effect.map(Plan.dryRun(comment), (plan) => {
      made = plan
    })
  }),
  "Prune.branches": row(Prune.Failure, () => Prune.branches(repo)),
  "Prune.restore": row(Prune.Failure, () =>
    Effect.flatMap(branchOf("main"), (sha) => Prune.restore({ ...repo, branches: [{ name: "old", sha }] }))
  ),
  "Publish.release": row(Publish.Failure, () => Publish.release({ ...repo, tag_name: "v2", assets: [] })),
  "Release.draft": row(Release.Failure, () => Release.draft(repo)),
  "Release.next": row(Release.Failure, () => Release.next(repo)),
  "Release.publish": row(Release.PublishFailure, () => Release.publish(repo)),
  "Release.publishMerged": row(Release.PublishFailure, () => Release.publishMerged(repo), {
    says: about(3),
    before: Effect.andThen(
      Release.propose(repo),
      Effect.flatMap(Simulator, ({ merge }) => merge("acme/web", 3, { method: "squash" }))
    )
  }),
  "Report.check": row(Report.Failure, () => reported(Effect.void), {
    seed: app,
    says: { ...on, "forgecast.check": "lint" }
  }),
  "Report.plan": row(Report.PlanFailure, () => Report.plan(asked, issue), { says: about(1) }),
  "Stale.issues": row(Stale.Failure, () => Stale.issues(repo)),
  "Stale.pullRequests": row(Stale.Failure, () => Stale.pullRequests(repo)),
  "Triage.duplicates": row(Triage.Failure, () => Triage.duplicates(issue), { says: about(1) }),
  "Triage.label": row(Triage.Failure, () => Triage.label(issue, [{ label: "bug", title: ["One"] }]), {
    says: about(1)
  }),
  "Upsert.comment": row(Upsert.Failure, () => comment, { says: about(1) }),
  "Upsert.issue": row(Upsert.Failure, () => Upsert.issue({ ...repo, title: "Two" }, { key: "two" }), { says: about(3) })
}

const rows: Readonly<Record<string, Row>> = { ...awaits, ...commits, ...syncs, ...others }

/** Functions that ask the service for nothing, by what they do instead. */
const silent = {
  texts: ["Changelog.markdown", "Contributors.markdown", "Plan.markdown", "Plan.nameOf", "Plan.table", "Sync.show"],
  values: ["Codeowners.ownersIn", "Codeowners.parse", "Plan.cost", "Plan.schema", "Triage.formFields"],
  stores: ["Export.file", "Export.memory"],
  /** What is around a program is not the program. `forgecast_budget_quota_total` counts by the names of budgets. */
  policies: ["Await.deliveries", "Budget.make", "Budget.share"]
}

const modules: Readonly<Record<string, Readonly<Record<string, unknown>>>> = Workflow
const exported = Object.entries(modules).flatMap(([module, members]) =>
  Object.entries(members).flatMap(([name, value]) => {
    if (Schema.isSchema(value)) return []
    const ways = typeof value === "function" ? ["plan", "drift"].filter((way) => way in value) : []
    return [`${module}.${name}`, ...ways.map((way) => `${module}.${name}.${way}`)]
  })
)

/** The simulator loads its GraphQL with the first request. That takes a while, and no time of the test's clock. */
beforeAll(() =>
  GraphQL.request("{ viewer { login } }", {}).pipe(Effect.provide(ForgeSimulator.layer(seedOf())), Effect.runPromise)
)

const counts = (name: string) =>
  Effect.map(Metric.snapshot, (all) =>
    Object.fromEntries(
      all.flatMap(({ attributes = {}, id, state }) =>
        id === name && "count" in state ? [[Object.values(attributes).join(" "), Number(state.count)]] : []
      )
    )
  )

/** Runs a program, and returns its outermost spans with what was sent and counted. */
const traced = (program: Effect.Effect<unknown, unknown, Services>) =>
  Effect.gen(function* () {
    const spans: Array<Tracer.NativeSpan> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const simulator = yield* Simulator
    yield* simulator.clearRequests
    const exit = yield* run(Effect.provideService(program, Tracer.Tracer, tracer))
    return {
      exit,
      outermost: spans
        .filter(({ parent }) => Option.isNone(parent))
        .map(({ attributes, name }) => [name, Object.fromEntries(attributes)] as const),
      sent: (yield* simulator.requests).length,
      workflows: yield* counts("forgecast_workflows_total"),
      requests: yield* counts("forgecast_workflow_requests_total"),
      quota: yield* counts("forgecast_workflow_quota_total")
    }
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

describe("functions of forgecast/workflow", () => {
  it("have a row here, each of them", () => {
    assert.deepStrictEqual([...Object.keys(rows), ...Object.values(silent).flat()].toSorted(), exported.toSorted())
  })

  const failures = Object.entries(rows).flatMap(([name, { failure }]) =>
    failure === null ? [] : [[name, failure] as const]
  )
  it.effect.each(failures)("%s exports its failure as a schema for durable workflows", ([, failure]) =>
    Effect.gen(function* () {
      assert.isTrue(Object.values(modules).some((members) => Object.values(members).includes(failure)))
      const codec = Schema.toCodecJson(failure)
      const error = new InvalidInput({ operation: "a", message: "b", path: "c", reason: "d" })
      const stored = yield* Schema.encodeUnknownEffect(codec)(error)
      assert.deepStrictEqual(yield* Schema.decodeUnknownEffect(codec)(JSON.parse(JSON.stringify(stored))), error)
    })
  )

  it.effect.each(Object.entries(rows))("%s is one span, and waits by its schedule", ([name, row]) =>
    Effect.gen(function* () {
      yield* start
      let steps = 0
      const schedule = Schedule.spaced("20 seconds").pipe(
        Schedule.upTo({ times: 2 }),
        Schedule.tap(() => Effect.sync(() => steps++))
      )
      if (row.before !== undefined) {
        const before = yield* run(row.before)
        assert.isTrue(Exit.isSuccess(before), String(before))
      }
      const { exit, outermost, quota, requests, sent, workflows } = yield* traced(row.program(schedule))
      const said = row.says["forgecast.outcome"]
      const outcome = typeof said === "string" ? said : "success"
      assert.strictEqual(outcome === "success", Exit.isSuccess(exit), String(exit))
      const spent = Object.values(quota)[0] ?? 0
      assert.deepStrictEqual(outermost, [
        [name, { "forgecast.outcome": outcome, "forgecast.requests": sent, "forgecast.quota": spent, ...row.says }]
      ])
      assert.isAbove(sent, 0)
      assert.isAtLeast(spent, 1)
      assert.isAtMost(spent, sent)
      assert.deepStrictEqual(requests, { [name]: sent })
      assert.strictEqual(workflows[`${name} ${outcome}`], 1)
      assert.strictEqual(steps > 0, row.waits, `${steps} steps of its schedule`)
    }).pipe(Effect.provide(Layer.fresh(ForgeSimulator.layer(row.seed ?? seedOf()))))
  )
})
