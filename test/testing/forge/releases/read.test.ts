import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../support.ts"
import { call, helloDigest, layer, releases } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const tags = (json: unknown) => dig(json, "*", "tag_name")

const idOf = Effect.fnUntraced(function* (tag: string) {
  const { json } = yield* call(`GET ${releases}`)
  const [found] = (json as ReadonlyArray<{ id: number; tag_name: string }>).filter(({ tag_name }) => tag_name === tag)
  return found?.id ?? 0
})

describe("listing releases", () => {
  test("lists the most recent first, and drafts before them", function* () {
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const simulator = yield* ForgeSimulator
    yield* simulator.reset()
    const { json, status } = yield* call(`GET ${releases}`)
    expect([status, tags(json)]).toEqual([200, ["v2.0.0", "v2.0.0-rc.1", "v1.1.0", "v1.0.0"]])
  })

  test("shows drafts only to those who may write", function* () {
    const draft = yield* idOf("v2.0.0")
    for (const token of ["tri", "ada", null]) {
      const { json } = yield* call(`GET ${releases}`, { token })
      expect([token, tags(json)]).toEqual([token, ["v2.0.0-rc.1", "v1.1.0", "v1.0.0"]])
      for (const path of [`${releases}/${draft}`, `${releases}/${draft}/assets`]) {
        expect([token, path, (yield* call(`GET ${path}`, { token })).status]).toEqual([token, path, 404])
      }
    }
    expect((yield* call(`GET ${releases}/${draft}`)).status).toBe(200)
  })

  test("cuts pages, and links them by the repository's id", function* () {
    const { headers, json } = yield* call(`GET ${releases}?per_page=1&page=2`)
    expect(tags(json)).toEqual(["v2.0.0-rc.1"])
    expect(headers["link"]).toContain(
      '<https://api.github.com/repositories/2000000/releases?per_page=1&page=3>; rel="next"'
    )
    const id = yield* idOf("v1.1.0")
    const assets = yield* call(`GET ${releases}/${id}/assets?per_page=1`)
    expect(dig(assets.json, "*", "name")).toEqual(["app.txt"])
  })

  test("hides those of private repositories", function* () {
    for (const path of ["releases", "releases/latest", "releases/tags/v1"]) {
      expect((yield* call(`GET /repos/acme/secret/${path}`)).status).toBe(404)
      expect((yield* call(`GET /repos/acme/secret/${path}`, { token: "acme" })).status).toBe(200)
    }
  })
})

describe("one release", () => {
  test("is found by id and by tag, with the records of its assets", function* () {
    const byTag = yield* call(`GET ${releases}/tags/v1.1.0`)
    const byId = yield* call(`GET ${releases}/${yield* idOf("v1.1.0")}`)
    expect(byTag.json).toEqual(byId.json)
    const { id } = byTag.json as { id: number }
    expect(byTag.json).toMatchObject({
      url: `https://api.github.com${releases}/${id}`,
      upload_url: `https://uploads.github.com${releases}/${id}/assets{?name,label}`,
      html_url: "https://github.com/acme/web/releases/tag/v1.1.0",
      tarball_url: "https://api.github.com/repos/acme/web/tarball/refs/tags/v1.1.0",
      tag_name: "v1.1.0",
      target_commitish: "main",
      name: "v1.1.0",
      body: "Notes",
      draft: false,
      prerelease: false,
      immutable: false,
      author: { login: "octo" },
      assets: [
        {
          name: "app.txt",
          label: "The app",
          content_type: "text/plain",
          size: 14,
          digest: helloDigest,
          state: "uploaded",
          download_count: 0,
          uploader: { login: "octo" },
          browser_download_url: "https://github.com/acme/web/releases/download/v1.1.0/app.txt"
        }
      ]
    })
  })

  test("has no tag, archives and date of publication while it is a draft", function* () {
    const id = yield* idOf("v2.0.0")
    const { json } = yield* call(`GET ${releases}/${id}`)
    expect(json).toMatchObject({ draft: true, published_at: null, tarball_url: null, zipball_url: null })
    expect(dig(json, "html_url")).toMatch(/\/releases\/tag\/untagged-[\da-f]{20}$/)
    expect(dig(json, "assets", 0, "browser_download_url")).toMatch(/\/untagged-[\da-f]{20}\/draft.txt$/)
    expect((yield* call(`GET ${releases}/tags/v2.0.0`)).status).toBe(404)
  })

  test("is 404 if there is none", function* () {
    for (const path of [
      `${releases}/1`,
      `${releases}/1/assets`,
      `${releases}/tags/v9`,
      `${releases}/assets/1`,
      "/repos/acme/empty/releases/latest",
      "/repos/acme/nothing/releases"
    ]) {
      expect([path, (yield* call(`GET ${path}`)).status]).toEqual([path, 404])
    }
  })

  test("revalidates", function* () {
    const first = yield* call(`GET ${releases}/latest`)
    const again = yield* call(`GET ${releases}/latest`, {
      headers: { "if-none-match": first.headers["etag"] ?? "" }
    })
    expect(again.status).toBe(304)
    const since = yield* call(`GET ${releases}/latest`, {
      headers: { "if-modified-since": first.headers["last-modified"] ?? "" }
    })
    expect(since.status).toBe(304)
  })
})

describe("the latest release", () => {
  const latest = Effect.map(call(`GET ${releases}/latest`), ({ json, status }) =>
    status === 200 ? dig(json, "tag_name") : status
  )
  const create = (body: object) => call(`POST ${releases}`, { body })

  test("is the one that was published last", function* () {
    expect(yield* latest).toBe("v1.1.0")
    yield* create({ tag_name: "v0.9.0" })
    expect(yield* latest).toBe("v0.9.0")
  })

  test("is neither a draft nor a prerelease", function* () {
    yield* create({ tag_name: "v3", draft: true })
    yield* create({ tag_name: "v4", prerelease: true })
    expect(yield* latest).toBe("v1.1.0")
    const { json } = yield* create({ tag_name: "v5" })
    expect(yield* latest).toBe("v5")
    yield* call(`PATCH ${releases}/${String(dig(json, "id"))}`, { body: { prerelease: true } })
    expect(yield* latest).toBe("v1.1.0")
  })

  test("can be chosen", function* () {
    yield* create({ tag_name: "v5", make_latest: "false" })
    expect(yield* latest).toBe("v1.1.0")
    yield* create({ tag_name: "v6" })
    const old = yield* idOf("v1.0.0")
    yield* call(`PATCH ${releases}/${old}`, { body: { make_latest: "true" } })
    expect(yield* latest).toBe("v1.0.0")
    yield* call(`DELETE ${releases}/${old}`)
    expect(yield* latest).toBe("v6")
  })

  test("is the highest version of the newest commit when nobody chose it", function* () {
    for (const tag_name of ["v1.10.0", "v1.9.0", "v1.10.0-beta"]) yield* create({ tag_name, make_latest: "legacy" })
    expect(yield* latest).toBe("v1.1.0")
    yield* call(`PATCH ${releases}/${yield* idOf("v1.1.0")}`, { body: { make_latest: "legacy" } })
    expect(yield* latest).toBe("v1.10.0")
  })

  test("is none of those that must not be", function* () {
    for (const tag of ["v1.0.0", "v1.1.0"]) {
      yield* call(`PATCH ${releases}/${yield* idOf(tag)}`, { body: { make_latest: "false" } })
    }
    expect(yield* latest).toBe(404)
  })
})

describe("releases of a seed", () => {
  test("are a minute apart, tag what they name, and are in snapshots", function* () {
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const simulator = yield* ForgeSimulator
    yield* simulator.reset({
      repositories: [
        {
          owner: "acme",
          name: "web",
          files: { a: "a" },
          branches: { next: { files: { b: "b" } } },
          releases: [
            { tag_name: "v1", assets: [{ name: "größe & co.zip", content: { base64: "SGVsbG8=" } }] },
            { tag_name: "v2", target_commitish: "next", published_at: { ago: "1 hour" } },
            "v3"
          ]
        },
        { owner: "acme", name: "new", releases: ["v1"] }
      ]
    })
    const { releases: all } = yield* simulator.repository("acme/web")
    expect(all.map(({ published_at, tag_name }) => [tag_name, published_at])).toEqual([
      ["v3", "2030-01-01T00:00:00Z"],
      ["v1", "2029-12-31T23:58:00Z"],
      ["v2", "2029-12-31T23:00:00Z"]
    ])
    expect(all[1]).toMatchObject({
      name: "v1",
      draft: false,
      author: "acme",
      assets: [
        {
          name: "gr.e.co.zip",
          label: null,
          size: 5,
          digest: "sha256:185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969",
          download_count: 0
        }
      ]
    })
    const made = yield* simulator.repository("acme/new")
    expect(made.releases.map(({ tag_name }) => tag_name)).toEqual(["v1"])
  })

  it.effect("cannot tag what does not exist", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator
      const exit = yield* Effect.exit(
        simulator.seed({
          repositories: [{ owner: "acme", name: "web", releases: [{ tag_name: "v9", target_commitish: "nowhere" }] }]
        })
      )
      expect(String(exit)).toContain("no branch or commit nowhere to release")
    }).pipe(
      Effect.provide(Simulator.layerHttpClient({ repositories: [{ owner: "acme", name: "web", files: { a: "" } }] }))
    )
  )
})
