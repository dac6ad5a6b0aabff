/** What durability costs: a step beside its plain operation, workflows a second, and the work of a dead runner. */
import * as Os from "node:os"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import * as WorkflowEngine from "effect/workflow/WorkflowEngine"
import { layerRunner } from "../../docs/examples/fleet/cluster.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as Durable from "../../src/workflow/Durable.ts"
import { Beat, beats } from "../fleet/beat.ts"
import { layerService, startFleet } from "../fleet/fleet.ts"
import { repo, Triage } from "../fleet/triage.ts"
import { freePorts } from "../services/ports.ts"
import { postgresServer } from "../services/postgres.ts"
import { median } from "./measure.ts"
import { type Row, row } from "./report.ts"

const rounds = 8
const reads = 50

const issue = { ...repo, issue_number: 1 }

/** Reads an issue many times, one after the other, each a step. */
const Reading = Workflow.make("Reading", {
  payload: { round: Schema.Int },
  idempotencyKey: ({ round }) => String(round)
})

const ReadingLive = Reading.toLayer(() =>
  Effect.forEach(
    Array.from({ length: reads }, (_, index) => index),
    (index) => Durable.activity(Issues.get, issue, { name: `read ${index}` }),
    { discard: true }
  ).pipe(Effect.orDie)
)

/** Milliseconds for each read, by round. The first ones are a warm-up. */
const timed = <E, R>(round: (round: number) => Effect.Effect<unknown, E, R>) =>
  Effect.forEach(
    Array.from({ length: rounds + 2 }, (_, index) => index),
    Effect.fnUntraced(function* (index) {
      const begin = performance.now()
      yield* round(index)
      return (performance.now() - begin) / reads
    })
  ).pipe(Effect.map((times) => times.slice(2)))

const service = ForgeSimulator.layer({
  repositories: [{ ...repo, name: repo.repo, issues: [{ title: "One" }] }],
  limits: { core: { authenticated: 1_000_000 } }
})

const overhead = Effect.gen(function* () {
  const { url } = yield* postgresServer
  const port = yield* Effect.promise(freePorts)
  const cluster = Layer.provide(
    layerRunner(port),
    ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url }))
  )
  const plain = yield* timed(() => Effect.replicateEffect(Issues.get(issue), reads, { discard: true })).pipe(
    Effect.provide(service)
  )
  const on = <E>(engine: Layer.Layer<WorkflowEngine.WorkflowEngine, E>) =>
    timed((round) => Reading.execute({ round })).pipe(
      Effect.provide(ReadingLive.pipe(Layer.provideMerge(engine), Layer.provide(service)))
    )
  const memory = yield* on(WorkflowEngine.layerMemory)
  const sharded = yield* on(cluster)
  const added = (times: ReadonlyArray<number>) => times.map((time) => time - median(plain))
  const details = `the plain operation takes ${median(plain).toFixed(2)} ms`
  return [
    row("a step: added to its operation, in memory", added(memory), { unit: "ms", details }),
    row("a step: added to its operation, on a cluster", added(sharded), { unit: "ms" })
  ]
}).pipe(Effect.scoped)

const workflows = 100

/** How busy the processors of the machine are, from a moment on, from 0 to 1. */
const load = () => {
  const read = () => {
    const times = Os.cpus().map(({ times }) => times)
    const all = times.reduce((sum, { idle, irq, nice, sys, user }) => sum + idle + irq + nice + sys + user, 0)
    return { all, idle: times.reduce((sum, { idle }) => sum + idle, 0) }
  }
  const begun = read()
  return () => {
    const { all, idle } = read()
    return 1 - (idle - begun.idle) / (all - begun.all)
  }
}

/** Until each runner has its share of the work. */
const settled = Effect.sleep("6 seconds")

/** Workflows of four writes, 64 at a time. */
const throughput = (size: number) =>
  Effect.gen(function* () {
    const fleet = yield* startFleet(size)
    yield* settled
    const run = (from: number) =>
      Effect.forEach(
        Array.from({ length: workflows }, (_, index) => from + index + 1),
        (issue) => Triage.execute({ issue }),
        { concurrency: 64, discard: true }
      )
    const { took, used } = yield* Effect.gen(function* () {
      yield* run(0)
      const took: Array<number> = []
      const used = load()
      for (let round = 1; round <= 3; round++) {
        const begin = performance.now()
        yield* run(round * workflows)
        took.push(performance.now() - begin)
      }
      return { took, used: used() }
    }).pipe(Effect.provide(fleet.client))
    const rate = (workflows / median(took)) * 1_000
    return row(
      `1,000 workflows on ${size === 1 ? "one runner" : `${size} runners`}, in seconds`,
      took.map((millis) => millis / workflows),
      { details: `${rate.toFixed(0)} workflows a second; the processors are ${(100 * used).toFixed(0)} % busy` }
    )
  }).pipe(Effect.provide(layerService(4 * workflows)), Effect.scoped)

const beating = 30

/** The longest time for which nobody ran one of the workflows, beyond the second that each sleeps. */
const takeover = Effect.gen(function* () {
  const simulator = yield* ForgeSimulator.ForgeSimulator
  const fleet = yield* startFleet(3)
  yield* settled
  const numbers = Array.from({ length: beating }, (_, index) => index + 1)
  const round = Effect.fnUntraced(function* (round: number) {
    yield* simulator.clearRequests
    const all = Effect.forEach(numbers, (issue) => Beat.execute({ issue, round }), {
      concurrency: "unbounded",
      discard: true
    })
    const killing = Effect.delay(fleet.kill(round % 3), "4 seconds")
    yield* Effect.all([all, killing], { concurrency: 2 })
    yield* fleet.start(round % 3)
    yield* settled
    const requests = yield* simulator.requests
    return Math.max(
      ...numbers.map((number) => {
        const times = requests.filter(({ path }) => path.endsWith(`/${number}`)).map(({ receivedAt }) => receivedAt)
        if (times.length < beats) throw new Error(`issue ${number} was read ${times.length} times`)
        return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time) - 1_000))
      })
    )
  })
  const pauses = yield* Effect.forEach([0, 1, 2, 3, 4, 5], round).pipe(Effect.provide(fleet.client))
  return row(
    "the work of a killed runner is taken over, in seconds",
    pauses.map((pause) => pause / 1_000),
    { target: 10, details: `each kill: ${pauses.map((pause) => (pause / 1_000).toFixed(1)).join(", ")}` }
  )
}).pipe(Effect.provide(layerService(beating)), Effect.scoped)

export const durable = (): Promise<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    return [...(yield* overhead), yield* throughput(1), yield* throughput(3), yield* takeover]
  }).pipe(Effect.provideService(References.MinimumLogLevel, "Error"), Effect.runPromise)
