/** Processes that share the tokens of an App in a real Redis. */
import { randomBytes } from "node:crypto"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Persistence from "effect/persistence/Persistence"
import { Redis } from "effect/persistence/Redis"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as AppTokenStore from "../../../src/forge/AppTokenStore.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { lacksRedis, redisServer } from "../../services/redis.ts"
import { app, issue, minted, parts, seen, simulator } from "./support.ts"

const newKey = () => Redacted.make(randomBytes(32).toString("base64"))

const key = newKey()

const redisAt = (port: number) => Layer.orDie(NodeRedis.layer({ url: `redis://127.0.0.1:${port}` }))

type Store = typeof AppTokenStore.layerRedis

/** Runs a call in a process of its own: nothing in memory is shared. */
const run = (port: number, options: Partial<AppTokenStore.Options> = {}, store: Store = AppTokenStore.layerRedis) =>
  Issues.get(issue).pipe(
    Effect.provide(
      Forge.layer().pipe(
        Layer.provide([
          AppCredentials.layer({ ...app, installationId: 70 }).pipe(
            Layer.provide(store({ key, ...options })),
            Layer.provide(redisAt(port))
          ),
          parts
        ]),
        Layer.fresh
      )
    )
  )

const team = <A, E, R>(process: Effect.Effect<A, E, R>) =>
  Effect.replicateEffect(process, 6, { concurrency: "unbounded" })

const inRedis = <A>(port: number, command: string, ...args: ReadonlyArray<string>) =>
  Effect.flatMap(Redis, (redis) => redis.send<A>(command, ...args)).pipe(Effect.provide(redisAt(port)), Effect.orDie)

/** The keys of tokens, without those of leases. */
const keysOf = (port: number) =>
  Effect.map(inRedis<ReadonlyArray<string>>(port, "KEYS", "*"), (keys) => keys.filter((one) => !one.includes("lease")))

/** Some of what is not a value is logged, as a failure of the store. */
const silence = Logger.layer([])

const test = (
  name: string,
  program: (port: number) => Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof simulator>>>
) =>
  it.live(name, () =>
    Effect.flatMap(redisServer(), ({ port }) => program(port)).pipe(Effect.provide(simulator({})), Effect.scoped)
  )

describe.skipIf(lacksRedis)("processes that share tokens in Redis", () => {
  test("mint one for all, though they start together", (port) =>
    Effect.gen(function* () {
      yield* team(run(port))
      assert.strictEqual(yield* minted, 1)
      yield* run(port)
      assert.strictEqual(yield* minted, 1)
    }))

  test("mint one after the other has ended, when a store knows no turns", (port) =>
    Effect.gen(function* () {
      const plain: Store = (options) => AppTokenStore.layer(options).pipe(Layer.provide(Persistence.layerRedis))
      yield* run(port, {}, plain)
      yield* run(port, {}, plain)
      yield* run(port)
      assert.strictEqual(yield* minted, 1)
    }))

  test("store nothing that can be read without the key, for as long as the token lives", (port) =>
    Effect.gen(function* () {
      yield* run(port)
      const [at = ""] = yield* keysOf(port)
      const value = yield* inRedis<string>(port, "GET", at)
      for (const secret of ["ghs_", Buffer.from("ghs_").toString("base64").slice(0, 5), Redacted.value(key)]) {
        assert.notInclude(at + value, secret)
      }
      const seconds = yield* inRedis<number>(port, "TTL", at)
      assert.isTrue(seconds > 3_500 && seconds <= 3_600, String(seconds))
    }))

  test("miss with another key, and then share the new token", (port) =>
    Effect.gen(function* () {
      yield* run(port)
      const other = newKey()
      // The lease of the first one leaves a mark for 5 seconds.
      yield* inRedis(
        port,
        "EVAL",
        "for _, key in ipairs(redis.call('KEYS', '*lease*')) do redis.call('DEL', key) end",
        "0"
      )
      yield* team(run(port, { key: other }))
      assert.strictEqual(yield* minted, 2)
    }))

  for (const value of ["", "{", "null", '{"_tag":"Success","value":"eA=="}', '{"_tag":"Failure","cause":[]}']) {
    test(`take a value that is none for a miss: ${value}`, (port) =>
      Effect.gen(function* () {
        yield* run(port)
        const [at = ""] = yield* keysOf(port)
        yield* inRedis(port, "SET", at, value)
        yield* run(port).pipe(Effect.provide(silence))
        assert.strictEqual(yield* minted, 2)
        yield* run(port)
        assert.strictEqual(yield* minted, 2, "it was replaced")
      }))
  }

  test("do not wait for each other when minting fails", (port) =>
    Effect.gen(function* () {
      const suspended = Effect.flip(
        Issues.get(issue).pipe(
          Effect.provide(
            Forge.layer().pipe(
              Layer.provide([
                AppCredentials.layer({ ...app, installationId: 72 }).pipe(
                  Layer.provide(AppTokenStore.layerRedis({ key })),
                  Layer.provide(redisAt(port))
                ),
                parts
              ]),
              Layer.fresh
            )
          )
        )
      )
      const errors = yield* team(suspended)
      for (const error of errors) assert.strictEqual(error._tag, "Unauthorized")
      assert.lengthOf(yield* seen, 6)
    }))
})
