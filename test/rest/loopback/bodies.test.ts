/** Response bodies: in pieces, compressed, large. */
import * as Zlib from "node:zlib"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Stream from "effect/Stream"
import * as Issues from "../../../src/forge/Issues.ts"
import { answer } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Answer, serve } from "./support/server.ts"

/** Characters of one, two, three and four bytes. */
const text = "Rain, Größe, 天気, 🌧️ ".repeat(40)

/** Sends a body a few bytes at a time, so that characters are split. */
const inPieces =
  (value: unknown, size: number): Answer =>
  (response) => {
    const body = Buffer.from(JSON.stringify(value))
    response.writeHead(200, { "content-type": "application/json" })
    let sent = 0
    const more = () => {
      if (sent >= body.length) return void response.end()
      response.write(body.subarray(sent, (sent += size)), () => setImmediate(more))
    }
    response.socket?.setNoDelay(true)
    more()
  }

onEachTransport((client) => {
  it.live("joins characters that arrive in pieces", () =>
    Effect.gen(function* () {
      for (const size of [1, 3, 7, 1_021]) {
        const server = yield* serve(() => inPieces(issue(1, { body: text }), size))
        const { body } = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(body, text)
      }
    })
  )

  it.live("reads pages of several megabytes", () =>
    Effect.gen(function* () {
      const issues = Array.from({ length: 100 }, (_, index) => issue(index + 1, { body: text.repeat(30) }))
      const server = yield* serve(() => answer(200, {}, JSON.stringify(issues)))
      const read = yield* Stream.runCollect(Issues.list(repo)).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(
        read.map(({ body, number }) => [number, body]),
        issues.map(({ number }) => [number, text.repeat(30)])
      )
    })
  )

  it.live("accepts a byte order mark", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(200, {}, `\uFEFF${JSON.stringify(issue(1))}`))
      const { number } = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(number, 1)
    })
  )

  it.live("requests no compression that it could not decode", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(issue(1, { body: text }))
      const server = yield* serve(({ headers }) =>
        headers["accept-encoding"]?.includes("gzip") === true
          ? answer(200, { "content-encoding": "gzip" }, Zlib.gzipSync(body))
          : answer(200, {}, body)
      )
      const read = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(read.body, text)
    })
  )
})

it.live("decompresses what fetch requested, errors too", () =>
  Effect.gen(function* () {
    const zipped = (status: number, body: unknown): Answer =>
      answer(status, { "content-encoding": "gzip" }, Zlib.gzipSync(JSON.stringify(body)))
    const server = yield* serve((_, nth) => (nth === 1 ? zipped(404, { message: "Not Found" }) : zipped(200, issue(1))))
    const error = yield* Effect.flip(Issues.get(first)).pipe(
      Effect.tap(Issues.get(first)),
      Effect.provide(forge(server.origin, { client: FetchHttpClient.layer }))
    )
    assert.include(error.message, "Not Found")
    assert.include(String(server.requests[0]?.headers["accept-encoding"]), "gzip")
  })
)
