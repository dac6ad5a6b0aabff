/**
 * Workflows on three runners of a cluster, of which one after another is killed while the service loses answers. Every
 * workflow has to complete, with every write carried out once.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as Path from "node:path"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Faults from "../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { layerClient } from "../../docs/examples/fleet/cluster.ts"
import { freePorts } from "../services/ports.ts"
import { postgresServer } from "../services/postgres.ts"
import { redisServer } from "../services/redis.ts"
import { repo, Triage } from "./triage.ts"

export interface Options {
  readonly workflows: number
  /** Draws the faults and the kills. */
  readonly seed: number
  /** After how many requests a runner is killed, each time. */
  readonly kills: ReadonlyArray<number>
  /** The share of answers that are lost, and of requests. */
  readonly lost: number
}

export interface Outcome {
  /** Workflows that did not succeed, with the reason. */
  readonly failed: ReadonlyArray<string>
  /** Issues whose comments, labels or state are not what their workflow makes of them. */
  readonly wrong: ReadonlyArray<string>
  readonly requests: number
  /** Requests without an answer. */
  readonly lost: number
  readonly millis: number
}

const main = Path.join(import.meta.dirname, "runner.ts")

const startRunner = (port: number, env: Readonly<Record<string, string>>): Effect.Effect<ChildProcess> =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [main, String(port)], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    await Promise.race([once(child.stdout, "data"), once(child, "exit")])
    return child
  })

const kill = (child: ChildProcess): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill("SIGKILL")
    await ended
  })

/** The same numbers for the same seed, from 0 to 1. */
const drawing = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const issuesOf = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `Issue ${i + 1}` }))

export const runChaos = ({ kills, lost, seed, workflows }: Options): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const [postgres, redis] = yield* Effect.all([postgresServer, redisServer()], { concurrency: 2 })
    const env = {
      DATABASE_URL: postgres.url,
      FORGECAST_REDIS_URL: redis.url,
      GITHUB_API_URL: simulator.urls.api,
      GITHUB_TOKEN: ForgeSimulator.token
    }
    const ports = yield* Effect.promise(() => Promise.all([freePorts(), freePorts(), freePorts()]))
    const draw = drawing(seed)
    yield* simulator.faults.add(
      Faults.random(seed, lost, { among: [Faults.answerLost(), Faults.requestLost(), Faults.unavailable()] })
    )
    // The first one makes the tables.
    const runners: Array<ChildProcess> = []
    yield* Effect.addFinalizer(() => Effect.forEach(runners, kill, { discard: true }))
    for (const port of ports) runners.push(yield* startRunner(port, env))

    const killing = Effect.forEach(
      kills,
      Effect.fnUntraced(function* (after) {
        while ((yield* simulator.requests).length < after) yield* Effect.sleep(20)
        const index = Math.floor(draw() * ports.length)
        const [runner, port] = [runners[index], ports[index]]
        if (runner === undefined || port === undefined) return
        yield* kill(runner)
        yield* Effect.sleep(2_000 * draw())
        runners[index] = yield* startRunner(port, env)
      }),
      { discard: true }
    )

    const begun = yield* Clock.currentTimeMillis
    const all = Effect.forEach(
      issuesOf(workflows).map((_, index) => index + 1),
      (issue) => Effect.exit(Triage.execute({ issue })),
      { concurrency: 32 }
    ).pipe(
      Effect.provide(layerClient),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))),
      Effect.orDie
    )
    const [exits] = yield* Effect.all([all, killing], { concurrency: 2 })

    const { issues } = yield* simulator.repository(`${repo.owner}/${repo.repo}`)
    const requests = yield* simulator.requests
    return {
      failed: exits.flatMap((exit, index) =>
        Exit.isSuccess(exit) ? [] : [`${index + 1}: ${Cause.pretty(exit.cause)}`]
      ),
      wrong: issues.flatMap(({ comments, labels, number, state }) =>
        comments.length === 2 && labels.join() === "triaged" && state === "closed"
          ? []
          : [`#${number}: ${comments.length} comments, [${labels.join()}], ${state}`]
      ),
      requests: requests.length,
      lost: requests.filter(({ status }) => status === null).length,
      millis: (yield* Clock.currentTimeMillis) - begun
    }
  }).pipe(
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [{ ...repo, name: repo.repo, labels: [{ name: "triaged" }], issues: issuesOf(workflows) }],
        limits: { secondary: "none" }
      })
    ),
    Effect.scoped
  )
