/** What an error quotes is cut: a service, or a proxy before it, may send megabytes. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Forge from "../../src/forge/Forge.ts"
import { dialect } from "../../src/forge/dialect.ts"
import { exchangeFailed, foreignLink } from "../../src/rest/internal/wire/failures.ts"
import { RetryPolicy } from "../../src/rest/Retry.ts"
import { ErrorBodyLimit } from "../../src/rest/Transport.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import { run as runWeather } from "../weather/support/service.ts"
import { type Script, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"

/** Limits that the docstrings of the errors state. */
const most = { message: 600, words: 2_000, part: 200, body: 1_000 }

const large = "a".repeat(1_000_000)

const policies = Layer.merge(
  Layer.succeed(ErrorBodyLimit, 10_000_000),
  Layer.succeed(RetryPolicy, { attempts: 1, within: 0, base: 0, cap: 0 })
)

const failedWith = <A, E>(operation: Effect.Effect<A, E, Forge.Forge>, script: Script) =>
  Effect.flip(operation).pipe(Effect.provide(Things.service(scripted(script), { policies })))

/** The length of each text in an error, by its path. */
const lengthsIn = (value: unknown, path = ""): ReadonlyArray<readonly [path: string, length: number]> => {
  if (typeof value === "string") return [[path, value.length]]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => lengthsIn(child, `${path}.${key}`))
}

const assertBounded = (error: { readonly message: string }) => {
  for (const [path, length] of lengthsIn({ ...error, message: error.message })) {
    assert.isAtMost(length, path === ".message" ? most.message : most.words, path)
  }
}

const body = (text: string) => ({
  message: text,
  documentation_url: text,
  errors: [{ resource: text, field: text, code: text, message: text, value: text }, text, { value: [text] }]
})

const headersOf = (text: string) => ({
  "x-github-request-id": text,
  "x-github-sso": `url=${text}`,
  "x-accepted-github-permissions": `contents=${text}`
})

describe("errors of a response", () => {
  it.effect.each([400, 401, 403, 404, 418, 422, 429, 503])("a %i of a million characters is cut", (status) =>
    Effect.gen(function* () {
      const error = yield* failedWith(Things.create({ name: "a" }), () => ({
        status,
        json: body(large),
        headers: headersOf("b".repeat(100_000))
      }))
      assert.notStrictEqual(error._tag, "TransportFailed")
      assertBounded(error)
      assert.include(error.message, "Things.create")
    })
  )

  it.effect("keeps the service's words up to the limit", () =>
    Effect.gen(function* () {
      for (const [given, kept] of [
        [most.words, most.words],
        [most.words + 1, most.words]
      ] as const) {
        const error = yield* failedWith(Things.get({ id: 1 }), () => ({
          status: 400,
          json: { message: "a".repeat(given) }
        }))
        assert.strictEqual(error._tag, "BadRequest")
        if (error._tag !== "BadRequest") continue
        assert.deepStrictEqual([error.reason.length, error.serviceMessage?.length], [kept, kept])
        assert.strictEqual(error.reason.endsWith("…"), given > kept)
      }
    })
  )

  it.effect("keeps a message of ordinary length whole", () =>
    Effect.gen(function* () {
      const text = "a".repeat(most.part)
      const error = yield* failedWith(Things.get({ id: 1 }), () => ({ status: 404, json: { message: text } }))
      const said = `Things.get: 404 ${text} (GET ${Things.api}/things/1)`
      assert.strictEqual(error.message, `${said}: it does not exist, or the token may not see it`)
    })
  )

  it.effect("the name of a limit is cut", () =>
    Effect.gen(function* () {
      const error = yield* failedWith(Things.get({ id: 1 }), () => ({
        status: 429,
        json: {},
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "4102444800",
          "x-ratelimit-resource": "core".repeat(1_000)
        }
      }))
      assert.strictEqual(error._tag, "RateLimited")
      if (error._tag === "RateLimited") assert.isAtMost(error.resource.length, most.part)
    })
  )

  it.effect("a value that cannot be decoded is cut, and so is its path", () =>
    Effect.gen(function* () {
      const record = Forge.operation("Things.record", "GET /record", {
        path: {},
        success: Schema.Record(Schema.String, Schema.Int)
      })
      const error = yield* failedWith(record({}), () => ({ json: { [large]: large } }))
      assert.strictEqual(error._tag, "DecodeFailed")
      assertBounded(error)
      if (error._tag === "DecodeFailed") {
        assert.isAtMost(error.path.length, most.part)
        assert.isAtMost(error.found.length, most.part)
      }
    })
  )
})

const forecast = Forecast.get({ latitude: 1, longitude: 2, hourly: ["rain"] })

describe("errors of the weather services", () => {
  it.effect.each([
    ["prose", large],
    ["a page", `<html>${large}</html>`],
    ["a refusal under a status of success", JSON.stringify({ error: true, reason: large })],
    ["a text in place of a block", JSON.stringify({ hourly: large })],
    ["a text in place of a column", JSON.stringify({ hourly: { time: ["2024-01-01T00:00"], rain: large } })],
    ["a text in place of a time", JSON.stringify({ hourly: { time: [large], rain: [1] } })],
    ["a text in place of a place", JSON.stringify({ latitude: large, timezone: 1 })],
    ["an interruption", `{"hourly":Unexpected error while streaming data: ${large}`]
  ] as const)("%s of a million characters is cut", ([, text]) =>
    Effect.gen(function* () {
      const error = yield* runWeather(Effect.flip(forecast), () => ({ text }))
      assert.include(["DecodeFailed", "ServiceUnavailable"], error._tag)
      assertBounded(error)
    })
  )

  it.effect("half a key is not left at the end of a quote", () =>
    Effect.gen(function* () {
      const key = "5ecr3tk3y-0123456789"
      for (let before = 0; before < 300; before++) {
        const error = yield* runWeather(Effect.flip(forecast), () => ({ text: "x".repeat(before) + key }), {
          apikey: Redacted.make(key)
        })
        assert.notInclude(JSON.stringify(error) + error.message, "5ec")
      }
    })
  )
})

describe("errors without a response", () => {
  const info = { operation: "Things.get", method: "GET", url: `https://api.example.com/${large}` }
  const request = HttpClientRequest.get("https://api.example.com")

  it("the message of a client is cut", () => {
    const error = new HttpClientError({ reason: new TransportError({ request, cause: new Error(large) }) })
    const { message } = exchangeFailed(info, error, (text) => text)
    assert.isAtMost(message.length, most.message)
    assert.include(message, "(GET https://api.example.com/")
  })

  it("the target of a Link is cut", () => {
    const error = foreignLink({ ...info, url: "/things" }, `https://evil.example/${large}`, (text) => text)
    assertBounded(error)
    assert.include(error.message, "leads to a foreign origin")
  })
})

describe("names of limits", () => {
  it("are cut before anything keeps them", () => {
    const headers = { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1", "x-ratelimit-resource": large }
    assert.strictEqual(dialect.budget(headers as never, "core", 0)?.resource.length, 100)
  })
})
