/** Downloads from clients that tell less of a broken body than Node's do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as fc from "fast-check"
import * as Contents from "../../src/forge/Contents.ts"
import * as Releases from "../../src/forge/Releases.ts"
import { ResponseLimit } from "../../src/rest/Transport.ts"
import { type Answer, inTurn, scripted } from "./support/http.ts"
import { service } from "./support/things.ts"
import { begin, pass, start } from "./support/time.ts"

const text = "0123456789"
const head = { etag: '"1"', "content-length": "10", "content-type": "application/zip" }

const part = (headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 206,
  headers: { ...head, "content-length": "6", "content-range": "bytes 4-9/10", ...headers },
  text: text.slice(4)
})

/** The text that arrives, or the tag of the error, and the ranges that were asked for. */
const downloaded = Effect.fnUntraced(function* (...answers: ReadonlyArray<Answer>) {
  yield* begin
  const http = scripted(inTurn(...answers))
  const bytes = Releases.downloadAsset.bytes({ owner: "acme", repo: "web", asset_id: 7 })
  const running = yield* start(Effect.provide(Effect.flip(bytes), service(http)))
  for (let steps = 0; running.exit() === undefined && steps < 100; steps++) yield* pass("1 second")
  const exit = running.exit()
  if (exit === undefined) throw new Error("it does not end")
  const [reason] = Exit.isFailure(exit) ? exit.cause.reasons : []
  const arrived = reason?._tag === "Fail" && reason.error instanceof Uint8Array ? reason.error : undefined
  return {
    result: arrived === undefined ? Exit.isSuccess(exit) && exit.value._tag : new TextDecoder().decode(arrived),
    ranges: http.sent.map(({ headers }) => headers["range"])
  }
})

const lost = (pieces: string): Stream.Stream<string, "lost"> => Stream.concat(Stream.make(pieces), Stream.fail("lost"))

it.effect("a body that ends early without an error goes on", () =>
  Effect.gen(function* () {
    const { ranges, result } = yield* downloaded({ headers: head, text: text.slice(0, 4) }, part())
    assert.deepStrictEqual([result, ranges], [text, [undefined, "bytes=4-"]])
  })
)

it.effect("an error after the last byte is none", () =>
  Effect.gen(function* () {
    const { ranges, result } = yield* downloaded({ headers: head, pieces: lost(text) })
    assert.deepStrictEqual([result, ranges], [text, [undefined]])
  })
)

it.effect("an encoded part does not fit", () =>
  Effect.gen(function* () {
    const { ranges, result } = yield* downloaded(
      { headers: head, pieces: lost(text.slice(0, 4)) },
      part({ "content-encoding": "gzip" })
    )
    assert.deepStrictEqual([result, ranges], ["TransportFailed", [undefined, "bytes=4-"]])
  })
)

it.effect.each([
  ["another type", { ...head, "content-type": "application/json" }, 200, "TransportFailed"],
  ["another length", { ...head, "content-length": "11" }, 200, "TransportFailed"],
  ["another status", head, 206, "TransportFailed"],
  ["another ETag", { ...head, etag: '"2"' }, 200, text]
] as const)(
  "what comes after a lost body without bytes must be as its head said: %s",
  ([, headers, status, expected]) =>
    Effect.gen(function* () {
      const answers: ReadonlyArray<Answer> = [
        { headers: head, pieces: Stream.fail("lost") },
        { status, headers, text }
      ]
      const { ranges, result } = yield* downloaded(...answers)
      assert.deepStrictEqual([result, ranges], [expected, [undefined, undefined]])
    })
)

const file = { owner: "acme", repo: "web", path: "a" }

/** Downloads a text whose bytes arrive in pieces of that size. */
const textOf = (bytes: Uint8Array, size = bytes.length, options = {}) => {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size)
  )
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    }
  })
  const client = HttpClient.make((request) =>
    Effect.sync(() => HttpClientResponse.fromWeb(request, new Response(body)))
  )
  const http = { ...scripted(inTurn()), layer: Layer.succeed(HttpClient.HttpClient, client) }
  return Contents.download.text(file, options).pipe(Effect.provide(service(http)))
}

it.effect("a text is decoded as UTF-8, wherever its bytes are cut", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 5 }), async (text, size) => {
        const whole = `a${text}`
        assert.strictEqual(await Effect.runPromise(textOf(new TextEncoder().encode(whole), size)), whole)
      }),
      { numRuns: 50 }
    )
  )
)

it.effect("what is not UTF-8 becomes U+FFFD, and the byte order mark is left out", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* textOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62)), "a\ufffdb")
    assert.strictEqual(yield* textOf(new Uint8Array()), "")
  })
)

it.effect("a text is bounded by the limit, or by its stated size", () =>
  Effect.gen(function* () {
    const bytes = new TextEncoder().encode(text)
    const limited = Effect.provideService(ResponseLimit, bytes.length - 1)
    assert.strictEqual((yield* Effect.flip(limited(textOf(bytes, 3))))._tag, "ResponseTooLarge")
    assert.strictEqual(yield* limited(textOf(bytes, 3, { size: bytes.length })), text)
    assert.strictEqual((yield* Effect.flip(textOf(bytes, 3, { size: 9 })))._tag, "IntegrityFailed")
    // No string of V8 is as long.
    const endless = { headers: { "content-length": String(2 ** 29) }, text }
    const tooLong = Contents.download
      .text(file, { size: 2 ** 29 })
      .pipe(Effect.provide(service(scripted(inTurn(endless)))))
    assert.strictEqual((yield* Effect.flip(tooLong))._tag, "ResponseTooLarge")
  })
)
