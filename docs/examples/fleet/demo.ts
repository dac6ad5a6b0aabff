/**
 * Keeps 1,000 repositories in order on three runners, one of which is killed: `npm run demo:fleet`, or
 * `npm run demo:fleet -- --repositories 50`. The service is simulated. PostgreSQL and Redis are real: those that are
 * installed are started, or `DATABASE_URL` and `FORGECAST_REDIS_URL` name them. Without them, or with `--file`, one process
 * keeps its workflows in a file, and is started again after it was killed.
 */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import { parseArgs } from "node:util"
import { ForgeNode } from "forgecast/node"
import { ForgeSimulator } from "forgecast/testing"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as ConfigProvider from "effect/ConfigProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import { layerClient } from "./cluster.ts"
import { keepAll } from "./keep.ts"
import type { Done, Report } from "./report.ts"
import { begin, type Counts, progress, table } from "./screen.ts"
import { directory, end, freePort, servers } from "./servers.ts"
import * as Simulated from "./simulated.ts"

type Env = Readonly<Record<string, string>>

/** Starts a program, and hears what it says while it lives. The scope ends it. */
const start = Effect.fnUntraced(function* (
  program: string,
  args: ReadonlyArray<string>,
  env: Env,
  hear: (message: Report | Done) => void
) {
  const child = yield* Effect.acquireRelease(
    Effect.sync(() => fork(Path.join(import.meta.dirname, program), args, { env: { ...process.env, ...env } })),
    (child) => end(child, "SIGKILL")
  )
  child.on("message", hear)
  yield* Effect.promise(() => Promise.race([once(child, "message"), once(child, "exit")]))
  return child
})

/** Hears what runners say: each repository is counted once, and a runner has done what its last report says. */
const listening = (counts: Counts) => {
  const done = new Set<string>()
  const reports = new Map<number, Report>()
  const count = ({ changes, repo }: Done) => {
    if (done.has(repo)) return
    done.add(repo)
    counts.repositories++
    counts.labels += changes.labels
    counts.closed += changes.closed
    counts.merged += changes.merged
  }
  const hear = (runner: number) => (message: Report | Done) => {
    if ("repo" in message) count(message)
    else reports.set(runner, message)
  }
  return { count, hear, reports }
}

type Listening = ReturnType<typeof listening>

/** Kills a runner as soon as a third of the work is done. */
const killed = Effect.fnUntraced(function* (victim: ChildProcess, counts: Counts, total: number) {
  while (counts.repositories < total / 3) yield* Effect.sleep("50 millis")
  yield* end(victim, "SIGKILL")
  counts.runners--
})

/** On three runners. The two that are left finish the work. */
const onServers = Effect.fnUntraced(function* (env: Env, counts: Counts, total: number, { count, hear }: Listening) {
  // The first one makes the tables.
  const runners: Array<ChildProcess> = []
  for (const runner of [1, 2, 3]) {
    runners.push(yield* start("runner.ts", [String(yield* freePort)], env, hear(runner)))
    counts.runners++
  }
  const [victim] = runners
  if (victim === undefined) return
  const keeping = keepAll(yield* DateTime.now, (repo, changes) => count({ repo, changes })).pipe(
    Effect.provide(layerClient),
    Effect.provide(ForgeNode.layerGitHub)
  )
  yield* Effect.all([keeping, killed(victim, counts, total)], { concurrency: 2 }).pipe(
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
  )
})

/** In one process, which is started again. */
const inFile = Effect.fnUntraced(function* (env: Env, counts: Counts, total: number, { hear }: Listening) {
  const args = [Path.join(yield* directory, "workflows.db"), DateTime.formatIso(yield* DateTime.now)]
  const first = yield* start("alone.ts", args, env, hear(1))
  counts.runners++
  yield* killed(first, counts, total)
  const second = yield* start("alone.ts", args, env, hear(2))
  counts.runners++
  if (second.exitCode === null) yield* Effect.promise(() => once(second, "exit"))
})

const demo = (total: number, file: boolean) =>
  Effect.gen(function* () {
    begin(`forgecast demo: keep ${total.toLocaleString("en")} repositories in order`)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const started = file ? null : yield* servers
    const env = { ...started, GITHUB_API_URL: simulator.urls.api, GITHUB_TOKEN: Simulated.token }
    yield* Simulated.ci
    const counts: Counts = { repositories: 0, labels: 0, closed: 0, merged: 0, runners: 0 }
    const listener = listening(counts)
    yield* Effect.forkScoped(progress(counts, total))
    const run = started === null ? inFile : onServers
    const [took] = yield* Effect.timed(run(env, counts, total, listener))
    table(counts, [...listener.reports.values()], took, yield* Simulated.doneTwice)
  }).pipe(Effect.scoped, Effect.provide(Simulated.layer(total)))

const fail = (message: string): void => {
  console.error(message)
  process.exitCode = 1
}

const { values } = parseArgs({
  options: { repositories: { type: "string", default: "1000" }, file: { type: "boolean", default: false } }
})
const total = Number(values.repositories)

if (Number.isInteger(total) && total > 0) {
  NodeRuntime.runMain(
    demo(total, values.file).pipe(
      Effect.catchTag("Missing", ({ message }) => Effect.sync(() => fail(message))),
      Effect.provideService(References.MinimumLogLevel, "Error")
    )
  )
} else {
  fail("Usage: npm run demo:fleet [-- --repositories 50 --file]")
}
