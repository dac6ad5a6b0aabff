import { assert, describe, it } from "@effect/vitest"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { exchangeFailed } from "../../../../src/rest/internal/wire/failures.ts"

const info = { operation: "Things.get", method: "GET", url: "https://api.example.com/things/1" }

const failed = (cause: unknown) => {
  const request = HttpClientRequest.get(info.url)
  const error = new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, cause })
  })
  const failure = exchangeFailed(info, error, (text) => text)
  return failure._tag === "TransportFailed" ? failure : assert.fail(failure._tag)
}

/** An error so many causes deep. */
const below = (depth: number, error: Error): Error =>
  depth === 0 ? error : new Error(`above ${depth}`, { cause: below(depth - 1, error) })

const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })

describe("exchangeFailed", () => {
  it.each([
    [0, false],
    [5, false],
    [6, true]
  ])("finds a code up to five causes deep: %i deep, mayHaveArrived is %s", (depth, mayHaveArrived) => {
    assert.strictEqual(failed(below(depth, refused)).mayHaveArrived, mayHaveArrived)
  })

  it.each([
    [0, "connect ECONNREFUSED"],
    [5, "connect ECONNREFUSED"],
    [6, "above 1"]
  ])("shows the message up to five causes deep: %i deep, %s", (depth, message) => {
    assert.include(failed(below(depth, refused)).message, `: ${message} (GET`)
  })

  it("accepts a circle of causes", () => {
    const one = new Error("one")
    one.cause = new Error("two", { cause: one })
    assert.isTrue(failed(one).mayHaveArrived)
  })
})
