import { spawn } from "node:child_process"
import { once } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import { Redis } from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import program, { enqueue, work } from "../../docs/recipes/queue-worker/program.ts"
import { Faults, ForgeSimulator } from "forgecast/testing"
import { bundled } from "../bundled.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"
import { run, until } from "../workflow/support/run.ts"
import { on, simulators } from "./support.ts"

const main = await bundled("docs/recipes/queue-worker/main.ts")

const inMemory = PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreMemory))

const job = (issue_number: number) => ({
  owner: "acme",
  repo: "web",
  issue_number,
  body: "Thank you!"
})

const comments = Effect.gen(function* () {
  const { issues } = yield* (yield* ForgeSimulator.ForgeSimulator).repository("acme/web")
  return issues.map(({ comments }) => comments.length)
})

describe("queue worker", () => {
  it.effect("writes each comment once, and gives up what cannot succeed", () =>
    Effect.gen(function* () {
      const outcomes = yield* yield* run(program)
      assert.sameMembers(
        outcomes.map((outcome) => outcome.split(",")[0]),
        ["thanks/1: created", "thanks/2: created", "thanks/3: created", "thanks/99: given up"]
      )
      assert.deepStrictEqual(yield* comments, [1, 1, 1])
    }).pipe(on("queue-worker"))
  )

  it.effect("keeps a job through an outage and a rate limit", () =>
    Effect.gen(function* () {
      const { faults } = yield* ForgeSimulator.ForgeSimulator
      const write = { operation: "Issues.createComment" } as const
      yield* faults.add(
        Faults.unavailable({ ...write, times: 6 }),
        Faults.primaryLimit({ ...write, resetIn: "1 hour" })
      )
      yield* enqueue("a", job(1))
      const outcomes = yield* yield* run(work(1).pipe(Stream.take(1), Stream.runCollect))
      assert.deepStrictEqual(outcomes, ["a: created"])
      assert.deepStrictEqual(yield* comments, [1, 0, 0])
    }).pipe(Effect.provide(inMemory), on("queue-worker"))
  )

  it.effect("finds the comment of a worker that has died", () =>
    Effect.gen(function* () {
      const { faults, repository } = yield* ForgeSimulator.ForgeSimulator
      // The service writes the comment, and the worker never hears of it.
      yield* faults.add(Faults.stalled({ operation: "Issues.createComment" }))
      yield* enqueue("a", job(1))
      const dying = yield* Effect.forkChild(Stream.runDrain(work(1)))
      yield* until(
        Effect.map(repository("acme/web"), ({ issues }) => issues[0]?.comments.length === 1),
        100
      )
      yield* Fiber.interrupt(dying)
      assert.deepStrictEqual(yield* yield* run(work(1).pipe(Stream.take(1), Stream.runCollect)), ["a: unchanged"])
      assert.deepStrictEqual(yield* comments, [1, 0, 0])
    }).pipe(Effect.provide(inMemory), on("queue-worker"))
  )

  it.live.skipIf(lacksRedis)("ends when it is stopped while Redis is frozen", () =>
    Effect.gen(function* () {
      const server = yield* redisServer()
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [main], {
            env: { PATH: process.env["PATH"], GITHUB_TOKEN: "ghp_simulated", FORGECAST_REDIS_URL: server.url },
            stdio: "ignore"
          })
        ),
        (child) => Effect.sync(() => void child.kill("SIGKILL"))
      )
      const ended = once(child, "exit")
      // One script of the queue is known to Redis once it has asked for a job.
      const hasAsked = Effect.flatMap(Redis, (redis) => redis.send<string>("INFO", "commandstats")).pipe(
        Effect.map((stats) => stats.includes("cmdstat_evalsha:"))
      )
      yield* Effect.repeat(hasAsked, { schedule: Schedule.spaced(50), until: (asked) => asked }).pipe(
        Effect.provide(NodeRedis.layer({ url: server.url }))
      )
      yield* server.pause
      child.kill("SIGTERM")
      yield* Effect.promise(() => ended)
      assert.isNull(child.signalCode)
    })
  )

  it.live.skipIf(lacksRedis)("takes jobs from a queue in Redis", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      const stored = PersistedQueue.layer.pipe(
        Layer.provide(PersistedQueue.layerStoreRedis({ pollInterval: "20 millis" })),
        Layer.provide(NodeRedis.layer({ url }))
      )
      const outcomes = yield* Effect.gen(function* () {
        yield* Effect.forEach([1, 2, 3], (issue) => enqueue(`a/${issue}`, job(issue)))
        return yield* work(2).pipe(Stream.take(3), Stream.runCollect)
      }).pipe(Effect.provide(stored))
      assert.lengthOf(outcomes, 3)
      assert.deepStrictEqual(yield* comments, [1, 1, 1])
    }).pipe(Effect.provide(simulators("queue-worker")))
  )
})
