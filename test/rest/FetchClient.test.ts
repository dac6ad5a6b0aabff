import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { vi } from "vitest"
import * as FetchClient from "../../src/rest/FetchClient.ts"
import { streamed } from "../../src/rest/internal/wire/outgoingBody.ts"
import * as Sender from "../../src/rest/Sender.ts"
import type { Bounds } from "../../src/rest/Watch.ts"
import { patient, plain, request as read } from "./support/senders.ts"

interface Sent {
  readonly url: string
  readonly init: RequestInit | undefined
}

const request: Sender.ClientRequest = { ...read, method: "POST", url: "https://api.example.com/a?b=c" }

/** Sends a request by the sender of the Layer. */
const headOf = (
  request: Sender.ClientRequest,
  fetch: typeof globalThis.fetch,
  given: Layer.Layer<FetchHttpClient.RequestInit> | Layer.Layer<never> = Layer.empty,
  options: Partial<Sender.SendOptions & { readonly bounds: Partial<Bounds> }> = {}
) =>
  Effect.flatMap(HttpClient.HttpClient, (client) => {
    const sender = Sender.find(client) ?? assert.fail("fetch has no sender")
    return sender(request, { ...patient, ...options.bounds }, { ...plain, ...options })
  }).pipe(
    Effect.provide(Layer.provide(FetchClient.layer, Layer.merge(Layer.succeed(FetchHttpClient.Fetch, fetch), given)))
  )

const textOf = (...args: Parameters<typeof headOf>) => Effect.flatMap(headOf(...args), (response) => response.text(100))

/** Sends a request by a fetch that records it. */
const sending = (
  request: Sender.ClientRequest,
  given?: Layer.Layer<FetchHttpClient.RequestInit>,
  redirect: RequestRedirect = "manual"
) => {
  const sent: Array<Sent> = []
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push({ url: url instanceof Request ? url.url : String(url), init })
    return Promise.resolve(new Response("taken"))
  }
  return Effect.as(textOf(request, fetch, given, { redirect }), sent)
}

const withHeaders = (headers: Readonly<Record<string, string>>): Sender.ClientRequest => ({
  ...request,
  headers: Headers.fromRecordUnsafe(headers)
})

describe("the fetch of the ready Layers", () => {
  it.effect("sends method, URL and headers, and leaves the length to fetch", () =>
    Effect.gen(function* () {
      const headers = { accept: "text/plain", "content-length": "3" }
      const [sent] = yield* sending(withHeaders(headers))
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
      const own = withHeaders({ accept: "text/plain" })
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
      const bodies: ReadonlyArray<readonly [Sender.ClientRequest["body"], unknown]> = [
        [HttpBody.empty, null],
        [HttpBody.uint8Array(bytes), bytes],
        [HttpBody.raw("text"), "text"],
        [HttpBody.formData(form), form],
        [streamed(HttpBody.stream(Stream.empty), bytes), new Uint8Array(bytes)]
      ]
      for (const [body, expected] of bodies) {
        const [sent] = yield* sending({ ...request, body })
        assert.deepStrictEqual<unknown>(sent?.init?.body, expected, body._tag)
      }
    })
  )

  it.effect("aborts the fetch when it is interrupted", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | null | undefined
      const fiber = yield* Effect.forkChild(
        textOf(request, (_, init) => {
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
      const error = yield* Effect.flip(textOf(request, fetch))
      assert.strictEqual(error._tag === "HttpClientError" && error.reason._tag, "TransportError")
      assert.strictEqual(String(error._tag === "HttpClientError" && error.reason.cause), "TypeError: fetch failed")
    })
  )
})

describe("the head of a response", () => {
  const get = (fetch: typeof globalThis.fetch, reads?: ReadonlyArray<string>) =>
    headOf(read, fetch, Layer.empty, { reads })

  it.effect("has the headers that matter, also empty ones, or all", () =>
    Effect.gen(function* () {
      const fetch = () => Promise.resolve(new Response("", { headers: { etag: '"1"', link: "", "x-other": "1" } }))
      const { headers } = yield* get(fetch, ["etag", "link", "location"])
      assert.deepStrictEqual({ ...headers }, { etag: '"1"', link: "" })
      assert.strictEqual((yield* get(fetch)).headers["x-other"], "1")
    })
  )

  it.effect("has the URL that responded without its fragment, or else that of the request", () =>
    Effect.gen(function* () {
      const from = (url: string) => () =>
        Promise.resolve(Object.defineProperty(new Response(""), "url", { value: url }))
      const urls = yield* Effect.all([from("https://example.com/b?c#d"), from("")].map((fetch) => get(fetch)))
      assert.deepStrictEqual(
        urls.map(({ url }) => url),
        ["https://example.com/b?c", read.url]
      )
    })
  )
})

it.effect("a status that has no body ends the response: it is not read, and only the body of a 205 is aborted", () =>
  Effect.gen(function* () {
    for (const status of [204, 205, 304]) {
      let signal: AbortSignal | null | undefined
      const response = new Response(null, { status })
      const text = textOf(read, (_, init) => {
        signal = init?.signal
        return Promise.resolve(response)
      })
      assert.strictEqual(yield* text, "")
      assert.isFalse(response.bodyUsed)
      assert.strictEqual(signal?.aborted, status === 205, `${status}`)
    }
  })
)

describe("where bodies cannot be streamed, as in React Native", () => {
  const without = (body: string) => () =>
    Promise.resolve(Object.defineProperty(new Response(body), "body", { value: undefined }))

  it.effect("text and bytes are read as a whole, and bounded", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* textOf(read, without("text")), "text")
      assert.lengthOf(yield* textOf(read, without("x".repeat(100))), 100)
      const error = yield* Effect.flip(textOf(read, without("x".repeat(101))))
      assert.strictEqual(error._tag, "TooLarge")
      const bytes = yield* Effect.flatMap(headOf(read, without("text")), (response) => response.bytes(100))
      assert.deepStrictEqual(bytes, new TextEncoder().encode("text"))
    })
  )

  it.effect("reading is aborted when its fiber is interrupted", () =>
    Effect.gen(function* () {
      let signal: AbortSignal | null | undefined
      const text = textOf(read, (_, init) => {
        signal = init?.signal
        return Promise.resolve(
          Object.defineProperties(new Response(), { text: { value: () => new Promise(() => {}) } })
        )
      })
      const fiber = yield* Effect.forkChild(text, { startImmediately: true })
      yield* turn
      assert.isFalse(signal?.aborted)
      yield* Fiber.interrupt(fiber)
      assert.isTrue(signal?.aborted)
    })
  )

  it.effect("a stream is one piece", () =>
    Effect.gen(function* () {
      const pieces = yield* Effect.flatMap(headOf(read, without("text")), (response) =>
        Stream.runCollect(Sender.streamOf(response))
      )
      assert.deepStrictEqual(pieces, [new TextEncoder().encode("text")])
    })
  )
})

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("the timer of a response", () => {
  const timers = Effect.acquireRelease(
    Effect.sync(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })),
    () => Effect.sync(() => void vi.useRealTimers())
  )

  const never = () => new Promise<Response>(() => {})

  /** A body of pieces that a test pushes. */
  const pushed = () => {
    const body: { controller?: ReadableStreamDefaultController<Uint8Array> } = {}
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body.controller = controller) })
    return { body, fetch: () => Promise.resolve(new Response(stream)) }
  }

  it.live("is one, and is cleared at the end", () =>
    Effect.gen(function* () {
      yield* timers
      const { body, fetch } = pushed()
      const fiber = yield* Effect.forkChild(textOf(read, fetch), { startImmediately: true })
      yield* turn
      for (let i = 0; i < 3; i++) {
        body.controller?.enqueue(Uint8Array.of(97))
        yield* turn
        assert.strictEqual(vi.getTimerCount(), 1)
      }
      body.controller?.close()
      assert.strictEqual(yield* Fiber.join(fiber), "aaa")
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )

  it.live("is cleared at the end of a stream, and without a body", () =>
    Effect.gen(function* () {
      yield* timers
      const streamed = Effect.flatMap(
        headOf(read, () => Promise.resolve(new Response("text"))),
        (response) => Stream.runDrain(Sender.streamOf(response))
      )
      const empty = () => Promise.resolve(new Response(null, { status: 204 }))
      for (const reading of [streamed, textOf(read, empty), Effect.asVoid(headOf(read, empty))]) {
        const fiber = yield* Effect.forkChild(reading, { startImmediately: true })
        yield* turn
        yield* Fiber.join(fiber)
        assert.strictEqual(vi.getTimerCount(), 0)
      }
    })
  )

  it.live("ends a silence in time", () =>
    Effect.gen(function* () {
      yield* timers
      const bounds = { head: 5_000, silence: 1_000 }
      const text = textOf(read, pushed().fetch, Layer.empty, { bounds })
      const fiber = yield* Effect.forkChild(Effect.flip(text), { startImmediately: true })
      yield* turn
      vi.advanceTimersByTime(999)
      assert.isUndefined(fiber.pollUnsafe())
      vi.advanceTimersByTime(1)
      const error = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        error._tag === "HttpClientError" && error.reason.cause,
        new Error("waited 1000 ms for the body to continue")
      )
    })
  )

  it.live.each([2 ** 31, Infinity])("waits %s ms and not 1, which is what a timer makes of it", (milliseconds) =>
    Effect.gen(function* () {
      yield* timers
      const bounds = { head: milliseconds, silence: milliseconds, total: milliseconds }
      const text = textOf(read, never, Layer.empty, { bounds })
      const fiber = yield* Effect.forkChild(Effect.exit(text), { startImmediately: true })
      vi.advanceTimersByTime(2 ** 31 - 1)
      assert.isUndefined(fiber.pollUnsafe())
      vi.advanceTimersByTime(1)
      assert.strictEqual(fiber.pollUnsafe() === undefined, milliseconds === Infinity)
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(vi.getTimerCount(), 0)
    })
  )
})
