/** What is particular to responses of undici. What they have in common with the others is in `wireResponse.test.ts`. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import { vi } from "vitest"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { senderOf } from "../../src/rest/internal/wire/anyClient.ts"
import * as Sender from "../../src/rest/Sender.ts"
import { answer, endless } from "../rest/loopback/support/answers.ts"
import { eventually, transports } from "../rest/loopback/support/client.ts"
import { type LoopbackServer, serve } from "../rest/loopback/support/server.ts"
import { patient, plain, request, sending, undiciPeer, why } from "../rest/support/senders.ts"
import { begin, pass, start } from "../rest/support/time.ts"

const day = 86_400_000

/** Milliseconds: Node sets a longer timer to 1 ms. */
const longestTimer = 2_147_483_647

/** Whether the wait for a connection that never comes has failed after a while. */
const givesUp = (head: number) =>
  Effect.gen(function* () {
    const peer = undiciPeer({ connects: false })
    const fiber = yield* Effect.forkChild(Effect.exit(sending(peer, { head, total: Infinity }).text), {
      startImmediately: true
    })
    yield* Effect.sleep(100)
    const failed = fiber.pollUnsafe() !== undefined
    yield* Fiber.interrupt(fiber)
    return failed
  })

describe("a connection", () => {
  it.live.each([
    [20, true],
    [10 * day, false],
    [longestTimer, false],
    [longestTimer + 1, false],
    [365 * day, false],
    [Infinity, false]
  ] as const)("with a limit of %s ms fails at once: %s", ([head, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* givesUp(head), expected)
    })
  )

  it.live("is given up after the longest time that a timer supports", () =>
    Effect.gen(function* () {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
      const head = sending(undiciPeer({ connects: false }), { head: longestTimer, total: Infinity }).head
      const fiber = yield* Effect.forkChild(Effect.exit(head), { startImmediately: true })
      vi.advanceTimersByTime(longestTimer - 1)
      assert.isUndefined(fiber.pollUnsafe())
      vi.advanceTimersByTime(1)
      assert.isDefined(fiber.pollUnsafe())
    }).pipe(Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
  )

  it.effect("that did not come in time has sent nothing", () =>
    Effect.gen(function* () {
      yield* begin
      const running = yield* start(sending(undiciPeer({ connects: false }), { head: 1_000, total: 500 }).head)
      yield* pass(500)
      const cause = why(running.exit())
      assert.include(String(cause), "waited 500 ms for a connection")
      assert.propertyVal(cause, "code", "UND_ERR_CONNECT_TIMEOUT")
    })
  )
})

describe("the status of a response", () => {
  it.effect("is never an informational one (1xx)", () =>
    Effect.gen(function* () {
      const peer = undiciPeer()
      const { fiber } = yield* start(Effect.map(sending(peer).head, ({ status }) => status))
      for (const status of [100, 103, 199, 200]) yield* peer.head(status)
      assert.strictEqual(yield* Fiber.join(fiber), 200)
    })
  )
})

describe("a small body that arrives with its head", () => {
  const arrived = (limit: number) =>
    Effect.gen(function* () {
      const peer = undiciPeer()
      const text = Effect.flatMap(sending(peer).head, (response) =>
        // `runSync` fails if it has to wait.
        Effect.sync(() => Effect.runSync(Effect.result(response.text(limit))))
      )
      const { fiber } = yield* start(text)
      peer.arrive(200, "te", "xt")
      return yield* Fiber.join(fiber)
    })

  it.effect("is there when the response is handed over", () =>
    Effect.gen(function* () {
      assert.containSubset(yield* arrived(4), { success: "text" })
    })
  )

  it.effect("is too large when it exceeds the limit", () =>
    Effect.gen(function* () {
      assert.containSubset(yield* arrived(3), { failure: { _tag: "TooLarge", limit: 3 } })
    })
  )
})

const bounds = { ...patient, head: 10_000, silence: 10_000 }

const senderFor = Effect.map(HttpClient.HttpClient, senderOf)

it.live("a form and a raw body are sent as they are", () =>
  Effect.gen(function* () {
    const sender = yield* senderFor
    const server = yield* serve(() => answer(200, {}, "taken"))
    const form = new FormData()
    form.append("name", "value")
    for (const body of [HttpBody.formData(form), HttpBody.raw("text")]) {
      const response = yield* sender({ ...request, method: "POST", url: `${server.origin}/`, body }, bounds, plain)
      assert.strictEqual(yield* response.text(100), "taken")
    }
    const [multipart, raw] = server.requests
    assert.match(String(multipart?.headers["content-type"]), /^multipart\/form-data; boundary=/)
    assert.match(String(multipart?.body), /name="name"\r\n\r\nvalue\r\n/)
    assert.strictEqual(String(raw?.body), "text")
  }).pipe(Effect.provide(ForgeNode.layerHttpClient()))
)

describe("a body with 0 ms for silence", () => {
  it.live("fails when it falls silent", () =>
    Effect.gen(function* () {
      const sender = yield* senderFor
      const server = yield* serve(() => (response) => {
        response.writeHead(200, { "content-length": 2 })
        response.write("x")
      })
      const response = yield* sender({ ...request, url: `${server.origin}/` }, { ...bounds, silence: 0 }, plain)
      const error = yield* Effect.flip(response.text(Infinity))
      assert.strictEqual(error._tag === "HttpClientError" && error.reason._tag, "TransportError")
    }).pipe(Effect.provide(ForgeNode.layerHttpClient()))
  )
})

/** Sends a request to a server with an endless response, and passes the response to `then`. */
const asking = <A>(then: (response: Sender.WireResponse) => Effect.Effect<A>) =>
  Effect.gen(function* () {
    const sender = yield* senderFor
    const server = yield* serve(() => endless(200))
    let heads = 0
    const asked = Effect.flatMap(sender({ ...request, url: `${server.origin}/` }, bounds, plain), (response) => {
      heads++
      return then(response)
    })
    const fiber = yield* Effect.forkChild(asked)
    yield* eventually("the head comes", () => heads === 1)
    return { fiber, server }
  })

const closed = (server: LoopbackServer) => eventually("the connection is closed", () => server.abandoned === 1)

describe.each(transports)("a response of %s", (_, client) => {
  it.live("is cancelled when its fiber is interrupted before reading the body", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking(() => Effect.never)
      assert.strictEqual(server.abandoned, 0)
      yield* Fiber.interrupt(fiber)
      yield* closed(server)
    }).pipe(Effect.provide(client))
  )

  it.live("is cancelled when its fiber ends without reading the body", () =>
    Effect.gen(function* () {
      const { server } = yield* asking(() => Effect.sleep(50))
      yield* closed(server)
    }).pipe(Effect.provide(client))
  )

  it.live("can be read by another fiber", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking((response) => Effect.succeed(Sender.streamOf(response)))
      const stream = yield* Fiber.join(fiber)
      const pieces = yield* Stream.runCollect(Stream.take(stream, 20))
      assert.strictEqual(pieces.length, 20)
      yield* closed(server)
    }).pipe(Effect.provide(client))
  )

  it.live("can be read after a pause", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking((response) =>
        Effect.andThen(
          Effect.sleep(50),
          Effect.suspend(() => Effect.orDie(Stream.runCollect(Stream.take(Sender.streamOf(response), 20))))
        )
      )
      assert.strictEqual((yield* Fiber.join(fiber)).length, 20)
      yield* closed(server)
    }).pipe(Effect.provide(client))
  )
})
