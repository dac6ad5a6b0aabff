import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Direct from "../../../../src/rest/internal/wire/direct.ts"
import * as FetchClient from "../../support/fetchClient.ts"
import { streamed } from "../../../../src/rest/internal/wire/outgoingBody.ts"

interface Sent {
  readonly url: string
  readonly init: RequestInit | undefined
}

const bounds = { head: 1_000, silence: 1_000, total: 1_000 }

const request = HttpClientRequest.post("https://api.example.com/a?b=c")

/** Sends a request by the direct path of a Layer. */
const send = (
  request: HttpClientRequest.HttpClientRequest,
  fetch: typeof globalThis.fetch,
  given: Layer.Layer<FetchHttpClient.RequestInit> | Layer.Layer<never> = Layer.empty,
  redirect?: RequestRedirect
) =>
  Effect.gen(function* () {
    const direct = Direct.find(yield* HttpClient.HttpClient) ?? assert.fail("fetch has no direct path")
    const response = yield* direct(request, bounds, { redirect })
    return yield* response.text(100)
  }).pipe(
    Effect.provide(Layer.provide(FetchClient.layer, Layer.merge(Layer.succeed(FetchHttpClient.Fetch, fetch), given)))
  )

/** Sends a request by a fetch that records it. */
const sending = (
  request: HttpClientRequest.HttpClientRequest,
  given?: Layer.Layer<FetchHttpClient.RequestInit>,
  redirect?: RequestRedirect
) => {
  const sent: Array<Sent> = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push({ url: url instanceof Request ? url.url : String(url), init })
    return Promise.resolve(new Response("taken"))
  }
  return Effect.as(send(request, fetch, given, redirect), sent)
}

describe("the fetch of the ready Layers", () => {
  it.effect("sends method, URL and headers, and leaves the length to fetch", () =>
    Effect.gen(function* () {
      const headers = { accept: "text/plain", "content-length": "3" }
      const [sent] = yield* sending(HttpClientRequest.setHeaders(request, headers))
      assert.strictEqual(sent?.url, "https://api.example.com/a?b=c")
      assert.strictEqual(sent?.init?.method, "POST")
      assert.deepStrictEqual({ ...(sent?.init?.headers as object) }, { accept: "text/plain" })
      // Some runtimes refuse even an undefined mode.
      assert.notProperty(sent?.init, "cache")
    })
  )

  it.effect("merges the RequestInit of its Layer, whose headers yield to the request's", () =>
    Effect.gen(function* () {
      const headers = { accept: "image/png", "X-Team": "web" }
      const init: RequestInit = { credentials: "include", method: "PUT", body: "x", headers }
      const own = HttpClientRequest.setHeaders(request, { accept: "text/plain" })
      const [sent] = yield* sending(own, Layer.succeed(FetchHttpClient.RequestInit, init))
      assert.strictEqual(sent?.init?.credentials, "include")
      assert.deepStrictEqual([sent?.init?.method, sent?.init?.body], ["POST", null])
      assert.deepStrictEqual({ ...(sent?.init?.headers as object) }, { accept: "text/plain", "x-team": "web" })
    })
  )

  it.effect("prefers the RequestInit of a call", () =>
    Effect.gen(function* () {
      const built = Layer.succeed(FetchHttpClient.RequestInit, { credentials: "include" })
      const [sent] = yield* Effect.provideService(sending(request, built), FetchHttpClient.RequestInit, {
        credentials: "omit"
      })
      assert.strictEqual(sent?.init?.credentials, "omit")
    })
  )

  it.effect("keeps the runtime's cache and redirects out, unless the program or the pipeline asks for them", () =>
    Effect.gen(function* () {
      const given = Layer.succeed(FetchHttpClient.RequestInit, { cache: "reload", redirect: "error" })
      const read = HttpClientRequest.get("https://api.example.com/a")
      const modes = yield* Effect.all([sending(read), sending(read, given), sending(read, given, "follow")])
      assert.deepStrictEqual(
        modes.map(([sent]) => [sent?.init?.cache, sent?.init?.redirect]),
        [
          ["no-cache", "manual"],
          ["reload", "manual"],
          ["reload", "follow"]
        ]
      )
    })
  )

  it.effect("sends bodies in one piece", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.of(1, 2)
      const form = new FormData()
      const bodies: ReadonlyArray<readonly [HttpBody.HttpBody, unknown]> = [
        [HttpBody.empty, null],
        [HttpBody.uint8Array(bytes), bytes],
        [HttpBody.raw("text"), "text"],
        [HttpBody.formData(form), form],
        [streamed(HttpBody.stream(Stream.empty), bytes), new Uint8Array(bytes)]
      ]
      for (const [body, expected] of bodies) {
        const [sent] = yield* sending(HttpClientRequest.setBody(request, body))
        assert.deepStrictEqual<unknown>(sent?.init?.body, expected, body._tag)
      }
    })
  )

  it.effect("aborts the fetch when it is interrupted", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | null | undefined
      const fiber = yield* Effect.forkChild(
        send(request, (_, init) => {
          signal = init?.signal
          return new Promise(() => {})
        }),
        { startImmediately: true }
      )
      assert.isFalse(signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signal?.aborted)
    })
  )

  it.effect.each([
    ["rejects with", () => Promise.reject(new TypeError("fetch failed"))],
    [
      "throws",
      () => {
        throw new TypeError("fetch failed")
      }
    ]
  ] as const)("fails with what fetch %s", ([, fetch]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(send(request, fetch))
      assert.strictEqual(error._tag === "HttpClientError" && error.reason._tag, "TransportError")
      assert.strictEqual(String(error._tag === "HttpClientError" && error.reason.cause), "TypeError: fetch failed")
    })
  )
})
