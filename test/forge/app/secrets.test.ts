import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AppCredentials from "../../../src/forge/AppCredentials.ts"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import * as Faults from "../../../src/testing/Faults.ts"
import { ForgeSimulator } from "../../../src/testing/ForgeSimulator.ts"
import { make, shown } from "../../rest/loopback/support/probe.ts"
import { foreign, pkcs1 } from "./keys.ts"
import { app, issue, pass, passEach, test } from "./support.ts"
import * as Fiber from "effect/Fiber"

test("keys, JSON web tokens and tokens are in no log, span, error, cache key or metric", function* () {
  const probe = make()
  const keys: Array<string> = []
  const cache = Layer.succeed(HttpCache.HttpCache, {
    get: (key) => Effect.sync(() => (keys.push(key), undefined)),
    set: (key, entry) => Effect.sync(() => void keys.push(key, shown({ ...entry, body: "" })))
  })
  const { faults, toSeed } = yield* ForgeSimulator
  const run = (options: AppCredentials.App) =>
    Effect.exit(Issues.get(issue)).pipe(
      Effect.andThen(Issues.createComment({ ...issue, body: "One" })),
      Effect.provide(
        Forge.layer().pipe(
          Layer.provide([
            AppCredentials.layer({ ...options, installationId: 70, revoke: true }),
            cache,
            RateLimit.layerMemory()
          ])
        )
      ),
      Effect.scoped,
      Effect.exit
    )
  const errors: Array<unknown> = []
  const watched = Effect.gen(function* () {
    errors.push(yield* run(app))
    errors.push(yield* run({ ...app, privateKey: foreign }))
    errors.push(yield* run({ ...app, privateKey: Redacted.make(pkcs1.slice(0, 400)) }))
    // The service repeats what it was sent, or sends nonsense in place of a token.
    yield* faults.add(
      Faults.rewritten({ operation: "Apps.createInstallationToken", rewrite: (body) => ({ was: body }) }),
      Faults.unavailable({ operation: "Apps.createInstallationToken", times: 1 })
    )
    errors.push(yield* run(app), yield* run(app))
    const get = Effect.flatMap(Credentials.Credentials, (self) => self.get)
    errors.push(yield* Effect.provide(get, AppCredentials.layer({ ...app, installationId: 70 })))
  })
  const before = Object.keys((yield* toSeed).tokens ?? {})
  const running = yield* Effect.forkChild(probe.watch(watched))
  yield* passEach("1 second", 10)
  yield* pass("1 minute")
  yield* Fiber.join(running)
  assert.isAbove(probe.spans.length, 5)
  const text = [probe.everything(), ...errors.map(shown), ...keys].join("\n")
  assert.include(text, "Apps.createInstallationToken")
  for (const secret of [/eyJ/, /ghs_/, /PRIVATE KEY/, new RegExp(pkcs1.slice(60, 100).replaceAll("+", "\\+"))]) {
    assert.notMatch(text, secret)
  }
  assert.deepStrictEqual(
    before.filter((token) => token.startsWith("ghs_")),
    []
  )
})
