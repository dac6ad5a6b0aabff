/** Failures name the line of the program that has made the call. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Deferred from "effect/Deferred"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Workflow from "effect/workflow/Workflow"
import * as WorkflowEngine from "effect/workflow/WorkflowEngine"
import { GraphQL, Issues, Labels, Releases, SearchByDate } from "../src/forge/index.ts"
import * as Forge from "../src/forge/Forge.ts"
import * as Routes from "../src/forge/Routes.ts"
import * as CallSite from "../src/rest/CallSite.ts"
import * as Transport from "../src/rest/Transport.ts"
import * as Write from "../src/rest/Write.ts"
import { ForgeSimulator, WeatherSimulator } from "../src/testing/index.ts"
import { Archive, Elevation, Forecast, Geocoding } from "../src/weather/index.ts"
import * as Durable from "../src/workflow/Durable.ts"
import { Await, Bulk, Edit, Merge, Poll, Propose, Report, Sync, Upsert } from "../src/workflow/index.ts"

const repo = { owner: "acme", repo: "nowhere" }
const issue = { ...repo, issue_number: 1 }
const berlin = { latitude: 52.5, longitude: 13.4 }
const tooFar = { ...berlin, hourly: ["temperature_2m"], forecast_days: 99 } as const
const services = Layer.merge(ForgeSimulator.layer({ repositories: [] }), WeatherSimulator.layer())

/** The frames of a stack that are of this file or of the sources, as `file:line`. */
const framesIn = (stack: string): ReadonlyArray<string> =>
  stack.split("\n").flatMap((line) => /([\w.]+\.ts:\d+):\d+\)?$/.exec(line)?.[1] ?? [])

/** The line that calls this function. */
const here = () => framesIn(new Error().stack ?? "")[1]

type InWorkflow = WorkflowEngine.WorkflowEngine | WorkflowEngine.WorkflowInstance

type Program = Effect.Effect<unknown, unknown, Layer.Success<typeof services>>

const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) => Stream.runCollect(stream)

/** Programs that fail. Each is on the line that its failure must name. */
// oxfmt-ignore
const programs: Readonly<Record<string, () => readonly [line: string | undefined, Program]>> = {
  operation: () => [here(), Issues.get(issue)],
  withReply: () => [here(), Issues.get.withReply(issue)],
  ifChanged: () => [here(), Issues.get.ifChanged(issue, { etag: "\"1\"" })],
  "another schema": () => [here(), Issues.get.as(Schema.Unknown)(issue)],
  "a write": () => [here(), Labels.create({ ...repo, name: "bug" })],
  "a refused input": () => [here(), Issues.get({ ...issue, owner: "" })],
  listing: () => [here(), collect(Issues.list(repo))],
  pages: () => [here(), collect(Issues.list.pages(repo))],
  "one page": () => [here(), Issues.list.page(repo)],
  "search by date": () => [here(), collect(SearchByDate.issues({ q: "created:>2020-01-01", from: new Date(0) }))],
  download: () => [here(), collect(Releases.downloadAsset({ ...repo, asset_id: 1 }))],
  "bytes of a download": () => [here(), Releases.downloadAsset.bytes({ ...repo, asset_id: 1 })],
  upload: () => [here(), Releases.uploadAsset({ ...repo, release_id: 1, name: "a", content_type: "text/plain", data: "a" })],
  route: () => [here(), Routes.request("GET /repos/{owner}/{repo}", repo)],
  "pages of a route": () => [here(), collect(Routes.paginate("GET /repos/{owner}/{repo}/issues", repo))],
  GraphQL: () => [here(), GraphQL.request("query", {})],
  "Write.once": () => [here(), Write.once(Issues.createComment, { ...issue, body: "Hi" }, { key: "hi" })],
  weather: () => [here(), Forecast.get(tooFar)],
  "weather of places": () => [here(), Forecast.getMany({ hourly: ["rain"], forecast_days: 99, places: [berlin] })],
  "weather in parts": () => [here(), collect(Archive.stream({ ...berlin, hourly: ["rain"], start_date: "2020-01-02", end_date: "2020-01-01" }))],
  elevation: () => [here(), Elevation.getMany({ places: [{ latitude: 91, longitude: 0 }] })],
  geocoding: () => [here(), Geocoding.search({ name: "" })],
  "Merge.whenGreen": () => [here(), Merge.whenGreen({ ...repo, pull_number: 1 })],
  "Await.checks": () => [here(), Await.checks({ ...repo, ref: "main" })],
  "Await.checkStates": () => [here(), collect(Await.checkStates({ ...repo, ref: "main" }))],
  "Poll.changes": () => [here(), collect(Poll.changes(Issues.get, issue))],
  "Report.check": () => [here(), Report.check(Effect.void, { ...repo, head_sha: "a", name: "a" })],
  "Report.check in a pipe": () => [here(), Effect.void.pipe(Report.check({ ...repo, head_sha: "a", name: "a" }))],
  "Durable.activity": () => [here(), inWorkflow(Durable.activity(Issues.get, issue, { name: "read" }))],
  "Bulk.start": () => [here(), Effect.scoped(Bulk.start([1], () => Effect.void, { concurrency: 0 }))],
  "Bulk.forEach": () => [here(), Bulk.forEach([1], () => Effect.void, { concurrency: 0 })],
  "Edit.file": () => [here(), Edit.file({ ...repo, branch: "main", path: "a", message: "a" }, () => "a")],
  "Propose.pullRequest": () => [here(), Propose.pullRequest({ ...repo, branch: "a", title: "a", body: "a", message: "a", files: {} })],
  "Sync.labels": () => [here(), Sync.labels({ ...repo, labels: [] })],
  "Upsert.comment": () => [here(), Upsert.comment({ ...issue, body: "a" }, { key: "a" })],
  "a call in Effect.suspend": () => [here(), Effect.suspend(() => Issues.get(issue))],
  "a call in Effect.flatMap": () => [here(), Effect.flatMap(Effect.succeed(1), (issue_number) => Issues.get({ ...repo, issue_number }))]
}

const Failing = Workflow.make("Failing", { payload: {}, idempotencyKey: () => "one" })

/** Fails with what an activity fails with in a workflow. */
const inWorkflow = <A, E>(activity: Effect.Effect<A, E, Forge.Forge | InWorkflow>) =>
  Effect.gen(function* () {
    const failed = yield* Deferred.make<never, E>()
    const body = Failing.toLayer(() =>
      Effect.matchEffect(activity, {
        onFailure: (error) => Effect.asVoid(Deferred.fail(failed, error)),
        onSuccess: () => Effect.die("It has not failed")
      })
    )
    yield* Effect.provide(Effect.ignore(Failing.execute({})), Layer.provideMerge(body, WorkflowEngine.layerMemory))
    return yield* Deferred.await(failed)
  })

/** The failure of a program, as it is printed in the three ways. */
const printed = (program: Program) =>
  Effect.map(Effect.sandbox(Effect.flip(Effect.sandbox(Effect.provide(program, services)))), (cause) => {
    const error = Cause.squash(cause)
    assert.instanceOf(error, Error)
    return { pretty: Cause.pretty(cause), stack: error.stack ?? "", error }
  })

describe("the line of a call", () => {
  for (const [name, program] of Object.entries(programs)) {
    it.effect(`is the first frame of the failure: ${name}`, () =>
      Effect.gen(function* () {
        const [line, failing] = program()
        const { pretty, stack } = yield* printed(failing)
        assert.strictEqual(framesIn(stack)[0], line, stack)
        assert.strictEqual(framesIn(pretty)[0], line, pretty)
      })
    )
  }

  it.effect("stands before the lines of the program's own Effect.fn", () =>
    Effect.gen(function* () {
      let called: string | undefined
      const labelAll = Effect.fn("labelAll")(function* () {
        called = here()
        return yield* Issues.get(issue)
      })
      const { pretty } = yield* printed(labelAll())
      const number = Number(called?.split(":")[1])
      assert.deepStrictEqual(framesIn(pretty).slice(0, 1), [`callSites.test.ts:${number + 1}`])
      assert.match(pretty, /at labelAll \(.*callSites\.test\.ts/)
    })
  )

  it.effect("stands below the frames of a defect in a step of the program", () =>
    Effect.gen(function* () {
      let thrown: string | undefined
      const step = Transport.around({
        request: () => () => {
          thrown = here()
          throw new TypeError("a bug")
        }
      })
      const called = here()
      const failing = Issues.get(issue)
      const { pretty, stack } = yield* printed(Effect.updateService(failing, Forge.Forge, step))
      const after = (line: string | undefined, lines: number) =>
        line?.replace(/\d+$/, (number) => String(Number(number) + lines))
      for (const text of [pretty, stack]) {
        assert.strictEqual(framesIn(text)[0], after(thrown, 1))
        assert.include(framesIn(text), after(called, 1))
      }
    })
  )

  it.effect("is that of each caller of a shared request", () =>
    Effect.gen(function* () {
      const both = Effect.all(
        [
          Effect.flip(Issues.get(issue)), //
          Effect.flip(Issues.get(issue))
        ],
        { concurrency: 2 }
      )
      const [one, other] = yield* Effect.provide(both, services)
      assert.deepStrictEqual(one, other)
      assert.notStrictEqual(framesIn(one.stack ?? "")[0], framesIn(other.stack ?? "")[0])
    })
  )

  it.effect("of a function that makes calls is the line of its caller", () =>
    Effect.gen(function* () {
      const first = CallSite.effect((issue_number: number) => Issues.get({ ...repo, issue_number }))
      const called = here()
      const { stack } = yield* printed(first(1))
      assert.strictEqual(
        framesIn(stack)[0],
        called?.replace(/\d+$/, (number) => String(Number(number) + 1))
      )
    })
  )

  it.effect("keeps an error that a callback of the program makes", () =>
    Effect.gen(function* () {
      class Mine extends Schema.TaggedError<Mine>("Mine")("Mine", {}) {}
      let made: string | undefined
      const failing = CallSite.effect(() =>
        Effect.suspend(() => {
          made = here()
          return Effect.fail(new Mine())
        })
      )
      const { error, stack } = yield* printed(failing())
      assert.instanceOf(error, Mine)
      assert.strictEqual(
        framesIn(stack)[0],
        made?.replace(/\d+$/, (number) => String(Number(number) + 1))
      )
    })
  )

  it.effect("is not captured where stacks are switched off", () =>
    Effect.gen(function* () {
      const limit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
      const failing = Issues.get(issue)
      Error.stackTraceLimit = limit
      const { stack } = yield* printed(failing)
      assert.notInclude(stack, "callSites.test.ts")
    })
  )

  it.effect("leaves the limit of stacks as it was", () =>
    Effect.sync(() => {
      const limit = Error.stackTraceLimit
      Issues.get(issue)
      assert.strictEqual(Error.stackTraceLimit, limit)
    })
  )
})
