/** Clients that make errors of statuses: the pipeline takes the response, and says what it means. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Issues from "../../../src/forge/Issues.ts"
import { answer, json, refusal } from "./support/answers.ts"
import { forge } from "./support/client.ts"
import { file, first, issue } from "./support/records.ts"
import { inOrder, serve } from "./support/server.ts"

const clients = [
  ["undici", NodeHttpClient.layerUndici],
  ["fetch", FetchHttpClient.layer]
] as const

const filters: ReadonlyArray<readonly [string, (client: HttpClient.HttpClient) => HttpClient.HttpClient]> = [
  ["that accepts 2xx only", HttpClient.filterStatusOk],
  ["that accepts less than 300", HttpClient.filterStatus((status) => status < 300)],
  ["that accepts nothing", HttpClient.filterStatus(() => false)]
]

describe.each(clients)("on %s", (_, client) => {
  describe.each(filters)("a client %s", (_, filter) => {
    const filtered = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, filter)).pipe(
      Layer.provide(client)
    )

    it.live("confirms what is cached by a 304", () =>
      Effect.gen(function* () {
        const server = yield* serve(inOrder(json(200, issue(1), { etag: '"1"' }), answer(304, { etag: '"1"' })))
        const get = Issues.get.withReply(first)
        const replies = yield* Effect.all([get, get]).pipe(Effect.provide(forge(server.origin, { client: filtered })))
        assert.deepStrictEqual(
          replies.map(({ cached, value }) => [cached, value.number]),
          [
            [false, 1],
            [true, 1]
          ]
        )
        assert.strictEqual(server.requests.length, 2)
      })
    )

    it.live.each([
      [404, "NotFound", 1],
      [500, "ServiceUnavailable", 3]
    ] as const)("fails for a %i with %s, in the words of the service", ([status, tag, requests]) =>
      Effect.gen(function* () {
        const server = yield* serve(() => refusal(status, "No such thing"))
        const error = yield* Effect.flip(Issues.get(first)).pipe(
          Effect.provide(forge(server.origin, { client: filtered }))
        )
        assert.containSubset(error, { _tag: tag, status, serviceMessage: "No such thing" })
        assert.strictEqual(server.requests.length, requests)
      })
    )

    it.live("does not send a write again", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => refusal(500, "No"))
        const create = Issues.create({ owner: "acme", repo: "web", title: "One" })
        const error = yield* Effect.flip(create).pipe(Effect.provide(forge(server.origin, { client: filtered })))
        assert.strictEqual(error._tag, "ServiceUnavailable")
        assert.strictEqual(server.requests.length, 1)
      })
    )

    it.live("downloads", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => answer(200, {}, "bytes"))
        const text = yield* file.text({}).pipe(Effect.provide(forge(server.origin, { client: filtered })))
        assert.strictEqual(text, "bytes")
      })
    )
  })
})
