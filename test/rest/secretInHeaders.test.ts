import { assert, describe, it } from "@effect/vitest"
import * as Crypto from "node:crypto"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as Operation from "../../src/rest/Operation.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { inTurn, scripted } from "./support/http.ts"
import { dialect, Kit, root, secret, service } from "./support/kit.ts"

const operation = Operation.operation(Kit, dialect)
const get = operation("Kit.get", "GET /things", { success: Schema.Unknown })
const put = operation("Kit.put", "PUT /things", {
  body: { name: Schema.String },
  success: Schema.Unknown,
  repeatable: true
})

const ok = { json: {} }

/** Signs what is sent, as storage services require it. */
const signed: Credentials.SecretInHeaders = (secret, { body, method, url }) =>
  Effect.promise(async () => ({
    "x-signature": Crypto.createHmac("sha256", secret)
      .update(`${method} ${url}\n`)
      .update(body ?? "")
      .digest("hex")
  }))

const signature = (text: string) => Crypto.createHmac("sha256", secret).update(text).digest("hex")

describe("a token in headers of the service's own", () => {
  it.effect("is sent with a prefix, and in no Authorization header", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn(ok))
      const secretInHeaders = Credentials.secretHeader("X-Api-Key", "Key ")
      yield* get({}).pipe(Effect.provide(service(http, { secretInHeaders })))
      assert.strictEqual(http.sent[0]?.headers["x-api-key"], `Key ${secret}`)
      assert.isUndefined(http.sent[0]?.headers["authorization"])
    })
  )

  it.effect("can sign the method, the URL and the body, for each request anew", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn(ok, { status: 307, headers: { location: "/v1/moved" } }, ok))
      yield* Effect.gen(function* () {
        yield* get({})
        yield* put({ name: "one" })
      }).pipe(Effect.provide(service(http, { secretInHeaders: signed })))
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["x-signature"]),
        [
          signature(`GET ${root}/things\n`),
          signature(`PUT ${root}/things\n{"name":"one"}`),
          signature(`PUT ${root}/moved\n{"name":"one"}`)
        ]
      )
    })
  )

  it.effect("replaces a header of the same name that the program adds", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn(ok))
      yield* get({}).pipe(
        Effect.provideService(Transport.RequestHeaders, { "x-api-key": "of the program" }),
        Effect.provide(service(http, { secretInHeaders: Credentials.secretHeader("x-api-key") }))
      )
      assert.strictEqual(http.sent[0]?.headers["x-api-key"], secret)
    })
  )
})

it.effect("follows no redirect that the browser hides: fetch would send the token along", () =>
  Effect.gen(function* () {
    const urls: Array<string> = []
    const client = HttpClient.make((request, url) =>
      Effect.sync(() => {
        urls.push(url.href)
        return HttpClientResponse.fromWeb(request, Response.error())
      })
    )
    const http = { ...scripted(() => ok), layer: Layer.succeed(HttpClient.HttpClient, client) }
    const secretInHeaders = Credentials.secretHeader("x-api-key")
    const error = yield* Effect.flip(get({})).pipe(Effect.provide(service(http, { secretInHeaders })))
    assert.strictEqual(error._tag, "UnsafeRedirect")
    assert.include(error.message, "headers for the service alone could follow it")
    assert.lengthOf(urls, 1)
  })
)
