/** Responses of the short way whose head is slow, or whose body nobody reads. */
import { assert, describe, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { UndiciResponse } from "../../src/node/undiciResponse.ts"
import * as Direct from "../../src/rest/internal/wire/direct.ts"
import * as FetchClient from "../rest/support/fetchClient.ts"
import { endless } from "../rest/loopback/support/answers.ts"
import { eventually } from "../rest/loopback/support/client.ts"
import { type LoopbackServer, serve } from "../rest/loopback/support/server.ts"

const day = 86_400_000

/** Milliseconds: Node sets a longer timer to 1 ms. */
const longestTimer = 2_147_483_647

const request = HttpClientRequest.get("https://api.example.com/")

/** Whether the wait for a connection has failed after a while. */
const givesUp = (head: number) =>
  Effect.withFiber((asker) =>
    Effect.gen(function* () {
      let failed = false
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
    [longestTimer, false],
    [longestTimer + 1, false],
    [365 * day, false],
    [Infinity, false]
  ] as const)("with a limit of %s ms fails at once: %s", ([head, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* givesUp(head), expected)
    })
  )

  it.effect("is given up after the longest time that a timer supports", () =>
    Effect.withFiber((asker) =>
      Effect.sync(() => {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
        try {
          let failed = false
          const response = new UndiciResponse(
            request,
            { head: longestTimer, silence: Infinity, total: Infinity },
            asker,
            () => {
              failed = true
            }
          )
          response.startTimer()
          vi.advanceTimersByTime(longestTimer - 1)
          assert.isFalse(failed)
          vi.advanceTimersByTime(1)
          assert.isTrue(failed)
        } finally {
          vi.useRealTimers()
        }
      })
    )
  )
})

/** What undici lets an answer do with its connection. */
const makeController = () => ({
  aborted: false,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  pause() {
    this.paused = true
  },
  resume() {
    this.paused = false
  },
  abort() {
    this.aborted = true
  }
})

describe("the status of a response", () => {
  it.effect("is never an informational one (1xx)", () =>
    Effect.withFiber((asker) =>
      Effect.promise(async () => {
        const controller = makeController()
        const seen: Array<number> = []
        const response = new UndiciResponse(request, { head: 1_000, silence: 1_000, total: Infinity }, asker, () => {
          seen.push(response.status)
        })
        for (const status of [100, 103, 199, 200]) response.onResponseStart(controller, status, {})
        await Promise.resolve()
        assert.deepStrictEqual(seen, [200])
      })
    )
  )
})

describe("a small body that arrives with its head", () => {
  it.effect("is there when the response is handed over", () =>
    Effect.withFiber((asker) =>
      Effect.callback<void>((done) => {
        const controller = makeController()
        const response = new UndiciResponse(
          request,
          { head: 1_000, silence: 1_000, total: Infinity },
          asker,
          // `runSync` fails if it has to wait.
          () => done(Effect.sync(() => assert.strictEqual(Effect.runSync(response.text(4)), "text")))
        )
        response.onResponseStart(controller, 200, {})
        response.onResponseData(controller, new TextEncoder().encode("te"))
        response.onResponseData(controller, new TextEncoder().encode("xt"))
        response.onResponseEnd()
      })
    )
  )

  it.effect("is too large when it exceeds the limit", () =>
    Effect.withFiber((asker) =>
      Effect.sync(() => {
        const controller = makeController()
        const bounds = { head: 1_000, silence: 1_000, total: Infinity }
        const response = new UndiciResponse(request, bounds, asker, () => {})
        response.onResponseStart(controller, 200, {})
        response.onResponseData(controller, new TextEncoder().encode("text"))
        response.onResponseEnd()
        const error = Effect.runSync(Effect.flip(response.text(3)))
        assert.strictEqual(error._tag, "TooLarge")
      })
    )
  )
})

describe("a body with 0 ms for silence", () => {
  it.live("fails when it falls silent", () =>
    Effect.gen(function* () {
      const direct = Direct.find(yield* HttpClient.HttpClient) ?? assert.fail("the client has no short way")
      const server = yield* serve(() => (response) => {
        response.writeHead(200, { "content-length": 2 })
        response.write("x")
      })
      const response = yield* direct(HttpClientRequest.get(`${server.origin}/`), {
        head: 10_000,
        silence: 0,
        total: Infinity
      })
      const error = yield* Effect.flip(response.text(Infinity))
      assert.strictEqual(error._tag === "HttpClientError" && error.reason._tag, "TransportError")
    }).pipe(Effect.provide(ForgeNode.layerHttpClient()))
  )
})

describe("a body that nobody reads", () => {
  it.effect("is buffered up to 64 KiB, and resumes when it is read", () =>
    Effect.withFiber((asker) =>
      Effect.gen(function* () {
        const controller = makeController()
        const response = new UndiciResponse(request, { head: 1_000, silence: 1_000, total: Infinity }, asker, () => {})
        response.onRequestStart(controller)
        response.onResponseStart(controller, 200, {})
        response.onResponseData(controller, new Uint8Array(65_536))
        assert.isFalse(controller.paused)
        response.onResponseData(controller, new Uint8Array(1))
        assert.isTrue(controller.paused)
        const [first] = yield* Stream.runCollect(Stream.take(response.stream, 1))
        assert.strictEqual(first?.length, 65_536)
        assert.isFalse(controller.paused)
      })
    )
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

describe.each([
  ["undici", ForgeNode.layerHttpClient()],
  ["fetch", FetchClient.layer]
] as const)("a response of %s", (_, client) => {
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
      const { fiber, server } = yield* asking(({ stream }) => Effect.succeed(stream))
      const stream = yield* Fiber.join(fiber)
      const pieces = yield* Stream.runCollect(Stream.take(stream, 20))
      assert.strictEqual(pieces.length, 20)
      yield* closed(server)
    }).pipe(Effect.provide(client))
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
    }).pipe(Effect.provide(client))
  )
})
