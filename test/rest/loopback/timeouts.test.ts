/** Responses that never arrive, or stall. */
import { assert } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import type { RestError } from "../../../src/rest/RestError.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import { drip, half, json, redirect, silence } from "./support/answers.ts"
import { eventually, forge, onEachTransportAtOnce, timed } from "./support/client.ts"
import { comment, first, issue } from "./support/records.ts"
import { inOrder, serve } from "./support/server.ts"

const get = Issues.get(first)
const write = Issues.createComment({ ...first, body: "It rains in" })

const assertTimedOut = (error: RestError, waitedFor: string) => {
  assert.strictEqual(error._tag, "TransportFailed")
  if (error._tag !== "TransportFailed") return
  assert.isTrue(error.mayHaveArrived)
  assert.include(error.message, waitedFor)
}

onEachTransportAtOnce((client) => {
  timed("fails when the head does not arrive in time, and closes the connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => silence)
      const error = yield* Effect.flip(write).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "1 second" } }))
      )
      assertTimedOut(error, "waited 1000 ms for the head")
      yield* eventually("the connection is closed", () => server.abandoned === 1)
      assert.strictEqual(server.requests.length, 1)
    })
  )

  timed("retries a read whose response did not arrive in time", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(silence, half(issue(1), "silence"), json(200, issue(1))))
      const { number } = yield* get.pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "1 second", silence: "1 second" } }))
      )
      assert.deepStrictEqual([number, server.requests.length], [1, 3])
    })
  )

  timed("fails when the body falls silent, however long the head may take", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => half(comment("It rains in"), "silence"))
      const error = yield* Effect.flip(write).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "1 hour", silence: "1 second" } }))
      )
      assertTimedOut(error, "waited 1000 ms for the body")
      assert.strictEqual(server.requests.length, 1)
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  timed("waits for a body as long as it continues", () =>
    Effect.gen(function* () {
      // 2.4 seconds in total.
      const server = yield* serve(() => drip(issue(1, { body: "x".repeat(200_000) }), 24, 100))
      const { number } = yield* get.pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "2 seconds", silence: "2 seconds" } }))
      )
      assert.strictEqual(number, 1)
      assert.strictEqual(server.requests.length, 1)
    })
  )

  timed("gives each redirect its own time", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, nth) => (response, request) => {
        const answer = nth < 4 ? redirect(307, `/${nth}`) : json(200, issue(1))
        setTimeout(() => answer(response, request), 600)
      })
      const { number } = yield* get.pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: "2 seconds" } }))
      )
      assert.deepStrictEqual([number, server.requests.length], [1, 4])
    })
  )

  timed("is configurable for one call", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => silence)
      const error = yield* Effect.flip(write).pipe(
        Effect.provideService(Transport.RequestTimeouts, { head: "60 millis", silence: "60 millis" }),
        Effect.provide(forge(server.origin, { client, timeouts: { head: "1 minute" } }))
      )
      assertTimedOut(error, "waited 60 ms for the head")
    })
  )

  timed("can be disabled", () =>
    Effect.gen(function* () {
      const slow = Duration.infinity
      const server = yield* serve(() => (response, request) => {
        setTimeout(() => json(200, issue(1))(response, request), 150)
      })
      const { number } = yield* get.pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { head: slow, silence: slow } }))
      )
      assert.strictEqual(number, 1)
    })
  )
})
