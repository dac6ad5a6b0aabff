import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Headers from "effect/http/Headers"
import * as Dialect from "../../src/rest/Dialect.ts"

const now = Date.UTC(2026, 1, 1)

const response = (status: number, headers: Record<string, string> = {}, seconds?: number): Dialect.Response => ({
  status,
  headers: Headers.fromInput(headers),
  body: "",
  retryAfter: seconds === undefined ? undefined : Duration.seconds(seconds)
})

const names = { remaining: "x-left", reset: "x-reset", window: () => 60_000 } as const

describe("budgetFrom", () => {
  it.each([
    ["seconds", "30", 30_000],
    ["milliseconds", "30", 30],
    ["epoch-seconds", String(now / 1_000 + 30), 30_000],
    ["epoch-milliseconds", String(now + 30), 30]
  ] as const)("reads a reset in %s", (resetAs, reset, after) => {
    const budget = Dialect.budgetFrom({ ...names, resetAs })
    const headers = Headers.fromInput({ "x-left": "7", "x-reset": reset })
    assert.deepStrictEqual(budget(headers, "calls", now), {
      resource: "calls",
      limit: null,
      remaining: 7,
      used: null,
      resetAt: now + after
    })
  })

  it("reads the limit, what is used, and the resource", () => {
    const budget = Dialect.budgetFrom({
      ...names,
      resetAs: "seconds",
      limit: "x-max",
      used: "x-used",
      resource: "x-of"
    })
    const headers = Headers.fromInput({
      "x-left": "7",
      "x-reset": "1",
      "x-max": "10",
      "x-used": "3",
      "x-of": "s".repeat(200)
    })
    assert.deepInclude(budget(headers, "calls", now), { limit: 10, used: 3, resource: "s".repeat(100) })
  })

  it("corrects a time by the clock of the server", () => {
    const budget = Dialect.budgetFrom({ ...names, resetAs: "epoch-seconds" })
    const early = now - 3_600_000
    const date = new Date(early).toUTCString()
    const headers = Headers.fromInput({ "x-left": "0", "x-reset": String(early / 1_000 + 30), date })
    assert.strictEqual(budget(headers, "calls", now)?.resetAt, now + 30_000)
  })

  it("believes no reset that is further away than a window lasts", () => {
    const budget = Dialect.budgetFrom({ ...names, resetAs: "seconds" })
    assert.strictEqual(
      budget(Headers.fromInput({ "x-left": "0", "x-reset": "86400" }), "calls", now)?.resetAt,
      now + 60_000
    )
  })

  it.each([
    {},
    { "x-left": "7" },
    { "x-reset": "7" },
    { "x-left": "", "x-reset": "7" },
    { "x-left": "x", "x-reset": "7" }
  ])("reads none from %j", (headers) => {
    const budget = Dialect.budgetFrom({ ...names, resetAs: "seconds" })
    assert.isUndefined(budget(Headers.fromInput(headers), "calls", now))
  })
})

describe("messageFrom", () => {
  const message = (body: string) => Dialect.messageFrom(["message", "reason"])(body).message

  it.each([
    ['{"reason":"r","message":"m"}', "m"],
    ['{"reason":"r","message":""}', "r"],
    ['{"reason":7}', undefined],
    ['"text"', "text"],
    ['""', undefined],
    ["null", undefined],
    ["<html>", undefined],
    ["", undefined]
  ] as const)("of %s is %s", (body, expected) => {
    assert.strictEqual(message(body), expected)
  })
})

describe("the defaults of a dialect", () => {
  const budget = Dialect.budgetFrom({ ...names, resetAs: "seconds" })

  it.each([
    ["no limit in a 403", Dialect.make(), response(403, {}, 5), undefined],
    ["a 429", Dialect.make(), response(429), { kind: "secondary", retryAt: undefined }],
    ["a 429 with Retry-After", Dialect.make(), response(429, {}, 5), { kind: "secondary", retryAt: now + 5_000 }],
    [
      "a spent budget",
      Dialect.make({ budget }),
      response(429, { "x-left": "0", "x-reset": "9" }),
      { kind: "primary", retryAt: now + 9_000 }
    ],
    [
      "a spent budget whose reset has passed",
      Dialect.make({ budget }),
      response(429, { "x-left": "0", "x-reset": "0" }),
      { kind: "primary", retryAt: undefined }
    ],
    [
      "a budget that is not spent",
      Dialect.make({ budget }),
      response(429, { "x-left": "3", "x-reset": "9" }),
      { kind: "secondary", retryAt: undefined }
    ]
  ] as const)("tell %s", (_, dialect, given, expected) => {
    assert.deepStrictEqual(dialect.limit(given, now), expected)
  })

  it("read the message of a problem", () => {
    const { errorBody } = Dialect.make()
    assert.strictEqual(
      errorBody('{"type":"about:blank","title":"Gone","detail":"It was deleted"}').message,
      "It was deleted"
    )
    assert.strictEqual(errorBody('{"error":"no"}').message, "no")
  })

  it("give way to what a service states", () => {
    assert.deepInclude(Dialect.make({ resource: "calls" }), { resource: "calls", requestId: ["x-request-id"] })
  })
})
