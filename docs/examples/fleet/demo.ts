/**
 * Keeps 1,000 repositories in order on three runners, one of which is killed: `npm run demo:fleet`, or
 * `npm run demo:fleet -- --repositories 50`. The service is simulated. PostgreSQL and Redis are real: those that are
 * installed are started, or `DATABASE_URL` and `FORGECAST_REDIS_URL` name them.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import { parseArgs } from "node:util"
import { Repositories } from "forgecast/forge"
import { ForgeNode } from "forgecast/node"
import { ForgeSimulator } from "forgecast/testing"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as ConfigProvider from "effect/ConfigProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import { layerClient } from "./cluster.ts"
import type { Report } from "./runner.ts"
import { begin, type Counts, progress, table } from "./screen.ts"
import { end, freePort, servers } from "./servers.ts"
import * as Simulated from "./simulated.ts"
import { KeepInOrder } from "./workflow.ts"

type Env = Readonly<Record<string, string>>

/** Starts a runner, which reports while it lives. The scope ends it. */
const startRunner = Effect.fnUntraced(function* (env: Env, onReport: (report: Report) => void) {
  const port = yield* freePort
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(Path.join(import.meta.dirname, "runner.ts"), [String(port)], { env: { ...process.env, ...env } })
    ),
    (child) => end(child, "SIGKILL")
  )
  child.on("message", (report: Report) => onReport(report))
  yield* Effect.promise(() => Promise.race([once(child, "message"), once(child, "exit")]))
  return child
})

/** Starts the workflow of each repository, and counts what they have changed. */
const keepAll = (counts: Counts) =>
  Effect.gen(function* () {
    const at = yield* DateTime.now
    yield* Repositories.listForOrg({ org: Simulated.owner }).pipe(
      Stream.mapEffect(
        ({ default_branch, name }) =>
          Effect.map(
            KeepInOrder.execute({ owner: Simulated.owner, repo: name, default_branch, at }),
            ({ closed, labels, merged }) => {
              counts.repositories++
              counts.labels += labels
              counts.closed += closed
              counts.merged += merged
            }
          ),
        { concurrency: 100, unordered: true }
      ),
      Stream.runDrain
    )
  }).pipe(Effect.provide(layerClient), Effect.provide(ForgeNode.layerGitHub))

/** Kills a runner as soon as a third of the work is done. */
const killOne = Effect.fnUntraced(function* (runners: ReadonlyArray<ChildProcess>, counts: Counts, total: number) {
  while (counts.repositories < total / 3) yield* Effect.sleep("50 millis")
  const [victim] = runners
  if (victim !== undefined) yield* end(victim, "SIGKILL")
  counts.runners--
})

const demo = (total: number) =>
  Effect.gen(function* () {
    begin(`forgecast demo: keep ${total.toLocaleString("en")} repositories in order`)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const env = {
      ...(yield* servers),
      GITHUB_API_URL: simulator.urls.api,
      GITHUB_TOKEN: Simulated.token
    }
    yield* Simulated.ci
    const reports = new Map<number, Report>()
    // The first one makes the tables.
    const runners: Array<ChildProcess> = []
    for (const runner of [1, 2, 3]) {
      runners.push(yield* startRunner(env, (report) => void reports.set(runner, report)))
    }
    const counts: Counts = { repositories: 0, labels: 0, closed: 0, merged: 0, runners: runners.length }
    yield* Effect.forkScoped(progress(counts, total))
    const [took] = yield* Effect.timed(
      Effect.all([keepAll(counts), killOne(runners, counts, total)], { concurrency: 2 }).pipe(
        Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
      )
    )
    table(counts, [...reports.values()], took, yield* Simulated.doneTwice)
  }).pipe(Effect.scoped, Effect.provide(Simulated.layer(total)))

const fail = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}

const { values } = parseArgs({ options: { repositories: { type: "string", default: "1000" } } })
const total = Number(values.repositories)

if (Number.isInteger(total) && total > 0) {
  NodeRuntime.runMain(
    demo(total).pipe(
      Effect.catchTag("Missing", ({ message }) => Effect.sync(() => fail(message))),
      Effect.provideService(References.MinimumLogLevel, "Error")
    )
  )
} else {
  fail("Usage: npm run demo:fleet [-- --repositories 50]")
}
