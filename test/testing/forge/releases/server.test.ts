/** Uploads and downloads over sockets, between origins that differ. */
import { createHash } from "node:crypto"
import * as Http from "node:http"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { describe, expect, it } from "@effect/vitest"
import type { ConfigError } from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Forge from "../../../../src/forge/Forge.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as ForgeNode from "../../../../src/node/ForgeNode.ts"
import * as Credentials from "../../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../../src/rest/RateLimit.ts"
import * as Faults from "../../../../src/testing/Faults.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { signedUrl } from "../../../../src/testing/internal/forge/handlers/storage.ts"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import { bytes, seed } from "./support.ts"

const content = Uint8Array.from({ length: 300_000 }, (_, index) => (index * index) % 251)
const digest = `sha256:${createHash("sha256").update(content).digest("hex")}`

const web = { owner: "acme", repo: "web" }
const storage = /^\/github-production-release-asset\//

type Client = Layer.Layer<HttpClient.HttpClient, ConfigError>

/** Our own client on a served simulator. It knows the URL of the API alone. */
const program = (client: Client, options: SimulatorServer.ServerOptions = {}) => {
  const server = SimulatorServer.layerForge(seed, options)
  const forge = Layer.unwrap(
    Effect.map(ForgeSimulator.ForgeSimulator, ({ baseUrl }) =>
      Forge.layer({ baseUrl }).pipe(
        Layer.provide([
          client,
          Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
          HttpCache.layerMemory(),
          RateLimit.layerMemory()
        ])
      )
    )
  )
  return Layer.provideMerge(forge, server)
}

const release = Releases.getByTag({ ...web, tag: "v1.0.0" })

const upload = Effect.flatMap(release, ({ id, upload_url }) =>
  Releases.uploadAsset({
    ...web,
    release_id: id,
    upload_url,
    name: "app.bin",
    content_type: "application/zip",
    data: content
  })
)

/** Uploads the content, and returns the download of it. */
const download = Effect.map(upload, (asset) => Releases.downloadAsset.bytes({ ...web, asset_id: asset.id }, asset))

describe.each([
  ["fetch", FetchHttpClient.layer],
  ["undici", NodeHttpClient.layerUndici],
  ["the client of ForgeNode", ForgeNode.layerHttpClient()]
] as const)("through %s", (_, client) => {
  it.live("bytes arrive as they were sent, by way of two origins", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { urls } = simulator
      expect(new Set(Object.values(urls).map((url) => new URL(url).origin)).size).toBe(2)
      const asset = yield* upload
      expect(asset).toMatchObject({ name: "app.bin", size: content.length, digest })
      const received = yield* Releases.downloadAsset.bytes({ ...web, asset_id: asset.id }, asset)
      expect(Buffer.from(received).equals(Buffer.from(content))).toBe(true)
      const requests = yield* simulator.requests
      expect(
        requests.map(({ headers, operation, status, url }) => [
          operation,
          new URL(url).origin,
          status,
          headers["authorization"]
        ])
      ).toEqual([
        ["Releases.getByTag", urls.api, 200, "Bearer <redacted>"],
        ["Releases.uploadAsset", urls.uploads, 201, "Bearer <redacted>"],
        ["Releases.downloadAsset", urls.api, 302, "Bearer <redacted>"],
        ["Releases.downloadAsset", urls.storage, 200, undefined]
      ])
      const { releases } = yield* simulator.repository("acme/web")
      expect(releases.flatMap(({ assets }) => assets).find(({ name }) => name === "app.bin")).toEqual({
        name: "app.bin",
        label: null,
        size: content.length,
        digest,
        download_count: 1
      })
    }).pipe(Effect.provide(program(client)))
  )

  it.live("a download that is cut off goes on where it was", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const started = yield* download
      yield* simulator.faults.add(
        Faults.cutOff({ path: storage, keep: 0.4 }),
        Faults.cutOff({ path: storage, keep: 0.6 })
      )
      expect(Buffer.from(yield* started).equals(Buffer.from(content))).toBe(true)
      const parts = (yield* simulator.requests).filter(({ path }) => storage.test(path))
      expect(parts.map(({ faults, status }) => [status, faults])).toEqual([
        [200, ["cutOff"]],
        [206, ["cutOff"]],
        [206, []]
      ])
      expect(parts[2]?.headers["range"]).toMatch(/^bytes=\d+-$/)
    }).pipe(Effect.provide(program(client)))
  )

  it.live("each attempt asks for a fresh URL, and one that has ended is forbidden", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const asset = yield* upload
      const started = Releases.downloadAsset.bytes({ ...web, asset_id: asset.id }, asset)
      yield* simulator.faults.add(Faults.cutOff({ path: storage }))
      yield* started
      expect((yield* simulator.requests).filter(({ status }) => status === 302)).toHaveLength(2)
      const { id } = yield* simulator.repository("acme/web")
      const ended = signedUrl(simulator.urls, { id }, asset, Date.now() - 300_000)
      yield* simulator.faults.add(Faults.redirected({ operation: "Releases.downloadAsset", to: ended }))
      const error = yield* Effect.flip(started)
      expect([error._tag, error.message]).toEqual(["Forbidden", expect.stringContaining("403")])
      yield* simulator.faults.add(
        Faults.redirected({ operation: "Releases.downloadAsset", to: ended.replace("X-Amz", "x") })
      )
      expect((yield* Effect.flip(started))._tag).toBe("Forbidden")
      const left = signedUrl(simulator.urls, { id }, asset, Date.now() - 200_000)
      yield* simulator.faults.add(Faults.redirected({ operation: "Releases.downloadAsset", to: left }))
      expect(Buffer.from(yield* started).equals(Buffer.from(content))).toBe(true)
    }).pipe(Effect.provide(program(client)))
  )

  it.live("a wrong byte is found by the digest", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const started = yield* download
      yield* simulator.faults.add({
        name: "wrongByte",
        when: { path: storage },
        spoil: (outcome) => (outcome._tag === "Lost" ? outcome : { ...outcome, body: content.slice().reverse() })
      })
      expect((yield* Effect.flip(started))._tag).toBe("IntegrityFailed")
    }).pipe(Effect.provide(program(client)))
  )

  it.live.each([
    ["a lost request", Faults.requestLost],
    ["an outage", Faults.unavailable]
  ] as const)("a download outlasts %s on each of its origins", ([, fault]) =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const started = yield* download
      const operation = "Releases.downloadAsset"
      yield* simulator.faults.add(
        fault({ operation }),
        fault({ path: storage }),
        Faults.delayed({ operation, by: "10 millis", times: 2 })
      )
      expect(Buffer.from(yield* started).equals(Buffer.from(content))).toBe(true)
      expect(yield* simulator.faults.pending).toEqual([])
    }).pipe(Effect.provide(program(client)))
  )

  it.live("an upload whose answer is lost has arrived", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      yield* simulator.faults.add(Faults.answerLost({ operation: "Releases.uploadAsset" }))
      expect((yield* Effect.flip(upload))._tag).toBe("TransportFailed")
      const again = yield* Effect.flip(upload)
      expect(again).toMatchObject({ _tag: "ValidationFailed", alreadyExists: true })
    }).pipe(Effect.provide(program(client)))
  )

  it.live("uploads arrive where an Enterprise Server has them, too", () =>
    Effect.gen(function* () {
      const { id, upload_url } = yield* release
      const file = { ...web, release_id: id, content_type: "text/plain", data: "a" }
      const simulator = yield* ForgeSimulator.ForgeSimulator
      // With the URL that the release states, and with the one that the client derives.
      for (const [name, stated] of [
        ["a.txt", { upload_url }],
        ["b.txt", {}]
      ] as const) {
        yield* Releases.uploadAsset({ ...file, ...stated, name })
        const last = (yield* simulator.requests).at(-1)
        expect(last?.url).toContain(`${new URL(simulator.baseUrl).origin}/api/uploads/repos/`)
      }
    }).pipe(Effect.provide(program(client, { prefix: "/api/v3" })))
  )
})

describe("on undici", () => {
  it.live("a stream arrives with its length", () =>
    Effect.gen(function* () {
      const { id } = yield* release
      const data = Stream.make(content.subarray(0, 100_000), content.subarray(100_000))
      const input = { ...web, release_id: id, name: "stream.bin", content_type: "application/zip" }
      expect(yield* Releases.uploadAsset({ ...input, data, size: content.length })).toMatchObject({ digest })
    }).pipe(Effect.provide(program(NodeHttpClient.layerUndici)))
  )
})

describe("the storage on a port", () => {
  it.live("has the assets of releases for browsers", () =>
    Effect.gen(function* () {
      const asset = yield* upload
      const simulator = yield* ForgeSimulator.ForgeSimulator
      expect(asset.browser_download_url).toBe(`${simulator.baseUrl}/acme/web/releases/download/v1.0.0/app.bin`)
      const response = yield* Effect.promise(() => fetch(asset.browser_download_url))
      const received = yield* Effect.promise(() => response.arrayBuffer())
      expect([response.status, new URL(response.url).origin]).toEqual([200, simulator.urls.storage])
      expect(Buffer.from(received).equals(Buffer.from(content))).toBe(true)
    }).pipe(Effect.provide(program(FetchHttpClient.layer)))
  )

  it.live("knows its own URLs alone, and a body without a length is refused", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { urls } = simulator
      const foreign = yield* bytes("GET", `${urls.storage}/repos/acme/web/releases`, { token: null })
      expect([foreign.status, foreign.headers["content-type"]]).toEqual([403, "application/xml"])
      const raw = yield* bytes("GET", `${urls.storage}/raw/acme/web/main/README.md`, { token: null })
      expect([raw.status, raw.text]).toEqual([200, "# web\n"])
      const chunked = yield* Effect.callback<number | undefined>((resume) => {
        const headers = {
          "user-agent": "test",
          authorization: `Bearer ${ForgeSimulator.token}`,
          "content-type": "text/plain"
        }
        const request = Http.request(`${urls.uploads}/repos/acme/web/releases/10000000/assets?name=a`, {
          method: "POST",
          headers: { ...headers, "transfer-encoding": "chunked" }
        })
        request.once("response", (response) => resume(Effect.succeed(response.resume().statusCode)))
        request.end("abc")
      })
      expect(chunked).toBe(400)
      const [request] = (yield* simulator.requests).slice(-1)
      expect([request?.headers["transfer-encoding"], request?.headers["content-length"]]).toEqual([
        "chunked",
        undefined
      ])
    }).pipe(Effect.provide(Layer.merge(SimulatorServer.layerForge(seed), FetchHttpClient.layer)))
  )

  it.live("takes a credential besides, as some clients keep it for the host name of the API", () =>
    Effect.gen(function* () {
      const asset = yield* upload
      const { urls } = yield* ForgeSimulator.ForgeSimulator
      expect(new URL(urls.storage).hostname).toBe(new URL(urls.api).hostname)
      const authorization = `Bearer ${ForgeSimulator.token}`
      const headers = { accept: "application/octet-stream", authorization }
      const redirect = yield* Effect.promise(() => fetch(asset.url, { headers, redirect: "manual" }))
      const stored = yield* Effect.promise(() => fetch(redirect.headers.get("location") ?? "", { headers }))
      expect([redirect.status, stored.status]).toEqual([302, 200])
      expect(Buffer.from(yield* Effect.promise(() => stored.arrayBuffer())).equals(Buffer.from(content))).toBe(true)
    }).pipe(Effect.provide(program(FetchHttpClient.layer)))
  )
})
