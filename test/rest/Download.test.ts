/** Downloads from clients that tell less of a broken body than Node's do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Releases from "../../src/forge/Releases.ts"
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
