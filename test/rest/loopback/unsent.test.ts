/** Whether a request may have arrived: not when the client refused it before it sent anything. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import { senderOf } from "../../../src/rest/internal/wire/anyClient.ts"
import { exchangeFailed } from "../../../src/rest/internal/wire/failures.ts"
import { patient, plain, request } from "../support/senders.ts"
import { answer, reset } from "./support/answers.ts"
import { onEachTransport } from "./support/client.ts"
import { serve } from "./support/server.ts"

const info = { operation: "Things.create", method: "POST", url: "https://api.example.com/things" }

const failureOf = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    Effect.flip(
      senderOf(client)({ ...request, method: "POST", url, headers: Headers.fromRecordUnsafe(headers) }, patient, plain)
    )
  )

onEachTransport((client) => {
  it.live.each([
    ["a header with a line break", "x-a", "a\nb"],
    ["a header that is not Latin-1", "x-a", "天"],
    ["a header with a name that none has", "x a", "b"],
    ["a header that the client does not support", "connection", "a b"]
  ] as const)("%s was not sent", ([, name, value]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200))
      const error = yield* failureOf(`${server.origin}/things`, { [name]: value }).pipe(Effect.provide(client))
      const failed = exchangeFailed(info, error, (text) => text)
      assert.containSubset(failed, { _tag: "TransportFailed", mayHaveArrived: false })
      assert.include(failed.message, "not sent")
      assert.deepStrictEqual([server.connections, server.requests.length], [0, 0])
    })
  )

  it.live("a request whose connection was lost may have arrived", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => reset)
      const error = yield* failureOf(`${server.origin}/things`).pipe(Effect.provide(client))
      assert.containSubset(
        exchangeFailed(info, error, (text) => text),
        { mayHaveArrived: true }
      )
      assert.lengthOf(server.requests, 1)
    })
  )
})
