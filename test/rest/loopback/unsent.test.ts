/** Whether a request may have arrived: not when the client refused it before it sent anything. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Direct from "../../../src/rest/internal/wire/direct.ts"
import { exchangeFailed } from "../../../src/rest/internal/wire/failures.ts"
import { answer, reset } from "./support/answers.ts"
import { onEachTransport } from "./support/client.ts"
import { serve } from "./support/server.ts"

const info = { operation: "Things.create", method: "POST", url: "https://api.example.com/things" }

const bounds = { head: Infinity, silence: Infinity, total: Infinity }

const failureOf = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    Effect.flip<unknown, Direct.ClientError, never>(Direct.find(client)?.(request, bounds) ?? client.execute(request))
  )

onEachTransport((client) => {
  it.live.each([
    ["a header with a line break", HttpClientRequest.setHeader("x-a", "a\nb")],
    ["a header that is not Latin-1", HttpClientRequest.setHeader("x-a", "天")],
    ["a header with a name that none has", HttpClientRequest.setHeader("x a", "b")],
    ["a header that the client does not support", HttpClientRequest.setHeader("connection", "a b")]
  ] as const)("%s was not sent", ([, change]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200))
      const error = yield* failureOf(change(HttpClientRequest.post(`${server.origin}/things`))).pipe(
        Effect.provide(client)
      )
      const failed = exchangeFailed(info, error, (text) => text)
      assert.containSubset(failed, { _tag: "TransportFailed", mayHaveArrived: false })
      assert.include(failed.message, "not sent")
      assert.deepStrictEqual([server.connections, server.requests.length], [0, 0])
    })
  )

  it.live("a request whose connection was lost may have arrived", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => reset)
      const error = yield* failureOf(HttpClientRequest.post(`${server.origin}/things`)).pipe(Effect.provide(client))
      assert.containSubset(
        exchangeFailed(info, error, (text) => text),
        { mayHaveArrived: true }
      )
      assert.lengthOf(server.requests, 1)
    })
  )
})
