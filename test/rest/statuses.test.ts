/** Which statuses are a success. */
import { assert, describe, it } from "@effect/vitest"
import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import { type ResponseInfo, type RestError, UnexpectedStatus, withResponseFields } from "../../src/rest/RestError.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"

const all2xx = [200, 201, 202, 203, 204, 205, 206, 207, 208, 226]

const path = { id: Schema.Int }

const lock = Forge.operation("Things.lock", "PUT /things/{id}/lock", { path, repeatable: true })
const start = Forge.operation("Things.start", "POST /things", { success: Things.Thing, statuses: [202] })
const check = Forge.operation("Things.check", "GET /things/{id}/lock", { path, statuses: [204] })
const maybe = Forge.listing("Things.maybe", "GET /things", { item: Things.Thing, statuses: [200, 204] })
const load = Forge.download("Things.load", "GET /things/{id}/bytes", { path, accept: "text/plain" })
const send = Forge.upload("Things.send", "POST /things", { success: Things.Thing })

/** A declared error that takes every response for its own. */
class Grabbed extends Schema.TaggedError<Grabbed>("Grabbed")("Grabbed", withResponseFields({})) {
  static of(base: ResponseInfo): Grabbed | undefined {
    return new Grabbed(base)
  }
}
const grab = Forge.operation("Things.grab", "PUT /things/{id}", { path, errors: [Grabbed] })

type Call = Effect.Effect<unknown, RestError | Cause.YieldableError, Forge.Forge>

const cases: ReadonlyArray<readonly [what: string, call: Call, body: string, expected: ReadonlyArray<number>]> = [
  ["a read", Things.get({ id: 1 }), `{"id":1}`, [200, 201, 203]],
  ["a write with a response value", Things.create({}), `{"id":1}`, [200, 201, 203]],
  ["a write without one", lock({ id: 1 }), "<html>Log in</html>", [204, 205]],
  ["a write without one, whatever its errors", grab({ id: 1 }), "<html>Log in</html>", [204, 205]],
  ["a listing", Stream.runCollect(Things.list({})), `[{"id":1}]`, [200, 203]],
  ["a page", Things.list.page({}), `[{"id":1}]`, [200, 203]],
  ["a download", load.bytes({ id: 1 }), "bytes", [200, 203]],
  ["an upload", send({ data: "text", content_type: "text/plain" }), `{"id":1}`, [200, 201, 203]],
  ["a write that declares its statuses", start({}), `{"id":1}`, [202]],
  ["a read that declares them", check({ id: 1 }), "", [204]],
  ["a listing that declares them", Stream.runCollect(maybe({})), `[{"id":1}]`, [200, 204]]
]

const hasBody = (status: number) => status !== 204 && status !== 205

describe("a success", () => {
  for (const [what, call, body, expected] of cases) {
    it.effect(`of ${what} has the status ${expected.join(", ")}; any other 2xx is unexpected`, () =>
      Effect.gen(function* () {
        for (const status of all2xx) {
          const text = hasBody(status) ? body : ""
          const http = scripted(() => ({ status, text, headers: { etag: `"a"`, "x-github-request-id": "A:1" } }))
          const outcome = yield* Effect.result(call).pipe(Effect.provide(Things.service(http)))
          assert.strictEqual(http.sent.length, 1, `${status} is not retried`)
          assert.strictEqual(outcome._tag, expected.includes(status) ? "Success" : "Failure", `${status}`)
          if (outcome._tag === "Success") continue
          const error = outcome.failure
          assert.instanceOf(error, UnexpectedStatus)
          assert.containSubset(error, { status, requestId: "A:1", body: text })
          assert.include(error.message, `: expected ${expected.join(" or ")}, found ${status} (`)
        }
      })
    )
  }

  it.effect("is cached, an unexpected status is not", () =>
    Effect.gen(function* () {
      const http = scripted(() => ({ status: 206, json: { id: 1 }, headers: { etag: `"a"` } }))
      const get = Effect.flip(Things.get({ id: 1 }))
      yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(http)))
      assert.strictEqual(http.sent[1]?.headers["if-none-match"], undefined)
    })
  )
})
