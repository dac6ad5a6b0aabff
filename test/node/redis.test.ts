/** The Layers for Node share limits and cache if the configuration names a Redis. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Issues from "../../src/forge/Issues.ts"
import { ForgeNode, WeatherNode } from "../../src/node.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"
import { logged } from "../rest/shared/support.ts"
import { freePorts } from "../services/ports.ts"
import { lacksRedis, redisServer } from "../services/redis.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }

const servedWith = (budget: number) =>
  SimulatorServer.layerForge({
    repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }],
    tokens: { [ForgeSimulator.token]: "acme" },
    limits: { core: { authenticated: budget, window: "1 hour" } }
  })

const served = servedWith(1)

/** Reads as a process of its own. */
const read = (redis: string) =>
  Effect.flatMap(ForgeSimulator.ForgeSimulator, ({ urls }) =>
    Issues.get(issue).pipe(
      Effect.provide(ForgeNode.layerGitHub),
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromUnknown({
          GITHUB_API_URL: urls.api,
          GITHUB_TOKEN: ForgeSimulator.token,
          FORGECAST_REDIS_URL: redis
        })
      )
    )
  )

describe("FORGECAST_REDIS_URL", () => {
  it.live.skipIf(lacksRedis)("has processes share their limits", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      yield* read(url)
      const error = yield* Effect.flip(read(url))
      assert.containSubset(error, { _tag: "RateLimited", status: null, remaining: 0 })
      assert.lengthOf(yield* (yield* ForgeSimulator.ForgeSimulator).requests, 1)
    }).pipe(Effect.provide(served))
  )

  it.live.skipIf(lacksRedis)("has processes share their cache", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer()
      yield* read(url)
      yield* read(url)
      const requests = yield* (yield* ForgeSimulator.ForgeSimulator).requests
      assert.deepStrictEqual(
        requests.map(({ status }) => status),
        [200, 304]
      )
    }).pipe(Effect.provide(servedWith(10)))
  )

  it.live("does not keep a program from starting when there is no Redis", () => {
    const log = logged()
    return Effect.gen(function* () {
      const port = yield* Effect.promise(freePorts)
      yield* read(`redis://127.0.0.1:${port}`)
      assert.sameMembers(log.lines, [
        "Warn: The store of rate limits is away: this process keeps its own",
        "Warn: The HTTP cache cannot read from its store, and works in memory until the store answers",
        "Warn: The HTTP cache cannot write to its store, and works in memory until the store accepts entries"
      ])
    }).pipe(Effect.provide([served, log.layer]))
  })

  it.live("that is no URL of a Redis fails with ConfigError, which does not show it", () =>
    Effect.gen(function* () {
      for (const url of ["http://user:secret@host", "secret"]) {
        const error = yield* Effect.flip(read(url))
        assert.strictEqual(error._tag, "ConfigError")
        assert.include(String(error), "FORGECAST_REDIS_URL")
        assert.notInclude(JSON.stringify(error) + String(error), "secret")
      }
      const weather = Effect.void.pipe(
        Effect.provide(WeatherNode.layerOpenMeteo),
        Effect.provideService(
          ConfigProvider.ConfigProvider,
          ConfigProvider.fromUnknown({ FORGECAST_REDIS_URL: "secret" })
        )
      )
      assert.strictEqual((yield* Effect.flip(weather))._tag, "ConfigError")
    }).pipe(Effect.provide(served))
  )
})
