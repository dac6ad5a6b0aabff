/** Uploads to a server at every kind of URL, of clients that know the URL of its API alone. */
import { readFileSync } from "node:fs"
import * as Tls from "node:tls"
import { describe, expect, it } from "@effect/vitest"
import { Octokit } from "@octokit/rest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll } from "vitest"
import * as Forge from "../../../../src/forge/Forge.ts"
import * as Releases from "../../../../src/forge/Releases.ts"
import * as Credentials from "../../../../src/rest/Credentials.ts"
import * as HttpCache from "../../../../src/rest/HttpCache.ts"
import * as RateLimit from "../../../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { readTls } from "../../../../src/testing/internal/node/command/certificates.ts"
import { serveForge } from "../../../../src/testing/internal/node/server.ts"
import { freePorts } from "../../../services/ports.ts"
import { proxyOf } from "../../../services/proxy.ts"
import { seed } from "./support.ts"

const web = { owner: "acme", repo: "web" }
const content = "The content\n"

/** One certificate for all servers, which this process trusts while the tests run. */
const certificate = await readTls({ host: "127.0.0.1", hosts: [], publicUrl: undefined, tls: "made" }, {})
const trusted = Tls.getCACertificates("default")

beforeAll(() => Tls.setDefaultCACertificates([...trusted, readFileSync(certificate?.ca ?? "", "utf8")]))
afterAll(async () => {
  Tls.setDefaultCACertificates(trusted)
  await certificate?.remove?.()
})

interface Place {
  readonly prefix: string
  readonly tls: boolean
  /** Whether clients reach the server by another origin than where it listens. */
  readonly elsewhere: boolean
}

const places: ReadonlyArray<Place> = ["", "/api/v3", "/github"].flatMap((prefix) =>
  [false, true].flatMap((tls) => [false, true].map((elsewhere) => ({ prefix, tls, elsewhere })))
)

const served = Effect.fnUntraced(function* ({ elsewhere, prefix, tls }: Place) {
  const port = yield* Effect.promise(freePorts)
  const proxy = yield* proxyOf(port)
  const { handle } = yield* serveForge(seed, {
    port,
    storagePort: port + 1,
    prefix,
    ...(tls && certificate !== undefined ? { tls: certificate } : {}),
    ...(elsewhere ? { publicUrl: `${tls ? "https" : "http"}://localhost:${proxy.port}` } : {})
  })
  return handle
})

/** Our own client, which is told what `GITHUB_API_URL` says. */
const upload = (baseUrl: string, name: string, given: boolean) =>
  Effect.gen(function* () {
    const release = yield* Releases.getByTag({ ...web, tag: "v1.0.0" })
    const asset = yield* Releases.uploadAsset({
      ...web,
      release_id: release.id,
      ...(given ? { upload_url: release.upload_url } : {}),
      name,
      content_type: "text/plain",
      data: new TextEncoder().encode(content)
    })
    return yield* Releases.downloadAsset.bytes({ ...web, asset_id: asset.id }, asset)
  }).pipe(
    Effect.provide(
      Forge.layer({ baseUrl }).pipe(
        Layer.provide([
          FetchHttpClient.layer,
          Credentials.layerToken(Redacted.make(ForgeSimulator.token)),
          HttpCache.layerMemory(),
          RateLimit.layerMemory()
        ])
      )
    )
  )

const octokitUpload = async (baseUrl: string, name: string): Promise<string> => {
  const { repos } = new Octokit({ baseUrl, auth: ForgeSimulator.token }).rest
  const { data: release } = await repos.getReleaseByTag({ ...web, tag: "v1.0.0" })
  const { data: asset } = await repos.uploadReleaseAsset({
    ...web,
    release_id: release.id,
    url: release.upload_url,
    name,
    data: content
  })
  const page = await fetch(asset.browser_download_url)
  return page.text()
}

describe("an upload", () => {
  it.live.each(places)("arrives: %o", (place) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* served(place)
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
      // The client follows the release's own URL, or makes one of the API's.
      expect(text(yield* upload(baseUrl, "given.txt", true))).toBe(content)
      expect(text(yield* upload(baseUrl, "made.txt", false))).toBe(content)
      expect(yield* Effect.promise(() => octokitUpload(baseUrl, "octokit.txt"))).toBe(content)
    }).pipe(Effect.scoped)
  )
})
