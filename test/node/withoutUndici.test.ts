/** Runtimes without undici. Bun has a module of that name, whose dispatchers dispatch nothing. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { vi } from "vitest"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { json } from "../rest/loopback/support/answers.ts"
import { forge } from "../rest/loopback/support/client.ts"
import { first, issue } from "../rest/loopback/support/records.ts"
import { serve } from "../rest/loopback/support/server.ts"

vi.mock("@effect/platform-node/Undici", () => ({
  Agent: class {},
  EnvHttpProxyAgent: class {},
  buildConnector: () => {
    throw new Error("not implemented")
  }
}))

it.live("fetch sends the requests", () =>
  Effect.gen(function* () {
    const server = yield* serve(() => json(200, issue(1)))
    let sent = 0
    const fetch: typeof globalThis.fetch = (...request) => {
      sent++
      return globalThis.fetch(...request)
    }
    const client = ForgeNode.layerHttpClient().pipe(Layer.provideMerge(Layer.succeed(FetchHttpClient.Fetch, fetch)))
    const { number } = yield* Effect.provide(Issues.get(first), forge(server.origin, { client }))
    assert.deepStrictEqual([number, sent, server.requests.length], [1, 1, 1])
  })
)

it.effect.each([{ proxy: "http://proxy.example" }, { tls: { ca: "" } }, { socketPath: "/tmp/a" }])(
  "options that fetch does not have fail when the Layer is built: %o",
  (options) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Effect.scoped(Layer.build(ForgeNode.layerHttpClient(options))))
      assert.include(error.message, "this runtime has no undici")
    })
)
