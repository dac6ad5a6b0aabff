/** The time limit of a body sent in one piece grows with its length. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Contents from "../../../src/forge/Contents.ts"
import { json } from "../../rest/loopback/support/answers.ts"
import { eventually, forge, onEachTransport } from "../../rest/loopback/support/client.ts"
import { serve } from "../../rest/loopback/support/server.ts"
import { fileCommit } from "../support/files.ts"

const put = (length: number) =>
  Contents.put({ owner: "acme", repo: "web", path: "a", message: "Add", content: "x".repeat(length) })

onEachTransport((client) => {
  it.effect("a large body may have a later response than a small one", () =>
    Effect.gen(function* () {
      const responses: Array<() => void> = []
      const server = yield* serve(() => (response, request) => {
        responses.push(() => json(201, fileCommit)(response, request))
      })
      yield* Effect.gen(function* () {
        const large = yield* Effect.forkChild(put(200_000))
        const small = yield* Effect.forkChild(Effect.flip(put(1)))
        // Sockets know no other time than the real one.
        yield* TestClock.withLive(eventually("both bodies have arrived", () => responses.length === 2))
        yield* TestClock.adjust("1 second")
        const error = yield* Fiber.join(small)
        assert.strictEqual(error._tag, "TransportFailed")
        assert.include(error.message, "waited 1000 ms for the head")
        responses.forEach((respond) => respond())
        assert.strictEqual((yield* Fiber.join(large)).commit.sha, fileCommit.commit.sha)
      }).pipe(Effect.provide(forge(server.origin, { client, timeouts: { head: "1 second" } })))
    })
  )
})
