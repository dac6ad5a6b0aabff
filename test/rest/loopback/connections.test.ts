/** Connections that are refused, break, or are left open. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import type { RestError } from "../../../src/rest/RestError.ts"
import * as Sender from "../../../src/rest/Sender.ts"
import { answer, bytes, half, json, refusal, reset } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { comment, first, issue, label, repo } from "./support/records.ts"
import { type Answer, inOrder, refusing, serve } from "./support/server.ts"

const get = Issues.get(first)
const write = Issues.createComment({ ...first, body: "It rains in" })

const arrival = (error: RestError) => (error._tag === "TransportFailed" ? error.mayHaveArrived : error._tag)

/** Ways for a response to get lost once the request has arrived. */
const losses: ReadonlyArray<readonly [name: string, answer: Answer]> = [
  ["reset before the response", reset],
  ["closed before the response", (response) => response.socket?.end()],
  ["reset within the body", half(comment("It rains in"), "reset")],
  ["closed within the body", half(comment("It rains in"), "end")],
  [
    "closed within a body of unknown length",
    bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n')
  ],
  ["closed within the head", bytes("HTTP/1.1 200 OK\r\ncontent-ty")],
  ["broken by something that is not HTTP", bytes("SSH-2.0-OpenSSH_9.6\r\n\r\n")]
]

onEachTransport((client) => {
  it.live("knows that nothing arrived when the connection was refused", () =>
    Effect.gen(function* () {
      const origin = yield* refusing
      const errors = yield* Effect.all([Effect.flip(get), Effect.flip(write)]).pipe(
        Effect.provide(forge(origin, { client }))
      )
      assert.deepStrictEqual(errors.map(arrival), [false, false])
      assert.include(errors[1].message, "Issues.createComment: not sent")
    })
  )

  it.live("retries a write after a refused connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(201, comment("It rains in")))
      const origin = yield* refusing
      // The first connection is refused, as by a service that restarts.
      let connections = 0
      const urlOf = (url: string) => (connections++ === 0 ? url.replace(server.origin, origin) : url)
      const startsLate = (client: HttpClient.HttpClient) => {
        const sender = Sender.find(client)
        const late = HttpClient.mapRequest(client, (request) => HttpClientRequest.setUrl(request, urlOf(request.url)))
        return sender
          ? Sender.register(late, (request, ...more) => sender({ ...request, url: urlOf(request.url) }, ...more))
          : late
      }
      const late = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, startsLate))
      const { body } = yield* write.pipe(Effect.provide(forge(server.origin, { client: Layer.provide(late, client) })))
      assert.strictEqual(body, "It rains in")
      assert.deepStrictEqual([connections, server.requests.length], [2, 1])
    })
  )

  it.live.each(losses)("a write whose response was %s may have arrived, and is sent once", ([, lost]) =>
    Effect.gen(function* () {
      const server = yield* serve(() => lost)
      const error = yield* Effect.flip(write).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(arrival(error), true)
      assert.strictEqual(error.operation, "Issues.createComment")
      assert.deepStrictEqual(
        server.requests.map(({ body }) => body),
        [`{"body":"It rains in"}`]
      )
    })
  )

  it.live.each(losses)("a read whose response was %s is retried", ([, lost]) =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(lost, lost, json(200, issue(1))))
      const { number } = yield* get.pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([number, server.requests.length], [1, 3])
    })
  )

  it.live("retries a write that is declared repeatable", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(reset, refusal(502, "Bad gateway"), json(200, issue(1))))
      const { number } = yield* Issues.update({ ...first, title: "New" }).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(number, 1)
      assert.deepStrictEqual(
        server.requests.map(({ body, method }) => `${method} ${body}`),
        Array(3).fill(`PATCH {"title":"New"}`)
      )
    })
  )

  it.live("does not retry other writes after a transient status", () =>
    Effect.gen(function* () {
      for (const status of [408, 500, 502, 503, 504]) {
        const server = yield* serve(() => refusal(status, "Unicorn"))
        const error = yield* Effect.flip(write).pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual([error._tag, server.requests.length], ["ServiceUnavailable", 1])
      }
    })
  )

  it.live("does not retry a write after a 503 with Retry-After: the service may have acted", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(refusal(503, "Maintenance", { "retry-after": "0" }), json(201, label("bug"))))
      const error = yield* Effect.flip(Labels.create({ ...repo, name: "bug" })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual([error._tag, server.requests.length], ["ServiceUnavailable", 1])
    })
  )

  it.live("fails with the last failure", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(reset, refusal(500, "Unicorn"), reset))
      const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([error._tag, server.requests.length], ["TransportFailed", 3])
    })
  )

  it.live("drains the responses that it discards, and so needs one connection", () =>
    Effect.gen(function* () {
      const attempts = 25
      const page = answer(500, { "content-type": "text/html" }, "<p>Unicorn</p>".repeat(4_000))
      const server = yield* serve(inOrder(...Array<Answer>(attempts - 1).fill(page), json(200, issue(1))))
      yield* get.pipe(Effect.provide(forge(server.origin, { client, retry: { attempts, base: 1, cap: 1 } })))
      assert.strictEqual(server.requests.length, attempts)
      assert.isAtMost(server.connections, 2)
    })
  )

  it.live("drains redirects, and responses that a call does not use", () =>
    Effect.gen(function* () {
      const body = "x".repeat(8_000)
      const server = yield* serve(({ method, path }) => {
        if (method === "DELETE") return answer(200, {}, body)
        return path === "/elsewhere" ? json(200, issue(1)) : answer(301, { location: "/elsewhere" }, body)
      })
      const name = "bug"
      const unexpected = Effect.flip(Labels.delete({ ...repo, name }))
      const ignored = Forge.operation("Labels.drop", "DELETE /labels/{name}", {
        path: { name: Schema.String },
        statuses: [200]
      })
      yield* Effect.replicateEffect(Effect.all([get, unexpected, ignored({ name })]), 10).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(server.requests.length, 40)
      assert.isAtMost(server.connections, 2)
    })
  )
})
