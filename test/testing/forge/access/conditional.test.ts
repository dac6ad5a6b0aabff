import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import { layer, type Options, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const issue = `GET ${repo}/issues/1`
const listing = `GET ${repo}/issues?per_page=1`

const etagOf = (wire: string, options: Options = {}) =>
  Effect.map(send(wire, options), ({ headers }) => headers["etag"] ?? "")

const revalidate = (wire: string, headers: Readonly<Record<string, string>>, options: Options = {}) =>
  send(wire, { ...options, headers: { ...options.headers, ...headers } })

describe("ETags", () => {
  test("revalidate to a 304 without body, Content-Type and Link", function* () {
    const first = yield* send(listing)
    expect(first.headers["link"]).toBeDefined()
    const again = yield* revalidate(listing, { "if-none-match": first.headers["etag"] ?? "" })
    expect([again.status, again.text]).toEqual([304, ""])
    expect(again.headers["etag"]).toBe(first.headers["etag"])
    expect(again.headers["link"]).toBeUndefined()
    expect(again.headers["content-type"]).toBeUndefined()
    expect(again.headers["content-length"]).toBeUndefined()
  })

  test("match weakly, in lists, and with *", function* () {
    const etag = yield* etagOf(issue)
    expect(etag).toMatch(/^W\/"[0-9a-f]{16}"$/)
    for (const tags of [etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      expect((yield* revalidate(issue, { "if-none-match": tags })).status).toBe(304)
    }
    expect((yield* revalidate(issue, { "if-none-match": '"other"' })).status).toBe(200)
  })

  test("change with the response", function* () {
    const simulator = yield* ForgeSimulator
    const etag = yield* etagOf(issue)
    yield* simulator.as("acme", `PATCH ${repo}/issues/1`, { title: "Other" })
    expect((yield* revalidate(issue, { "if-none-match": etag })).status).toBe(200)
    expect(yield* etagOf(issue)).not.toBe(etag)
  })

  test("differ between tokens and media types", function* () {
    const simulator = yield* ForgeSimulator
    yield* simulator.setToken("rotated", "octo")
    const tags = yield* Effect.all([
      etagOf(issue),
      etagOf(issue, { token: "rotated" }),
      etagOf(issue, { token: null }),
      etagOf(issue, { headers: { accept: "application/vnd.github.raw+json" } })
    ])
    expect(new Set(tags).size).toBe(4)
  })
})

describe("Last-Modified", () => {
  test("revalidates to a 304 when no ETag is sent", function* () {
    const modified = (yield* send(issue)).headers["last-modified"] ?? ""
    expect(modified).toBe("Wed, 31 Dec 1969 23:58:00 GMT")
    expect((yield* revalidate(issue, { "if-modified-since": modified })).status).toBe(304)
    // RFC 9110: If-None-Match takes precedence.
    const both = yield* revalidate(issue, { "if-modified-since": modified, "if-none-match": '"other"' })
    expect(both.status).toBe(200)
    yield* TestClock.adjust("1 minute")
    yield* send(`PATCH ${repo}/issues/1`, { body: { title: "Other" } })
    const later = yield* revalidate(issue, { "if-modified-since": modified })
    expect([later.status, later.headers["last-modified"]]).toEqual([200, "Thu, 01 Jan 1970 00:01:00 GMT"])
  })
})

describe("HEAD", () => {
  test("answers like GET, without the body", function* () {
    const get = yield* send(issue)
    const head = yield* send(issue.replace("GET", "HEAD"))
    expect([head.status, head.text]).toEqual([200, ""])
    for (const name of ["etag", "content-length", "last-modified"]) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  })
})
