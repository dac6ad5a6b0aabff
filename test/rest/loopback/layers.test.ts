/** The ready-made Layers: their configuration, and their hosts. */
import { assert, describe, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as ForgeNode from "../../../src/node/ForgeNode.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../src/rest/RateLimit.ts"
import { json } from "./support/answers.ts"
import { shown } from "./support/probe.ts"
import { first, issue, ping, pong } from "./support/records.ts"
import { serve } from "./support/server.ts"

const get = Issues.get(first)

const configured = (values: Readonly<Record<string, string>>) =>
  ConfigProvider.layer(ConfigProvider.fromEnvRecord(values))

type Ready = (prefix?: string) => Layer.Layer<Forge.Forge, Config.ConfigError>

const ready: ReadonlyArray<readonly [name: string, layerConfig: Ready, layerGitHub: ReturnType<Ready>]> = [
  ["Forge, on fetch", Forge.layerConfig, Forge.layerGitHub],
  ["ForgeNode, on undici", ForgeNode.layerConfig, ForgeNode.layerGitHub]
]

describe.each(ready)("%s", (_, layerConfig, layerGitHub) => {
  it.live("reads GITHUB_TOKEN and GITHUB_API_URL", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      for (const layer of [layerGitHub, layerConfig()]) {
        yield* get.pipe(
          Effect.provide(
            Layer.provide(
              layer,
              configured({ GITHUB_TOKEN: "s3cret", GITHUB_API_URL: `${server.origin}/api/v3/`, OTHER_TOKEN: "x" })
            )
          )
        )
      }
      assert.deepStrictEqual(
        server.requests.map(({ headers, path }) => [path, headers.authorization]),
        Array(2).fill(["/api/v3/repos/acme/web/issues/1", "Bearer s3cret"])
      )
    })
  )

  it.live("sends no token when there is none, or an empty one", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      const GITHUB_API_URL = server.origin
      for (const values of [{ GITHUB_API_URL }, { GITHUB_API_URL, GITHUB_TOKEN: "" }]) {
        yield* get.pipe(Effect.provide(Layer.provide(layerGitHub, configured(values))))
      }
      for (const { headers } of server.requests) assert.notProperty(headers, "authorization")
      assert.strictEqual(server.requests.length, 2)
    })
  )

  it.live("reads the same names under another prefix, and only those", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      const values = {
        WORK_TOKEN: "s3cret",
        WORK_API_URL: server.origin,
        GITHUB_TOKEN: "another",
        GITHUB_API_URL: "http://127.0.0.1:1"
      }
      yield* get.pipe(Effect.provide(Layer.provide(layerConfig("WORK"), configured(values))))
      assert.strictEqual(server.requests[0]?.headers.authorization, "Bearer s3cret")
    })
  )

  it.live("caches responses in memory", () =>
    Effect.gen(function* () {
      const server = yield* serve(({ headers }) =>
        headers["if-none-match"] === `"a"` ? json(304, {}) : json(200, issue(1), { etag: `"a"` })
      )
      const replies = yield* Effect.replicateEffect(Issues.get.withReply(first), 2).pipe(
        Effect.provide(Layer.provide(layerGitHub, configured({ GITHUB_API_URL: server.origin })))
      )
      assert.deepStrictEqual(
        replies.map(({ cached }) => cached),
        [false, true]
      )
    })
  )

  it.live.each([
    "api.example.com",
    "ftp://api.example.com",
    "https://",
    "https://api example.com",
    "https://api.example.com?x=1",
    "https://api.example.com/#x",
    "https://:443",
    "https://api.example.com:99999",
    "https://[::1",
    "https://%"
  ])("rejects GITHUB_API_URL=%s", (GITHUB_API_URL) =>
    Effect.gen(function* () {
      const error = yield* get.pipe(
        Effect.flip,
        Effect.provide(Layer.provide(layerGitHub, configured({ GITHUB_API_URL, GITHUB_TOKEN: "s3cret" }))),
        Effect.flip
      )
      assert.instanceOf(error, Config.ConfigError)
      assert.notInclude(shown(error), "s3cret")
    })
  )
})

/** Answers any request in process, and records its URL. */
const stub = (urls: Array<string>) =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request, url) =>
      Effect.sync(() => {
        urls.push(url.href)
        return HttpClientResponse.fromWeb(request, Response.json(pong))
      })
    )
  )

const upload = Forge.operation("Test.upload", "POST /upload", {
  path: {},
  success: Schema.Struct({ ok: Schema.Boolean }),
  host: "upload"
})

const hosts: ReadonlyArray<
  readonly [name: string, layer: ReturnType<typeof Forge.layer>, api: string, upload: string]
> = [
  ["github.com", Forge.layer(), "https://api.github.com", "https://uploads.github.com"],
  [
    "an Enterprise Server",
    Forge.layerEnterprise("git.example.com"),
    "https://git.example.com/api/v3",
    "https://git.example.com/api/uploads"
  ],
  [
    "an Enterprise Server on a port",
    Forge.layerEnterprise("git.example.com:8443"),
    "https://git.example.com:8443/api/v3",
    "https://git.example.com:8443/api/uploads"
  ],
  [
    "an Enterprise Server by its base URL",
    Forge.layer({ baseUrl: "https://git.example.com/api/v3/" }),
    "https://git.example.com/api/v3",
    "https://git.example.com/api/uploads"
  ],
  [
    "ghe.com",
    Forge.layer({ baseUrl: "https://api.octo.ghe.com" }),
    "https://api.octo.ghe.com",
    "https://uploads.octo.ghe.com"
  ],
  [
    "a host that only looks like GitHub's",
    Forge.layer({ baseUrl: "https://api.github.com.example.com" }),
    "https://api.github.com.example.com",
    "https://api.github.com.example.com"
  ],
  [
    "a given upload URL",
    Forge.layer({ baseUrl: "https://api.example.com", uploadUrl: "https://files.example.com/up/" }),
    "https://api.example.com",
    "https://files.example.com/up"
  ]
]

describe("Forge, on fetch", () => {
  it.effect("sends by the fetch and with the options that its Layer is provided with", () =>
    Effect.gen(function* () {
      const sent: Array<RequestInit | undefined> = []
      const fetch: typeof globalThis.fetch = (_, init) => {
        sent.push(init)
        return Promise.resolve(Response.json(issue(1)))
      }
      const given = Layer.mergeAll(
        Layer.succeed(FetchHttpClient.Fetch, fetch),
        Layer.succeed(FetchHttpClient.RequestInit, { credentials: "include" }),
        configured({})
      )
      const read = yield* Effect.provide(get, Layer.provide(Forge.layerGitHub, given))
      assert.strictEqual(read.number, 1)
      assert.deepStrictEqual(
        sent.map((init) => init?.credentials),
        ["include"]
      )
    })
  )
})

describe("hosts", () => {
  it.effect.each([{}, { GITHUB_API_URL: "" }])("github.com, with the configuration %j", (values) =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      yield* ping({}).pipe(
        Effect.provide(Layer.provide(Forge.layerConfigWithClient(), [stub(urls), configured(values)]))
      )
      assert.deepStrictEqual(urls, ["https://api.github.com/ping"])
    })
  )

  it.effect.each(hosts)("$0", ([, layer, apiUrl, uploadUrl]) =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      yield* Effect.andThen(ping({}), upload({})).pipe(
        Effect.provide(
          Layer.provide(layer, [stub(urls), Credentials.layerAnonymous, HttpCache.layerNone, RateLimit.layerMemory()])
        )
      )
      assert.deepStrictEqual(urls, [`${apiUrl}/ping`, `${uploadUrl}/upload`])
    })
  )
})
