/** The time limit of a body sent in one piece grows with its length. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Contents from "../../../src/forge/Contents.ts"
import { json } from "../../rest/loopback/support/answers.ts"
import { forge, onEachTransport } from "../../rest/loopback/support/client.ts"
import { type Answer, serve } from "../../rest/loopback/support/server.ts"
import { fileCommit } from "../support/files.ts"

const late: Answer = (response, request) => {
  setTimeout(() => json(201, fileCommit)(response, request), 2_000)
}

const put = (length: number) =>
  Contents.put({ owner: "acme", repo: "web", path: "a", message: "Add", content: "x".repeat(length) })

onEachTransport((client) => {
  it.live("a large body may have a later response than a small one", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => late)
      const layer = forge(server.origin, { client, timeouts: { head: "1 second" } })
      const [large, small] = yield* Effect.all([put(200_000), Effect.flip(put(1))], { concurrency: 2 }).pipe(
        Effect.provide(layer)
      )
      assert.strictEqual(large.commit.sha, fileCommit.commit.sha)
      assert.strictEqual(small._tag, "TransportFailed")
      assert.include(small.message, "waited 1000 ms for the head")
    })
  )
})
