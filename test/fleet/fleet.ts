/** Runners as real processes, on a PostgreSQL and a Redis of their own, with the served simulator. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerClient } from "../../docs/examples/fleet/cluster.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { bundled } from "../bundled.ts"
import { freePorts } from "../services/ports.ts"
import { postgresServer } from "../services/postgres.ts"
import { redisServer } from "../services/redis.ts"
import { queued } from "./land.ts"
import { repo } from "./triage.ts"

const spawnRunner = (port: number, env: Readonly<Record<string, string>>): Effect.Effect<ChildProcess> =>
  Effect.promise(async () => {
    const child = spawn(process.execPath, [await bundled("test/fleet/runner.ts"), String(port)], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    await Promise.race([once(child.stdout, "data"), once(child, "exit")])
    return child
  })

/** Ends a process by a signal, and returns its exit code; null if the signal has killed it. */
const end = (child: ChildProcess, signal: NodeJS.Signals): Effect.Effect<number | null> =>
  Effect.promise(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit")
      child.kill(signal)
      await ended
    }
    return child.exitCode
  })

const kill = (child: ChildProcess) => end(child, "SIGKILL")

/** The secret of the hooks. */
export const secret = "a secret of the hooks"

/** What the service has: issues, those that will be opened while it is watched, and pull requests in a merge queue. */
interface Seeded {
  readonly issues?: number
  readonly pulls?: number
}

/** The service. Its hooks tell `https://bot.example` of issues, and `https://ci.example` of pushes. */
export const layerService = ({ issues = 0, pulls = 0 }: Seeded) =>
  SimulatorServer.layerForge({
    repositories: [
      {
        owner: repo.owner,
        name: repo.repo,
        labels: [{ name: "triaged" }],
        hooks: [{ url: "https://bot.example", secret, events: ["issues"] }],
        issues: Array.from({ length: issues }, (_, index) => ({ title: `Issue ${index + 1}` }))
      },
      {
        owner: queued.owner,
        name: queued.repo,
        files: { "README.md": "# Queue\n" },
        hooks: [{ url: "https://ci.example", secret, events: ["push"] }],
        pulls: Array.from({ length: pulls }, (_, index) => ({
          title: `Pull ${index + 1}`,
          head: `head-${index + 1}`,
          files: { [`${index + 1}.txt`]: "text\n" },
          labels: ["merge-queue"]
        }))
      }
    ],
    tokens: { [ForgeSimulator.token]: repo.owner },
    limits: { core: { authenticated: 1_000_000 }, secondary: "none" }
  })

/** Starts runners. `client` is the engine of a process that starts workflows. The scope ends all. */
export const startFleet = (size: number) =>
  Effect.gen(function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const [postgres, redis] = yield* Effect.all([postgresServer, redisServer()], { concurrency: 2 })
    const env = {
      DATABASE_URL: postgres.url,
      FORGECAST_REDIS_URL: redis.url,
      GITHUB_API_URL: simulator.urls.api,
      GITHUB_TOKEN: ForgeSimulator.token
    }
    const runners: Array<ChildProcess> = []
    yield* Effect.addFinalizer(() => Effect.forEach(runners, kill, { discard: true }))
    const start = Effect.fnUntraced(function* (index: number) {
      runners[index] = yield* spawnRunner(yield* Effect.promise(freePorts), env)
    })
    // The first one makes the tables.
    for (let index = 0; index < size; index++) yield* start(index)
    return {
      start,
      database: postgres,
      kill: (index: number) =>
        Effect.suspend(() => (runners[index] === undefined ? Effect.void : kill(runners[index]))),
      /** Sends a signal to a runner, and waits for its exit code. */
      end: (index: number, signal: NodeJS.Signals) =>
        Effect.suspend(() =>
          runners[index] === undefined ? Effect.die("there is no such runner") : end(runners[index], signal)
        ),
      client: Layer.provide(layerClient, ConfigProvider.layer(ConfigProvider.fromUnknown(env)))
    }
  })
