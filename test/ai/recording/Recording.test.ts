import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Bounds from "../../../src/ai/Bounds.ts"
import * as ForgeTools from "../../../src/ai/ForgeTools.ts"
import { workflows } from "../../../src/ai/internal/recording/code.ts"
import * as Planning from "../../../src/ai/Planning.ts"
import * as PlanTools from "../../../src/ai/PlanTools.ts"
import * as Recording from "../../../src/ai/Recording.ts"
import * as ToolCall from "../../../src/ai/ToolCall.ts"
import * as ToolSets from "../../../src/ai/ToolSets.ts"
import * as WeatherTools from "../../../src/ai/WeatherTools.ts"
import * as WorkflowTools from "../../../src/ai/WorkflowTools.ts"
import * as Hooks from "../../../src/forge/Hooks.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import * as WeatherSimulator from "../../../src/testing/WeatherSimulator.ts"
import { answer, makeClient, serviceOn } from "../../forge/support/wire.ts"
import { seed, token, tools } from "../injection/world.ts"
import { programOf, testOf } from "./evaluate.ts"

const web = { owner: "acme", repo: "web" }
const first = { ...web, issue_number: 1 }
const simulator = ForgeSimulator.layer(seed)
const all = tools.layer.pipe(Layer.provideMerge(simulator))

const everything: Bounds.Options = { reads: { in: ["acme/*"] }, writes: { in: ["acme/*"], unattended: ["*"] } }

/** Records what an agent does, within bounds if there are some. */
const recorded = <A, E, R>(agent: Effect.Effect<A, E, R>, bounds?: Bounds.Options) =>
  Effect.gen(function* () {
    const recording = yield* Recording.make
    const session = bounds === undefined ? [] : [(yield* Bounds.make(bounds)).step]
    yield* agent.pipe(Effect.ignore, Effect.provideService(ToolCall.ToolCalls, [recording.step, ...session]))
    return yield* recording.calls
  })

/** A text in lines, without its head. */
const linesOf = (text: string) =>
  text
    .slice(text.indexOf("export const"))
    .split("\n")
    .slice(1, -2)
    .map((line) => line.trim())

describe("a program", () => {
  it.effect("calls what the tools called, and expects again what has failed", () =>
    Effect.gen(function* () {
      const calls = yield* recorded(
        Effect.gen(function* () {
          yield* tools.call("issues_list", { ...web, state: "open", per_page: 2 })
          yield* tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
          yield* Effect.flip(tools.call("issues_get", { ...web, issue_number: 99 }))
          yield* tools.call("actions_download_logs_for_job", { ...web, job_id: 8 })
        })
      )
      assert.strictEqual(
        Recording.program(calls),
        `/** A recorded session. */
import * as Effect from "effect/Effect"
import { Actions, Issues, Labels } from "forgecast/forge"

export const program = Effect.gen(function* () {
  yield* Issues.list.page({ owner: "acme", repo: "web", state: "open", per_page: 2, page: 1 })
  yield* Labels.addToIssue({ owner: "acme", repo: "web", issue_number: 1, labels: ["bug"] })
  // Fails with NotFound.
  yield* Effect.flip(Issues.get({ owner: "acme", repo: "web", issue_number: 99 }))
  yield* Actions.downloadLogsForJob.bytes({ owner: "acme", repo: "web", job_id: 8 })
})
`
      )
    }).pipe(Effect.provide(all))
  )

  it.effect("says what was not sent, and why", () =>
    Effect.gen(function* () {
      const calls = yield* recorded(
        Effect.gen(function* () {
          yield* Effect.flip(tools.call("contents_get", { owner: "evil", repo: "loot", path: "README.md" }))
          yield* tools.call("issues_create_comment", { ...first, body: "Thanks" })
          yield* tools.call("issues_create_comment", { ...first, body: "Thanks" })
          yield* Effect.flip(tools.call("issues_create", { ...web, title: "" }))
        }),
        everything
      )
      assert.deepStrictEqual(linesOf(Recording.program(calls)), [
        '// contents_get was refused (reads): { owner: "evil", repo: "loot", path: "README.md" }',
        'yield* Issues.createComment({ owner: "acme", repo: "web", issue_number: 1, body: "Thanks" })',
        "// issues_create_comment was repeated, and nothing was sent",
        '// issues_create had an invalid input: { owner: "acme", repo: "web" }'
      ])
    }).pipe(Effect.provide(all))
  )

  it.effect("does not expect an outage again", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      yield* faults.add(Faults.requestLost({ operation: "Issues.createComment" }))
      const calls = yield* recorded(tools.call("issues_create_comment", { ...first, body: "Thanks" }))
      assert.include(
        Recording.program(calls),
        'Effect.void\n// issues_create_comment has failed with TransportFailed: yield* Issues.createComment({ owner: "acme"'
      )
    }).pipe(Effect.provide(all))
  )

  it.effect("has a call without an answer as a comment", () =>
    Effect.gen(function* () {
      const recording = yield* Recording.make
      const step: ToolCall.ToolStep = { around: () => Effect.never }
      const hanging = yield* tools
        .call("issues_get", first)
        .pipe(Effect.provideService(ToolCall.ToolCalls, [recording.step, step]), Effect.forkChild)
      yield* TestClock.adjust("1 second")
      const text = '// issues_get has no answer: { owner: "acme", repo: "web", issue_number: 1 }'
      assert.include(Recording.program(yield* recording.calls), text)
      yield* Fiber.interrupt(hanging)
      assert.include(Recording.program(yield* recording.calls), text)
    }).pipe(Effect.provide(all))
  )

  it.effect("has no secrets: neither those that were sent nor what looks like one", () =>
    Effect.gen(function* () {
      const calls = yield* recorded(
        Effect.gen(function* () {
          // Known to be one only once it was sent.
          yield* tools.call("issues_create_comment", { ...first, body: "correct horse" })
          const config = { url: "https://example.com", secret: "correct horse", content_type: "json" } as const
          yield* tools.call("hooks_create_for_repo", { ...web, config })
          yield* tools.call("issues_create_comment", { ...first, body: `It is ${token}` })
        })
      )
      const program = Recording.program(calls)
      assert.strictEqual(calls.length, 3)
      assert.notInclude(program + Recording.test(calls, {}), "correct horse")
      assert.notInclude(program, token)
      assert.include(program, 'secret: "<redacted>"')
      assert.include(program, 'body: "It is <redacted>"')
    }).pipe(Effect.provide(all))
  )

  it.effect("does not know an answer by what is a secret", () =>
    Effect.gen(function* () {
      const calls = yield* recorded(
        Effect.gen(function* () {
          yield* tools.call("issues_get", first)
          yield* tools.call("hooks_create_for_repo", { ...web, config: { url: "https://example.com", secret: "open" } })
        })
      )
      assert.include(Recording.test(calls, {}), "assert.containSubset(answer1, { number: 1 })")
    }).pipe(Effect.provide(all))
  )

  it.effect("shows only the path of what was refused, as its secrets are not known", () =>
    Effect.gen(function* () {
      const config = { url: "https://example.com", secret: "correct horse" }
      const calls = yield* recorded(tools.call("hooks_create_for_repo", { ...web, config }), {
        reads: { in: ["acme/*"] }
      })
      assert.include(
        Recording.program(calls),
        '// hooks_create_for_repo was refused (writes): { owner: "acme", repo: "web" }\n'
      )
    }).pipe(Effect.provide(all))
  )

  it.effect("reads on by the cursors that pages have stated", () =>
    Effect.gen(function* () {
      const kit = ForgeTools.toolkit({ operations: { Hooks: { listDeliveriesForRepo: Hooks.listDeliveriesForRepo } } })
      const link = '<https://api.github.com/repos/acme/web/hooks/1/deliveries?cursor=v1_2>; rel="next"'
      const client = () => makeClient((_, index) => answer(200, [], index === 0 ? { link } : {}))
      const read = (page: number) => kit.call("hooks_list_deliveries_for_repo", { ...web, hook_id: 1, page })
      const one = client()
      const calls = yield* recorded(Effect.all([read(1), read(2)])).pipe(
        Effect.provide(kit.layer.pipe(Layer.provide(serviceOn(one.client))))
      )
      const program = Recording.program(calls)
      assert.include(program, `page: Page.Cursor.make("https://api.github.com/repos/acme/web/hooks/1/deliveries?`)
      const other = client()
      yield* Effect.provide(programOf(program), Layer.mergeAll(serviceOn(other.client), WeatherSimulator.layer()))
      const queries = one.sent.map(({ query }) => query)
      assert.deepStrictEqual(
        other.sent.map(({ query }) => query),
        queries
      )
      assert.strictEqual(queries[1]?.["cursor"], "v1_2")
    })
  )
})

describe("workflows", () => {
  const kit = WorkflowTools.toolkit({
    workflows: {
      propose_pull_request: WorkflowTools.proposePullRequest,
      merge_when_green: WorkflowTools.mergeWhenGreen,
      count_issues: WorkflowTools.make({
        name: "Own.count",
        about: "Counts the open issues.",
        fields: { owner: Schema.String, repo: Schema.String },
        docs: {},
        writes: false,
        destroys: false,
        run: (input) => Effect.map(Issues.list.page(input), ({ items }) => ({ open: items.length }))
      })
    }
  })
  const layer = kit.layer.pipe(Layer.provideMerge(simulator))
  const proposal = { ...web, branch: "bot/a", title: "A", message: "A", files: [{ path: "a.txt", content: "a" }] }

  it("are those that are tools", () => {
    const made = Object.entries(WorkflowTools).flatMap(([name, one]): ReadonlyArray<readonly [string, string]> =>
      typeof one === "object" ? [[one.name, name]] : []
    )
    assert.deepStrictEqual(workflows, Object.fromEntries(made))
  })

  it.effect("are run as the tools have run them", () =>
    Effect.gen(function* () {
      const calls = yield* recorded(
        Effect.all([kit.call("propose_pull_request", proposal), kit.call("count_issues", web)])
      )
      const text = Recording.program(calls)
      assert.include(text, 'import { WorkflowTools } from "forgecast/ai"')
      assert.include(text, "yield* WorkflowTools.proposePullRequest.run({")
      assert.include(text, "// count_issues called Own.count, which this program does not have:")
      const own = Recording.program(calls, { modules: { Own: "./Own.ts" } })
      assert.include(own, 'import { Own } from "./Own.ts"')
      assert.include(own, 'yield* Own.count.run({ owner: "acme", repo: "web" })')
    }).pipe(Effect.provide(layer))
  )

  it.effect("wait in a test, by its clock", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(
        recorded(kit.call("merge_when_green", { ...web, pull_number: 4, minutes: 2, required: ["never"] }))
      )
      yield* TestClock.adjust("1 hour")
      const text = Recording.test(yield* Fiber.join(waiting), { seed })
      assert.include(text, 'assert.strictEqual(answer1._tag, "ChecksTimedOut")')
      yield* testOf(text).run()
    }).pipe(Effect.provide(layer))
  )
})

describe("a plan", () => {
  it.effect("is not sent, and is in the program once it is carried out", () =>
    Effect.gen(function* () {
      const recording = yield* Recording.make
      const session = yield* Bounds.make({ ...everything, mode: "plan" })
      const plans = PlanTools.toolkit({ session, ask: () => Effect.succeed(true) })
      yield* Effect.gen(function* () {
        yield* tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
        yield* plans.call("plan_apply", {})
      }).pipe(Effect.provide(plans.layer), Effect.provideService(ToolCall.ToolCalls, [recording.step, session.step]))
      const call = 'yield* Labels.addToIssue({ owner: "acme", repo: "web", issue_number: 1, labels: ["bug"] })'
      assert.deepStrictEqual(linesOf(Recording.program(yield* recording.calls)), [
        `// labels_add_to_issue was planned: ${call}`,
        call
      ])
    }).pipe(Effect.provide(all))
  )

  it.effect("is in the program once the program itself has carried it out", () =>
    Effect.gen(function* () {
      const recording = yield* Recording.make
      const session = yield* Bounds.make({ ...everything, mode: "plan" })
      yield* tools
        .call("labels_add_to_issue", { ...first, labels: ["bug"] })
        .pipe(Effect.provideService(ToolCall.ToolCalls, [recording.step, session.step]))
      const approved = yield* Planning.approve(yield* session.plan, () => Effect.succeed(true))
      yield* Planning.apply(session, approved)
      yield* recording.applied(approved.plan.calls)
      assert.strictEqual(linesOf(Recording.program(yield* recording.calls)).length, 2)
    }).pipe(Effect.provide(all))
  )

  it.effect("is none of a program if it is declined", () =>
    Effect.gen(function* () {
      const recording = yield* Recording.make
      const session = yield* Bounds.make({ ...everything, mode: "plan" })
      const ask: Planning.Ask = () => Effect.succeed(false)
      const plans = PlanTools.toolkit({ session, ask })
      yield* Effect.gen(function* () {
        yield* tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
        yield* Effect.flip(plans.call("plan_apply", {}))
      }).pipe(Effect.provide(plans.layer), Effect.provideService(ToolCall.ToolCalls, [recording.step, session.step]))
      assert.include(Recording.program(yield* recording.calls), "Effect.void\n// labels_add_to_issue was planned")
    }).pipe(Effect.provide(all))
  )
})

describe("a test", () => {
  const session = recorded(
    Effect.gen(function* () {
      yield* tools.call("issues_list", web)
      yield* tools.call("issues_get", first)
      yield* tools.call("actions_download_logs_for_job", { ...web, job_id: 8 })
      yield* tools.call("labels_add_to_issue", { ...first, labels: ["bug"] })
      yield* Effect.flip(tools.call("issues_get", { ...web, issue_number: 99 }))
    })
  ).pipe(Effect.provide(all))

  it.effect("passes on the same seed, and fails on another one", () =>
    Effect.gen(function* () {
      const calls = yield* session
      const { run, title } = testOf(Recording.test(calls, { seed, title: "Triage `of` */ #1" }))
      assert.strictEqual(title, "Triage `of` */ #1")
      yield* run()
      const [repository, ...others] = seed.repositories ?? []
      const closed = {
        ...seed,
        repositories: [
          { ...repository, issues: repository?.issues?.map((issue) => ({ ...issue, state: "closed" })) },
          ...others
        ]
      }
      const failed = yield* Effect.exit(testOf(Recording.test(calls, { seed: closed })).run())
      assert.isTrue(failed._tag === "Failure")
    })
  )

  it.effect("asserts counts, numbers and states", () =>
    Effect.gen(function* () {
      const text = Recording.test(yield* session, { seed: { users: ["acme"] } })
      const asserted = text.split("\n").filter((line) => line.includes("assert."))
      assert.deepStrictEqual(
        asserted.map((line) => line.trim().replace(/\d{2,}/, "N")),
        [
          'assert.propertyVal(answer1.items, "length", 4)',
          'assert.containSubset(answer2, { number: 1, state: "open" })',
          'assert.propertyVal(new TextDecoder().decode(answer3), "length", N)',
          'assert.propertyVal(answer4, "length", 1)',
          'assert.strictEqual(answer5._tag, "NotFound")'
        ]
      )
      assert.include(text, 'Effect.provide(ForgeSimulator.layer({ users: ["acme"] }))')
    })
  )

  it.effect("of the weather runs against its simulator", () => {
    const kit = WeatherTools.toolkit({ operations: ToolSets.weather })
    return Effect.gen(function* () {
      const place = { latitude: 60.39, longitude: 5.32 }
      const calls = yield* recorded(
        Effect.gen(function* () {
          yield* kit.call("forecast_get", { ...place, timezone: "Europe/Oslo", daily: ["rain_sum"], forecast_days: 2 })
          yield* kit.call("elevation_get", place)
          yield* Effect.flip(kit.call("forecast_get", { ...place, hourly: ["rainn"] as never }))
        })
      )
      const text = Recording.test(calls, {})
      assert.include(text, 'assert.containSubset(answer1, { timezone: "Europe/Oslo" })')
      assert.include(text, "// forecast_get had an invalid input")
      assert.include(text, "Effect.provide(WeatherSimulator.layer())")
      yield* testOf(text).run()
    }).pipe(Effect.provide(kit.layer.pipe(Layer.provideMerge(WeatherSimulator.layer()))))
  })
})

it.effect("a session without calls is a program that does nothing", () =>
  Effect.gen(function* () {
    const { calls } = yield* Recording.make
    yield* programOf(Recording.program(yield* calls))
    yield* testOf(Recording.test(yield* calls, { seed })).run()
  }).pipe(Effect.provide(Layer.mergeAll(simulator, WeatherSimulator.layer())))
)
