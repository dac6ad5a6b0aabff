/** What tools ask. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Issues from "../../src/forge/Issues.ts"
import * as Services from "../../src/mcp/services.ts"
import { pass, start } from "../rest/support/time.ts"

const issue = { owner: "acme", repo: "web", issue_number: 1 }

/** A service that allows one request in so many seconds. */
const seed = (seconds: number) =>
  JSON.stringify({
    limits: { core: { authenticated: 1, window: `${seconds} seconds` } },
    repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }]
  })

describe("simulated services", () => {
  it.effect("let a model wait for 20 seconds, and no longer", () =>
    Effect.gen(function* () {
      // Their code is loaded in real time.
      const context = yield* Layer.build(Services.simulated(seed(20)))
      const twice = Effect.andThen(Issues.get(issue), Issues.get({ ...issue, issue_number: 2 }))
      const long = yield* Effect.flip(Effect.provide(twice, Services.simulated(seed(21))))
      assert.strictEqual(long._tag, "RateLimited")
      const short = yield* start(Effect.flip(Effect.provide(twice, context)))
      yield* pass("30 seconds")
      assert.strictEqual((yield* Fiber.join(short.fiber))._tag, "NotFound")
    })
  )

  it.effect("fail with what is wrong with a seed", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.provide(Issues.get(issue), Services.simulated("{")))
      assert.strictEqual(error._tag, "SeedInvalid")
    })
  )
})

describe("credentials", () => {
  it.effect("are a token or an App", () =>
    Effect.gen(function* () {
      const isAnonymous = (env: Record<string, string>) =>
        Effect.provideService(Services.isAnonymous, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
      assert.isTrue(yield* isAnonymous({}))
      assert.isTrue(yield* isAnonymous({ GITHUB_TOKEN: "" }))
      assert.isFalse(yield* isAnonymous({ GITHUB_TOKEN: "x" }))
      assert.isFalse(yield* isAnonymous({ GITHUB_APP_ID: "1" }))
    })
  )
})
