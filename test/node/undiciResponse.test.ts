/** Responses of the short way whose head is slow, or whose body nobody reads. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { UndiciResponse } from "../../src/node/undiciResponse.ts"
import * as Direct from "../../src/rest/internal/wire/direct.ts"
import { endless } from "../rest/loopback/support/answers.ts"
import { eventually } from "../rest/loopback/support/client.ts"
import { type LoopbackServer, serve } from "../rest/loopback/support/server.ts"

const day = 86_400_000

/** Whether the wait for a connection has failed after a while. */
const givesUp = (head: number) =>
  Effect.withFiber((asker) =>
    Effect.gen(function* () {
      let failed = false
      const request = HttpClientRequest.get("https://api.example.com/")
      const response = new UndiciResponse(request, { head, silence: Infinity, total: Infinity }, asker, () => {
        failed = true
      })
      response.startTimer()
      yield* Effect.sleep(100)
      response.abort()
      return failed
    })
  )

describe("a connection", () => {
  it.live.each([
    [20, true],
    [10 * day, false],
    [365 * day, false],
    [Infinity, false]
  ] as const)("with a limit of %s ms fails at once: %s", ([head, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* givesUp(head), expected)
    })
  )
})

/** Sends a request to a server with an endless response, and passes the response to `then`. */
const asking = <A>(then: (answer: Direct.DirectResponse) => Effect.Effect<A>) =>
  Effect.gen(function* () {
    const direct = Direct.find(yield* HttpClient.HttpClient)
    if (direct === undefined) return yield* Effect.die(new Error("The client has no short way"))
    const server = yield* serve(() => endless(200))
    let heads = 0
    const request = HttpClientRequest.get(`${server.origin}/`)
    const asked = Effect.flatMap(direct(request, { head: 10_000, silence: 10_000, total: Infinity }), (answer) => {
      heads++
      return then(answer)
    })
    const fiber = yield* Effect.forkChild(asked)
    yield* eventually("the head comes", () => heads === 1)
    return { fiber, server }
  })

const closed = (server: LoopbackServer) => eventually("the connection is closed", () => server.abandoned === 1)

describe("a response", () => {
  it.live("is cancelled when its fiber is interrupted before reading the body", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking(() => Effect.never)
      assert.strictEqual(server.abandoned, 0)
      yield* Fiber.interrupt(fiber)
      yield* closed(server)
    }).pipe(Effect.provide(ForgeNode.layerHttpClient))
  )

  it.live("is cancelled when its fiber ends without reading the body", () =>
    Effect.gen(function* () {
      const { server } = yield* asking(() => Effect.sleep(50))
      yield* closed(server)
    }).pipe(Effect.provide(ForgeNode.layerHttpClient))
  )

  it.live("can be read by another fiber", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking(({ stream }) => Effect.succeed(stream))
      const stream = yield* Fiber.join(fiber)
      const pieces = yield* Stream.runCollect(Stream.take(stream, 20))
      assert.strictEqual(pieces.length, 20)
      yield* closed(server)
    }).pipe(Effect.provide(ForgeNode.layerHttpClient))
  )

  it.live("can be read after a pause", () =>
    Effect.gen(function* () {
      const { fiber, server } = yield* asking((answer) =>
        Effect.andThen(
          Effect.sleep(50),
          Effect.suspend(() => Effect.orDie(Stream.runCollect(Stream.take(answer.stream, 20))))
        )
      )
      assert.strictEqual((yield* Fiber.join(fiber)).length, 20)
      yield* closed(server)
    }).pipe(Effect.provide(ForgeNode.layerHttpClient))
  )
})
