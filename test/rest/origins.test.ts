/** Where a token may go, and whose responses count. */
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Operation from "../../src/rest/Operation.ts"
import * as Page from "../../src/rest/Page.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Transport from "../../src/rest/Transport.ts"
import * as Forecast from "../../src/weather/Forecast.ts"
import { run as runWeather } from "../weather/support/service.ts"
import { inTurn, type Script, scripted } from "./support/http.ts"
import * as Kit from "./support/kit.ts"
import * as Things from "./support/things.ts"

const token = "5ecr3t-t0ken"

const file = Forge.download("Things.file", "GET /file", { path: {}, accept: "application/octet-stream" })

const upload = Forge.operation("Things.upload", "POST /files", {
  path: {},
  success: Schema.Struct({ id: Schema.Int }),
  host: "upload"
})

/** The service of some roots over a script, with what was sent. */
const serviceAt = (
  options: Forge.Options,
  script: Script = () => ({ json: { id: 1 } }),
  secret: string | null = token
) => {
  const http = scripted(script)
  const layer = Forge.layer(options).pipe(
    Layer.provide([
      http.layer,
      secret === null ? Credentials.layerAnonymous : Credentials.layerToken(Redacted.make(secret)),
      HttpCache.layerMemory(),
      RateLimit.layerMemory()
    ])
  )
  return { http, layer }
}

const exposed = [
  "http://git.acme.example/api/v3",
  "http://10.0.0.1",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://notlocalhost",
  "http://[::2]:8080"
]

const loopback = [
  "http://127.0.0.1:8080",
  "http://127.8.9.1",
  "http://[::1]:8080",
  "http://localhost:8080",
  "http://api.localhost"
]

describe("a token and plain HTTP", () => {
  it.effect.each(exposed)("is not sent to %s", (baseUrl) =>
    Effect.gen(function* () {
      const { http, layer } = serviceAt({ baseUrl })
      const errors = yield* Effect.all([
        Effect.flip(Things.get({ id: 1 })),
        Effect.flip(Things.create({ name: "a" })),
        Effect.flip(Stream.runCollect(Things.list({}))),
        Effect.flip(file.bytes({}))
      ]).pipe(Effect.provide(layer))
      for (const error of errors) {
        assert.containSubset(error, { _tag: "InvalidInput", path: "hosts.api" })
        assert.include(error.message, "HTTPS")
        assert.include(error.message, "AllowInsecure")
      }
      assert.lengthOf(http.sent, 0)
    })
  )

  it.effect.each(loopback)("is sent to %s", (baseUrl) =>
    Effect.gen(function* () {
      const { http, layer } = serviceAt({ baseUrl })
      yield* Things.get({ id: 1 }).pipe(Effect.provide(layer))
      assert.strictEqual(http.sent[0]?.headers["authorization"], `Bearer ${token}`)
    })
  )

  it.effect("is sent when the policy allows it, for a call or for the Layer", () =>
    Effect.gen(function* () {
      const { http, layer } = serviceAt({ baseUrl: "http://git.acme.example" })
      const allowed = Layer.succeed(Transport.AllowInsecure, true)
      yield* Things.get({ id: 1 }).pipe(Effect.provideService(Transport.AllowInsecure, true), Effect.provide(layer))
      yield* Things.get({ id: 1 }).pipe(Effect.provide(Layer.provide(layer, allowed)))
      assert.deepStrictEqual(
        http.sent.map(({ headers }) => headers["authorization"]),
        [`Bearer ${token}`, `Bearer ${token}`]
      )
    })
  )

  it.effect("says nothing against an anonymous request", () =>
    Effect.gen(function* () {
      const { http, layer } = serviceAt({ baseUrl: "http://git.acme.example" }, undefined, null)
      yield* Things.get({ id: 1 }).pipe(Effect.provide(layer))
      assert.notProperty(http.sent[0]?.headers, "authorization")
    })
  )

  it.effect("names the host at fault", () =>
    Effect.gen(function* () {
      const { http, layer } = serviceAt({ uploadUrl: "http://uploads.acme.example" })
      const error = yield* Effect.flip(upload({})).pipe(Effect.provide(layer))
      assert.containSubset(error, { _tag: "InvalidInput", path: "hosts.upload" })
      yield* Things.get({ id: 1 }).pipe(Effect.provide(layer))
      assert.lengthOf(http.sent, 1)
    })
  )

  it.effect("is not redirected there, from one host of the service to another", () =>
    Effect.gen(function* () {
      const away: Script = ({ path }) => ({ status: 307, headers: { location: `http://uploads.acme.example${path}` } })
      const { http, layer } = serviceAt({ uploadUrl: "http://uploads.acme.example" }, away)
      const error = yield* Effect.flip(Things.get({ id: 1 })).pipe(Effect.provide(layer))
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.include(error.message, "plain HTTP")
      assert.lengthOf(http.sent, 1)
    })
  )

  it.effect("applies to a key in the URL", () =>
    Effect.gen(function* () {
      let sent = 0
      const forecast = Forecast.get({ latitude: 1, longitude: 2, hourly: ["rain"] })
      const error = yield* runWeather(Effect.flip(forecast), () => (sent++, {}), {
        apikey: Redacted.make(token),
        urls: { forecast: "http://weather.acme.example" }
      })
      assert.containSubset(error, { _tag: "InvalidInput", path: "hosts.forecast" })
      assert.strictEqual(sent, 0)
    })
  )
})

describe("a user and a password in a URL", () => {
  const withUser = [
    "https://octo:5ecre7@git.acme.example/api/v3",
    "https://octo@git.acme.example",
    "https://:5ecre7@git.acme.example"
  ]

  it.effect.each(withUser)("are refused in the root of a host: %s", (root) =>
    Effect.gen(function* () {
      for (const [options, path] of [
        [{ baseUrl: root }, "hosts.api"],
        [{ uploadUrl: root }, "hosts.upload"]
      ] as const) {
        const { http, layer } = serviceAt(options)
        const error = yield* Effect.flip(Things.get({ id: 1 })).pipe(Effect.provide(layer))
        assert.containSubset(error, { _tag: "InvalidInput", path })
        assert.include(error.message, "Credentials")
        assert.notInclude(JSON.stringify(error), "5ecre7")
        assert.lengthOf(http.sent, 0)
      }
    })
  )

  it.effect.each(withUser)("are refused in the configuration: %s", (GITHUB_API_URL) =>
    Effect.gen(function* () {
      const configured = ConfigProvider.layer(ConfigProvider.fromEnvRecord({ GITHUB_API_URL }))
      const error = yield* Effect.flip(
        Effect.provide(Things.get({ id: 1 }), Layer.provide(Forge.layerConfig(), configured))
      )
      assert.strictEqual(error._tag, "ConfigError")
      assert.include(error.message, "GITHUB_API_URL has a user or a password")
      assert.notInclude(JSON.stringify(error) + error.message, "5ecre7")
    })
  )

  it.effect("are refused in a cursor", () =>
    Effect.gen(function* () {
      const cursor = Page.Cursor.make("https://octo:5ecre7@api.github.com/things?page=2")
      const { http, layer } = serviceAt({})
      const errors = yield* Effect.all([
        Effect.flip(Things.list.page({ page: cursor })),
        Effect.flip(Stream.runCollect(Things.list.pages({}, cursor)))
      ]).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        errors.map((error) => [error._tag, "path" in error && error.path]),
        [
          ["InvalidInput", "page"],
          ["InvalidInput", "from"]
        ]
      )
      assert.notInclude(JSON.stringify(errors), "5ecre7")
      assert.lengthOf(http.sent, 0)
    })
  )

  it.effect("in a Link are in no cursor, and in no request", () =>
    Effect.gen(function* () {
      const link = `<https://octo:5ecre7@api.github.com/things?page=2>; rel="next"`
      const { http, layer } = serviceAt({}, inTurn({ json: [{ id: 1 }], headers: { link } }, { json: [{ id: 2 }] }))
      const pages = yield* Stream.runCollect(Things.list.pages({})).pipe(Effect.provide(layer))
      assert.strictEqual(pages[0]?.next, "https://api.github.com/things?page=2")
      assert.strictEqual(http.sent[1]?.url, "https://api.github.com/things?page=2")
    })
  )
})

/** A browser's fetch: it hides the target of a redirect, and can only follow it. */
const browser = (last: string, body: string, more: Readonly<Record<string, string>> = {}) => {
  const modes: Array<unknown> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    modes.push(init?.redirect)
    if (init?.redirect === "manual") return Promise.resolve(Response.error())
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1", ...more }
    return Promise.resolve(Object.defineProperty(new Response(body, { headers }), "url", { value: last }))
  }
  const layer = Forge.layer().pipe(
    Layer.provide([
      Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch)),
      Credentials.layerToken(Redacted.make(token)),
      HttpCache.layerMemory(),
      RateLimit.layerMemory()
    ])
  )
  return { layer: Layer.merge(layer, Layer.succeed(FetchHttpClient.Fetch, fetch)), modes }
}

describe("in browsers", () => {
  it.live("a redirect within the service is followed", () =>
    Effect.gen(function* () {
      const { layer, modes } = browser(`${Things.api}/things/2`, `{"id":2}`)
      const { id } = yield* Things.get({ id: 1 }).pipe(Effect.provide(layer))
      assert.strictEqual(id, 2)
      assert.deepStrictEqual(modes, ["manual", "follow"])
    })
  )

  it.live("a cursor is relative to the URL that responded", () =>
    Effect.gen(function* () {
      const { layer } = browser(`${Things.api}/renamed/things?page=1`, "[]", { link: `<?page=2>; rel="next"` })
      const { next } = yield* Things.list.page({}).pipe(Effect.provide(layer))
      assert.strictEqual(next, `${Things.api}/renamed/things?page=2`)
    })
  )

  it.live("JSON of a foreign origin is refused", () =>
    Effect.gen(function* () {
      const { layer } = browser("https://evil.example/things/1?sig=5ecre7", `{"id":1}`)
      const error = yield* Effect.flip(Things.get({ id: 1 })).pipe(Effect.provide(layer))
      assert.containSubset(error, { _tag: "UnsafeRedirect", to: "https://evil.example/things/1" })
      assert.notInclude(JSON.stringify(error), "5ecre7")
    })
  )

  it.live("a download may come from a foreign origin", () =>
    Effect.gen(function* () {
      const { layer } = browser("https://storage.example/1", "bytes")
      const bytes = yield* file.bytes({}).pipe(Effect.provide(layer))
      assert.lengthOf(bytes, 5)
    })
  )
})

describe("the root of a host", () => {
  const get = Operation.operation(Kit.Kit, Kit.dialect)("Kit.get", "GET /things", { success: Schema.Unknown })

  it.effect.each(["", "/", "//"])("may end in %o", (end) =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ json: {} }))
      yield* get({}).pipe(Effect.provide(Kit.service(http, { hosts: { api: Kit.root + end } })))
      assert.strictEqual(http.sent[0]?.url, `${Kit.root}/things`)
    })
  )
})
