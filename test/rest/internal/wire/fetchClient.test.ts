import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as FetchClient from "../../../../src/rest/internal/wire/fetchClient.ts"

interface Sent {
  readonly url: string
  readonly init: RequestInit | undefined
}

/** Sends a request by a fetch that records it. */
const sending = (
  request: HttpClientRequest.HttpClientRequest,
  more: Layer.Layer<FetchHttpClient.RequestInit> | Layer.Layer<never> = Layer.empty
) => {
  const sent: Array<Sent> = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push({ url: url instanceof Request ? url.url : String(url), init })
    return Promise.resolve(new Response("taken"))
  }
  const layer = Layer.provide(FetchClient.layer, Layer.merge(Layer.succeed(FetchHttpClient.Fetch, fetch), more))
  return Effect.as(Effect.provide(HttpClient.execute(request), layer), sent)
}

const request = HttpClientRequest.post("https://api.example.com/a?b=c")

describe("the fetch of the ready Layers", () => {
  it.effect("sends method, URL and headers, and leaves the length to fetch", () =>
    Effect.gen(function* () {
      const headers = { accept: "text/plain", "content-length": "3" }
      const [sent] = yield* sending(HttpClientRequest.setHeaders(request, headers))
      assert.strictEqual(sent?.url, "https://api.example.com/a?b=c")
      assert.strictEqual(sent?.init?.method, "POST")
      assert.deepStrictEqual({ ...(sent?.init?.headers as object) }, { accept: "text/plain" })
    })
  )

  it.effect("merges the RequestInit of its Layer, whose headers yield to the request's", () =>
    Effect.gen(function* () {
      const init: RequestInit = { credentials: "include", headers: { accept: "image/png", "X-Team": "web" } }
      const own = HttpClientRequest.setHeaders(request, { accept: "text/plain" })
      const [sent] = yield* sending(own, Layer.succeed(FetchHttpClient.RequestInit, init))
      assert.strictEqual(sent?.init?.credentials, "include")
      assert.deepStrictEqual({ ...(sent?.init?.headers as object) }, { accept: "text/plain", "x-team": "web" })
    })
  )

  it.effect("sends bodies in one piece, and no stream", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.of(1, 2)
      const form = new FormData()
      const bodies: ReadonlyArray<readonly [HttpBody.HttpBody, unknown]> = [
        [HttpBody.empty, null],
        [HttpBody.uint8Array(bytes), bytes],
        [HttpBody.raw("text"), "text"],
        [HttpBody.formData(form), form],
        [HttpBody.stream(Stream.empty), null]
      ]
      for (const [body, expected] of bodies) {
        const [sent] = yield* sending(HttpClientRequest.setBody(request, body))
        assert.strictEqual(sent?.init?.body, expected, body._tag)
      }
    })
  )

  it.effect("fails with what fetch throws", () =>
    Effect.gen(function* () {
      const cause = new TypeError("fetch failed")
      const failing = Layer.provide(
        FetchClient.layer,
        Layer.succeed(FetchHttpClient.Fetch, () => Promise.reject(cause))
      )
      const { reason } = yield* Effect.flip(Effect.provide(HttpClient.execute(request), failing))
      assert.strictEqual(reason._tag, "TransportError")
      assert.strictEqual(reason.cause, cause)
    })
  )

  it.effect("aborts the request when it is interrupted", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | null | undefined
      const fetch: typeof globalThis.fetch = (_, init) => {
        signal = init?.signal
        return new Promise(() => {})
      }
      const layer = Layer.provide(FetchClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch))
      const fiber = yield* Effect.forkChild(Effect.provide(HttpClient.execute(request), layer), {
        startImmediately: true
      })
      assert.isFalse(signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signal?.aborted)
    })
  )
})
