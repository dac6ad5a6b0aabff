import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { inTurn, scripted } from "../../support/http.ts"
import * as Things from "../../support/things.ts"
import { begin, pass, start } from "../../support/time.ts"

describe("a redirect", () => {
  it.effect.each([
    [16_383, 30_000],
    [16_384, 0]
  ] as const)("whose body stalls after %i bytes is followed after %i ms", ([bytes, after]) =>
    Effect.gen(function* () {
      yield* begin
      const pieces = Stream.concat(Stream.make("x".repeat(bytes)), Stream.never)
      const http = scripted(inTurn({ status: 302, headers: { location: "/things/2" }, pieces }, { json: { id: 2 } }))
      const service = yield* Layer.build(Things.service(http))
      const running = yield* start(Effect.provide(Things.get({ id: 1 }), service))
      yield* pass("1 minute")
      assert.deepStrictEqual(running.exit(), Exit.succeed({ id: 2 }))
      assert.deepStrictEqual(
        http.sent.map(({ at, path }) => [path, at]),
        [
          ["/things/1", 0],
          ["/things/2", after]
        ]
      )
    })
  )
})
