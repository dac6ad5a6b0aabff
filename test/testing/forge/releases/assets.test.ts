import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { dig } from "../support.ts"
import { bytes, call, helloDigest, layer, releases, seed, uploads } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const first = 10_000_000
const template = "/repos/{owner}/{repo}/releases/{release_id}/assets"

const upload = Effect.fnUntraced(function* (query: string, options: Parameters<typeof bytes>[2] = {}, release = first) {
  const { status, text } = yield* bytes("POST", `${uploads}/${release}/assets${query}`, {
    body: "Hello, world!\n",
    ...options
  })
  const json: unknown = JSON.parse(text)
  expect(violations("POST", template, status, json)).toEqual([])
  return { status, json }
})

describe("uploading an asset", () => {
  test("adds it to the release", function* () {
    const { json, status } = yield* upload("?name=gr%C3%B6%C3%9Fe%20%26%20co.txt&label=For%20you", {
      type: "text/markdown"
    })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      name: "gr.e.co.txt",
      label: "For you",
      content_type: "text/markdown",
      size: 14,
      digest: helloDigest,
      state: "uploaded",
      uploader: { login: "octo" },
      download_count: 0
    })
    const listed = yield* call(`GET ${releases}/${first}/assets`)
    expect(listed.json).toEqual([json])
    const simulator = yield* ForgeSimulator
    const { requests } = { requests: yield* simulator.requests }
    expect(requests[0]).toMatchObject({ operation: "Releases.uploadAsset", login: "octo", body: "Hello, world!\n" })
  })

  test("keeps bytes as they are", function* () {
    const body = Uint8Array.from([0, 255, 128, 10])
    const { json } = yield* upload("?name=a.bin", { body })
    expect(dig(json, "size")).toBe(4)
    const simulator = yield* ForgeSimulator
    expect((yield* simulator.requests)[0]?.body).toEqual(body)
  })

  test("refuses a name that is taken, after it was made valid", function* () {
    yield* upload("?name=a.b.txt")
    for (const name of ["a.b.txt", "a%20b.txt", ".a.b.txt"]) {
      const { json, status } = yield* upload(`?name=${name}`)
      expect([name, status, dig(json, "errors")]).toEqual([
        name,
        422,
        [{ resource: "ReleaseAsset", code: "already_exists", field: "name" }]
      ])
    }
    expect((yield* upload("?name=a.b.txt", {}, first + 1)).status).toBe(201)
  })

  test("refuses what has no name, type or content", function* () {
    const missing = (field: string) => ({ resource: "ReleaseAsset", code: "missing_field", field })
    expect(dig((yield* upload("")).json, "errors", 0)).toEqual(missing("name"))
    expect(dig((yield* upload("?name=")).json, "errors", 0)).toEqual(missing("name"))
    expect(dig((yield* upload("?name=a", { type: "" })).json, "errors", 0)).toEqual(missing("content_type"))
    const empty = yield* upload("?name=a", { body: "" })
    expect([empty.status, dig(empty.json, "errors", 0)]).toEqual([
      422,
      { resource: "ReleaseAsset", code: "custom", field: "size", message: "size must be greater than or equal to 1" }
    ])
    const simulator = yield* ForgeSimulator
    const { releases: all } = yield* simulator.repository("acme/web")
    expect(all.find(({ id }) => id === first)?.assets).toEqual([])
  })

  test("refuses a body without a length", function* () {
    const client = yield* HttpClient.HttpClient
    const request = HttpClientRequest.post(`${uploads}/${first}/assets?name=a`, {
      headers: { "user-agent": "test", authorization: `Bearer ${Simulator.token}` }
    }).pipe(HttpClientRequest.bodyStream(Stream.make(new Uint8Array(3)), { contentType: "text/plain" }))
    const response = yield* client.execute(request)
    expect([response.status, yield* response.json]).toEqual([
      400,
      expect.objectContaining({ message: "Bad Content-Length: " })
    ])
  })

  test("takes a thousand assets, and no more", function* () {
    const simulator = yield* ForgeSimulator
    const assets = Array.from({ length: 999 }, (_, index) => ({ name: `a${index}`, content: "a" }))
    yield* simulator.reset({
      ...seed,
      repositories: [{ owner: "octo", name: "many", releases: [{ tag_name: "v1", assets }] }]
    })
    const url = `https://uploads.github.com/repos/octo/many/releases/${first}/assets`
    expect((yield* bytes("POST", `${url}?name=last`, { body: "a" })).status).toBe(201)
    const { status, text } = yield* bytes("POST", `${url}?name=more`, { body: "a" })
    expect([status, dig(JSON.parse(text), "errors", 0, "message")]).toEqual([
      422,
      "file_count limited to 1000 assets per release"
    ])
  })

  test("needs the permission to write, and a release that exists", function* () {
    const statuses = yield* Effect.forEach(["tri", "ada", null, "unknown"], (token) =>
      Effect.map(upload("?name=a", { token }), ({ status }) => status)
    )
    expect(statuses).toEqual([403, 403, 401, 401])
    expect((yield* upload("?name=a", {}, 1)).status).toBe(404)
  })

  test("is not for the API's host, which has another one", function* () {
    const url = `https://api.github.com${releases}/${first}/assets?name=a`
    expect((yield* bytes("POST", url, { body: "a" })).status).toBe(501)
    expect((yield* bytes("GET", `https://uploads.github.com${releases}`)).status).toBe(501)
  })

  testOn(Simulator.layerHttpClient({ ...seed, baseUrl: "https://git.acme.com/api/v3" }))(
    "goes where Forge derives it from the API's URL",
    function* () {
      const simulator = yield* ForgeSimulator
      expect(simulator.urls).toEqual({
        api: "https://git.acme.com/api/v3",
        uploads: "https://git.acme.com/api/uploads",
        storage: "https://storage.git.acme.com"
      })
      const url = `${simulator.urls.uploads}${releases}/${first}/assets?name=a`
      expect((yield* bytes("POST", url, { body: "a" })).status).toBe(201)
    }
  )

  testOn(Simulator.layerHttpClient({ ...seed, baseUrl: "http://127.0.0.1:3000/" }))(
    "goes to the API's own URL if that says nothing",
    function* () {
      const { urls } = yield* ForgeSimulator
      expect(urls).toEqual({
        api: "http://127.0.0.1:3000",
        uploads: "http://127.0.0.1:3000",
        storage: "http://storage.localhost:3000"
      })
      expect((yield* bytes("POST", `${urls.api}${releases}/${first}/assets?name=a`, { body: "a" })).status).toBe(201)
      expect((yield* bytes("GET", `${urls.api}${releases}`)).status).toBe(200)
    }
  )
})

describe("an asset", () => {
  test("is a record unless its bytes are asked for", function* () {
    const { json } = yield* call(`GET ${releases}/tags/v1.1.0`)
    const [asset] = dig(json, "assets") as ReadonlyArray<{ id: number }>
    const found = yield* call(`GET ${releases}/assets/${asset?.id ?? 0}`)
    expect([found.status, found.json]).toEqual([200, asset])
  })

  test("can be renamed and labelled", function* () {
    const { json } = yield* upload("?name=a.txt")
    yield* upload("?name=b.txt")
    const path = `${releases}/assets/${String(dig(json, "id"))}`
    const changed = yield* call(`PATCH ${path}`, { body: { name: "c d.txt", label: "New" } })
    expect(changed.json).toMatchObject({ name: "c.d.txt", label: "New", digest: helloDigest })
    const unlabelled = yield* call(`PATCH ${path}`, { body: { label: null } })
    expect(unlabelled.json).toMatchObject({ name: "c.d.txt", label: null })
    const taken = yield* call(`PATCH ${path}`, { body: { name: "b.txt" } })
    expect([taken.status, dig(taken.json, "errors", 0, "code")]).toEqual([422, "already_exists"])
    expect((yield* call(`GET ${path}`)).json).toEqual(unlabelled.json)
  })

  test("can be deleted, and its name is free again", function* () {
    const { json } = yield* upload("?name=a.txt")
    const path = `${releases}/assets/${String(dig(json, "id"))}`
    expect((yield* call(`DELETE ${path}`)).status).toBe(204)
    expect((yield* call(`GET ${path}`)).status).toBe(404)
    expect((yield* upload("?name=a.txt")).status).toBe(201)
  })

  test("changes only by those who may write, and a draft's is not there for others", function* () {
    const draft = yield* call(`GET ${releases}`)
    const hidden = `${releases}/assets/${String(dig(draft.json, 0, "assets", 0, "id"))}`
    expect((yield* call(`GET ${hidden}`)).status).toBe(200)
    expect((yield* call(`GET ${hidden}`, { token: "tri" })).status).toBe(404)
    const { json } = yield* upload("?name=a.txt")
    const path = `${releases}/assets/${String(dig(json, "id"))}`
    for (const method of ["PATCH", "DELETE"]) {
      const statuses = yield* Effect.forEach(["tri", null], (token) =>
        Effect.map(call(`${method} ${path}`, { token, body: {} }), ({ status }) => status)
      )
      expect([method, statuses]).toEqual([method, [403, 401]])
      expect((yield* call(`${method} ${releases}/assets/1`, { body: {} })).status).toBe(404)
    }
  })
})
