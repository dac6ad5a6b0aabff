/** Which errors a program may try again, and that the library's own retries agree. */
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { delayBefore } from "../../src/rest/internal/pipeline/backoff.ts"
import * as RestError from "../../src/rest/RestError.ts"
import { Issues } from "../../src/forge/index.ts"

const request = (method: string) => ({ operation: "Things.do", method, url: "https://api.github.com/things" })
const response = (method: string, status: number | null = null) => ({
  ...request(method),
  status,
  requestId: null,
  serviceMessage: null,
  documentationUrl: null,
  message: "no"
})
const lost = (method: string, mayHaveArrived: boolean) =>
  new RestError.TransportFailed({ ...request(method), message: "lost", mayHaveArrived })
const down = (method: string) => new RestError.ServiceUnavailable({ ...response(method, 503), retryAfter: null })
const limited = (method: string, status: number | null) =>
  new RestError.RateLimited({
    ...response(method, status),
    kind: "secondary",
    resource: "core",
    limit: null,
    remaining: null,
    retryAt: DateTime.makeUnsafe(0)
  })

const transient = (error: unknown) =>
  [undefined, false, true].map((repeatable) => RestError.isTransient(error, { repeatable }))

describe("isTransient", () => {
  it.each<readonly [string, RestError.Failure, ReadonlyArray<boolean>]>([
    ["a read that may have arrived", lost("GET", true), [true, false, true]],
    ["a read of headers", lost("HEAD", true), [true, false, true]],
    ["a write that may have arrived", lost("POST", true), [false, false, true]],
    ["a write that cannot have arrived", lost("POST", false), [true, true, true]],
    ["a read during an outage", down("GET"), [true, false, true]],
    ["a write during an outage", down("PATCH"), [false, false, true]],
    ["a write that is limited", limited("POST", 403), [true, true, true]],
    ["a read that was not sent for a limit", limited("GET", null), [true, true, true]],
    ["a refusal", new RestError.NotFound(response("GET", 404)), [false, false, false]],
    ["a wrong token", new RestError.Unauthorized({ ...response("GET", 401), reason: null }), [false, false, false]]
  ])("%s, by what is known of the operation", (_, error, expected) => {
    assert.deepStrictEqual(transient(error), expected)
    // Nothing else than the method is known.
    assert.strictEqual(RestError.isTransient(error), expected[0])
  })

  it("follows what a provider of credentials says of its failure", () => {
    const failed = { ...response("GET"), reason: "VaultDown" }
    assert.deepStrictEqual(transient(new RestError.Unauthorized({ ...failed, transient: true })), [true, true, true])
    assert.deepStrictEqual(transient(new RestError.Unauthorized(failed)), [false, false, false])
  })

  it("is false for what is no error of a call", () => {
    for (const value of [undefined, null, "RateLimited", new Error("lost"), { _tag: "RateLimited" }])
      assert.deepStrictEqual(transient(value), [false, false, false])
  })

  it("takes the declaration of an operation", () => {
    assert.isTrue(RestError.isTransient(down("PATCH"), Issues.update.declaration))
    assert.isFalse(RestError.isTransient(down("POST"), Issues.createComment.declaration))
  })

  it.effect("is what the library's own retries follow", () =>
    Effect.gen(function* () {
      const failures = [lost("GET", true), lost("POST", true), lost("POST", false), down("GET"), down("POST")]
      for (const failure of [...failures, limited("POST", 403), new RestError.Gone(response("GET", 410))])
        for (const repeatable of [true, false]) {
          const progress = { attempt: 1, elapsed: 0, repeatable, patientUntil: 0 }
          const delay = yield* delayBefore({}, failure, progress)
          assert.strictEqual(delay !== undefined, RestError.isTransient(failure, { repeatable }))
        }
    })
  )
})
