/** What is particular to any HTTP client of Effect. What it has in common with the others is in `wireResponse.test.ts`. */
import { assert, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { senderOf } from "../../../../src/rest/internal/wire/anyClient.ts"
import { sending } from "../../support/senders.ts"

it.effect("decides about redirects itself, and leaves the program's other fetch options alone", () =>
  Effect.gen(function* () {
    const inits: Array<RequestInit | undefined> = []
    const client = HttpClient.make((request, _url, _signal, fiber) => {
      inits.push(fiber.context.mapUnsafe.get(FetchHttpClient.RequestInit.key) as RequestInit)
      return Effect.succeed(HttpClientResponse.fromWeb(request, new Response("")))
    })
    const asked = sending({ sender: senderOf(client) }, {}, { redirect: "follow" }).head
    yield* asked
    yield* Effect.provideService(asked, FetchHttpClient.RequestInit, { redirect: "error", credentials: "omit" })
    assert.deepStrictEqual(inits, [
      { cache: "no-cache", redirect: "follow" },
      { cache: "no-cache", credentials: "omit", redirect: "follow" }
    ])
  })
)

it.effect("makes no spans of its own, and dies of what the client dies of", () =>
  Effect.gen(function* () {
    const disabled: Array<boolean> = []
    const client = HttpClient.make((request, _url, _signal, fiber) => {
      disabled.push(fiber.getRef(HttpClient.TracerDisabledWhen)(request))
      return Effect.die("a mistake of the client")
    })
    const exit = yield* Effect.exit(sending({ sender: senderOf(client) }).text)
    assert.deepStrictEqual(disabled, [true])
    assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), "a mistake of the client")
  })
)
