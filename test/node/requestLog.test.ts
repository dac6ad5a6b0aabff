/** What the ready Layers of Node log of calls, against a served simulator. */
import { assert, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import * as Transport from "../../src/rest/Transport.ts"
import * as Faults from "../../src/testing/Faults.ts"
import { ForgeSimulator, token } from "../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../src/testing/node.ts"

it.live("ForgeNode logs retries, unless the program has an observer of its own", () =>
  Effect.gen(function* () {
    const { baseUrl, faults } = yield* ForgeSimulator
    const seen: Array<unknown> = []
    const logger = Logger.make<unknown, void>(({ message }) => void seen.push(Array.isArray(message) && message[0]))
    const own = Layer.succeed(Transport.Observer, ({ _tag }) => Effect.sync(() => void seen.push({ _tag })))
    const retry = (layer: typeof ForgeNode.layerGitHub) =>
      Effect.andThen(
        faults.add(Faults.unavailable()),
        Issues.get({ owner: "acme", repo: "web", issue_number: 1 })
      ).pipe(
        Effect.provideService(RetryPolicy, { attempts: 2, within: "1 hour", base: 0, cap: 0 }),
        Effect.provide([layer, Logger.layer([logger])]),
        Effect.provideService(References.MinimumLogLevel, "Debug"),
        Effect.provide(
          ConfigProvider.layer(ConfigProvider.fromEnvRecord({ GITHUB_TOKEN: token, GITHUB_API_URL: baseUrl }))
        )
      )
    yield* retry(ForgeNode.layerConfig())
    yield* retry(ForgeNode.layerConfig().pipe(Layer.provide(own)))
    assert.deepStrictEqual(seen, ["Retrying", { _tag: "Retrying" }])
  }).pipe(
    Effect.provide(
      SimulatorServer.layerForge({
        repositories: [{ owner: "acme", name: "web", issues: [{ title: "One" }] }],
        tokens: { [token]: "acme" }
      })
    )
  )
)
