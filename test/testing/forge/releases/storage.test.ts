import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { bytes, call, layer, releases, seed } from "./support.ts"
import { dig } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const octets = { accept: "application/octet-stream" }

const assetPath = Effect.map(
  call(`GET ${releases}/tags/v1.1.0`),
  ({ json }) => `${releases}/assets/${String(dig(json, "assets", 0, "id"))}`
)

/** Asks for the asset's bytes, and returns where they are. */
const signed = Effect.fnUntraced(function* (options: Parameters<typeof bytes>[2] = {}) {
  const path = yield* assetPath
  const { body, headers, status } = yield* bytes("GET", `https://api.github.com${path}`, {
    headers: octets,
    ...options
  })
  expect([status, body.length]).toEqual([302, 0])
  return headers["location"] ?? ""
})

/** Fetches from the storage, which needs no token. */
const fetched = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  bytes("GET", url, { token: null, headers })

const codeOf = (xml: string) => /<Code>(\w+)<\/Code>/.exec(xml)?.[1]

describe("downloading an asset", () => {
  test("leads to the bytes on another origin", function* () {
    const url = yield* signed()
    expect(url).toMatch(/^https:\/\/objects\.githubusercontent\.com\/github-production-release-asset\/2000000\/\d+\?/)
    const { headers, status, text } = yield* fetched(url)
    expect([status, text]).toEqual([200, "Hello, world!\n"])
    expect(headers).toMatchObject({
      "content-type": "text/plain",
      "content-disposition": "attachment; filename=app.txt",
      "content-length": "14",
      "accept-ranges": "bytes",
      server: "AmazonS3"
    })
    expect(
      Object.keys(headers).filter((name) => name.startsWith("x-github") || name.startsWith("x-ratelimit"))
    ).toEqual([])
  })

  test("is for readers of public releases, and not for drafts and strangers", function* () {
    expect(yield* Effect.flatMap(signed({ token: null }), (url) => fetched(url))).toMatchObject({ status: 200 })
    const { json } = yield* call(`GET ${releases}`)
    const draft = `https://api.github.com${releases}/assets/${String(dig(json, 0, "assets", 0, "id"))}`
    expect((yield* bytes("GET", draft, { headers: octets })).status).toBe(302)
    expect((yield* bytes("GET", draft, { headers: octets, token: null })).status).toBe(404)
    const secret = yield* call("GET /repos/acme/secret/releases", { token: "acme" })
    const asset = `https://api.github.com/repos/acme/secret/releases/assets/${String(dig(secret.json, 0, "assets", 0, "id"))}`
    expect((yield* bytes("GET", asset, { headers: octets })).status).toBe(404)
    expect((yield* bytes("GET", asset, { headers: octets, token: "acme" })).status).toBe(302)
  })

  test("counts downloads", function* () {
    yield* signed()
    yield* fetched(yield* signed())
    const path = yield* assetPath
    yield* bytes("HEAD", `https://api.github.com${path}`, { headers: octets })
    expect(dig((yield* call(`GET ${path}`)).json, "download_count")).toBe(2)
  })

  test("costs a request of the API, and none of the storage", function* () {
    const url = yield* signed()
    const simulator = yield* ForgeSimulator
    const [before] = yield* simulator.limits
    yield* fetched(url)
    expect(yield* simulator.limits).toEqual([before])
  })
})

describe("the storage", () => {
  test("refuses a second credential", function* () {
    const { status, text } = yield* bytes("GET", yield* signed())
    expect([status, codeOf(text)]).toEqual([400, "InvalidArgument"])
    expect(text).toContain("<Message>Only one auth mechanism allowed;")
  })

  test("forgets a URL after five minutes", function* () {
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const url = yield* signed()
    yield* TestClock.adjust("299 seconds")
    expect((yield* fetched(url)).status).toBe(200)
    yield* TestClock.adjust("1 second")
    const { headers, status, text } = yield* fetched(url)
    expect([status, codeOf(text), headers["content-type"]]).toEqual([403, "AccessDenied", "application/xml"])
    expect(text).toContain(
      "<Message>Request has expired</Message><X-Amz-Expires>300</X-Amz-Expires>" +
        "<Expires>2030-01-01T00:05:00.000Z</Expires><ServerTime>2030-01-01T00:05:00.000Z</ServerTime>"
    )
    expect((yield* fetched(yield* signed())).status).toBe(200)
  })

  test("opens nothing without a signature of its own", function* () {
    const url = yield* signed()
    const changed = [
      [url.replace(/\?.*/, ""), "AccessDenied"],
      [url.replace("X-Amz-Date=1970", "X-Amz-Date=1971"), "SignatureDoesNotMatch"],
      [url.replace(/\/(\d+)\?/, "/7?"), "SignatureDoesNotMatch"],
      [`${url}0`, "SignatureDoesNotMatch"]
    ] as const
    for (const [target, code] of changed) {
      const { status, text } = yield* fetched(target)
      expect([target, status, codeOf(text)]).toEqual([target, 403, code])
    }
    // The URL is signed for GET.
    expect((yield* bytes("HEAD", url, { token: null })).status).toBe(403)
  })

  test("no longer has an asset that was deleted", function* () {
    const url = yield* signed()
    yield* call(`DELETE ${yield* assetPath}`)
    const { status, text } = yield* fetched(url)
    expect([status, codeOf(text)]).toEqual([404, "NoSuchKey"])
  })

  test("sends the part that is asked for", function* () {
    const url = yield* signed()
    const { headers } = yield* fetched(url)
    const etag = headers["etag"] ?? ""
    const modified = headers["last-modified"] ?? ""
    expect(etag).toMatch(/^"[\da-f]{32}"$/)
    const whole = [200, undefined, "Hello, world!\n"]
    const cases: ReadonlyArray<readonly [headers: Readonly<Record<string, string>>, expected: unknown]> = [
      [{ range: "bytes=7-" }, [206, "bytes 7-13/14", "world!\n"]],
      [{ range: "bytes=0-0" }, [206, "bytes 0-0/14", "H"]],
      [{ range: "bytes=7-99" }, [206, "bytes 7-13/14", "world!\n"]],
      [{ range: "bytes=-7" }, [206, "bytes 7-13/14", "world!\n"]],
      [{ range: "bytes=-99" }, [206, "bytes 0-13/14", "Hello, world!\n"]],
      [{ range: "bytes=7-", "if-range": etag }, [206, "bytes 7-13/14", "world!\n"]],
      [{ range: "bytes=7-", "if-range": modified }, [206, "bytes 7-13/14", "world!\n"]],
      [{ range: "bytes=7-", "if-range": '"other"' }, whole],
      // What is not a single range of bytes does not count.
      [{ range: "bytes=5-3" }, whole],
      [{ range: "bytes=0-1,3-4" }, whole],
      [{ range: "lines=1-2" }, whole],
      [{ "if-none-match": etag }, [304, undefined, ""]]
    ]
    for (const [sent, expected] of cases) {
      const { headers: got, status, text } = yield* fetched(url, sent)
      expect([sent, [status, got["content-range"], text]]).toEqual([sent, expected])
    }
    for (const range of ["bytes=14-", "bytes=-0"]) {
      const { headers: got, status, text } = yield* fetched(url, { range })
      expect([range, status, got["content-range"], codeOf(text)]).toEqual([range, 416, "bytes */14", "InvalidRange"])
    }
  })
})

describe("the page of an asset", () => {
  const page = "https://github.com/acme/web/releases"

  test("leads to its bytes, by its tag or the latest release", function* () {
    yield* call(`POST ${releases}`, { body: { tag_name: "a/b" } })
    const made = yield* bytes("POST", `https://uploads.github.com${releases}/10000005/assets?name=c.txt`, {
      body: "c"
    })
    const url = String(dig(JSON.parse(made.text), "browser_download_url"))
    expect(url).toBe(`${page}/download/a/b/c.txt`)
    for (const target of [url, `${page}/latest/download/c.txt`]) {
      const { headers, status } = yield* fetched(target)
      expect([target, status, headers["server"]]).toEqual([target, 302, "github.com"])
      expect((yield* fetched(headers["location"] ?? "")).text).toBe("c")
    }
    const { json } = yield* call(`GET ${releases}/tags/a%2Fb`)
    expect(dig(json, "assets", "*", "download_count")).toEqual([2])
  })

  test("is not there for drafts, private repositories and what does not exist", function* () {
    const { json } = yield* call(`GET ${releases}`)
    const targets = [
      String(dig(json, 0, "assets", 0, "browser_download_url")),
      `${page}/download/v2.0.0/draft.txt`,
      `${page}/download/v1.1.0/b.txt`,
      `${page}/download/v9/app.txt`,
      `${page}/latest/download/b.txt`,
      `${page}/download/app.txt`,
      "https://github.com/acme/secret/releases/download/v1/a",
      "https://github.com/acme/nothing/releases/download/v1/a"
    ]
    for (const target of targets) expect([target, (yield* fetched(target)).status]).toEqual([target, 404])
    // Other pages are not part of the service.
    expect((yield* Effect.flip(fetched("https://github.com/acme/web")))._tag).toBe("HttpClientError")
  })
})

describe("raw files", () => {
  const files = {
    "README.md": "# web\n",
    "a dir/bin": Uint8Array.from([0, 1]),
    link: { symlink: "README.md" }
  }
  const rawLayer = Simulator.layerHttpClient({
    ...seed,
    repositories: [
      { owner: "acme", name: "web", files, branches: { "a/b": { files: { "README.md": "# next\n" } } } },
      { owner: "acme", name: "secret", private: true, files, collaborators: ["octo"] }
    ]
  })
  const raw = "https://raw.githubusercontent.com"

  testOn(rawLayer)("are there by branch, tag or commit", function* () {
    const { headers, status, text } = yield* fetched(`${raw}/acme/web/main/README.md`)
    expect([status, text, headers["content-type"]]).toEqual([200, "# web\n", "text/plain; charset=utf-8"])
    expect((yield* fetched(`${raw}/acme/web/a/b/README.md`)).text).toBe("# next\n")
    expect((yield* fetched(`${raw}/acme/web/refs/heads/a/b/README.md`)).text).toBe("# next\n")
    const binary = yield* fetched(`${raw}/acme/web/main/a%20dir/bin`)
    expect([[...binary.body], binary.headers["content-type"]]).toEqual([[0, 1], "application/octet-stream"])
    const part = yield* fetched(`${raw}/acme/web/main/README.md`, { range: "bytes=2-" })
    expect([part.status, part.text]).toEqual([206, "web\n"])
    const head = yield* bytes("HEAD", `${raw}/acme/web/main/README.md`, { token: null })
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "6"])
  })

  testOn(rawLayer)("are not found where there is no file, and for those who may not see them", function* () {
    for (const path of [
      "acme/web/main/nothing",
      "acme/web/main/a%20dir",
      "acme/web/main/link",
      "acme/web/no/README.md"
    ]) {
      const { status, text } = yield* fetched(`${raw}/${path}`)
      expect([path, status, text]).toEqual([path, 404, "404: Not Found"])
    }
    const secret = `${raw}/acme/secret/main/README.md`
    expect((yield* fetched(secret)).status).toBe(404)
    expect((yield* bytes("GET", secret)).status).toBe(200)
    expect((yield* bytes("GET", secret, { token: "ada" })).status).toBe(404)
    expect((yield* fetched(`${raw}/acme/web/main/%zz`)).status).toBe(404)
  })
})
