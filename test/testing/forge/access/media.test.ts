import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, repo, seed, send, web } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const text = 'One <b> & "two"\r\n\r\n\r\nThree\n  \nFour\nfive'

const layer = ForgeSimulator.layerHttpClient({
  ...seed,
  repositories: [{ ...web, issues: [{ title: "Text", body: text, comments: [text] }, { title: "No text" }] }]
})

const test = testOn(layer)

const html = [
  '<p dir="auto">One &lt;b&gt; &amp; &quot;two&quot;</p>',
  '<p dir="auto">Three</p>',
  '<p dir="auto">Four\nfive</p>'
].join("\n")

const plain = 'One <b> & "two"\n\n\nThree\n  \nFour\nfive'

const asked = (accept: string, wire = `GET ${repo}/issues/1`) => send(wire, { headers: { accept } })

/** The representations of the body, and the header that names the media type. */
const bodies = (accept: string, wire?: string) =>
  Effect.map(asked(accept, wire), ({ headers, json }) => [
    dig(json, "body"),
    dig(json, "body_html"),
    dig(json, "body_text"),
    headers["x-github-media-type"]
  ])

describe("a media type", () => {
  test("chooses the representation of a body", function* () {
    const json = "github.v3; format=json"
    expect(yield* bodies("application/vnd.github+json")).toEqual([text, undefined, undefined, json])
    const param = (name: string) => `github.v3; param=${name}; format=json`
    const type = (name: string) => `application/vnd.github.${name}+json`
    expect(yield* bodies(type("raw"))).toEqual([text, undefined, undefined, param("raw")])
    expect(yield* bodies(type("html"))).toEqual([undefined, html, undefined, param("html")])
    expect(yield* bodies(type("v3.text"))).toEqual([undefined, undefined, plain, param("text")])
    expect(yield* bodies(type("full"))).toEqual([text, html, plain, param("full")])
    expect(yield* bodies("application/vnd.github.v3.full")).toEqual([text, html, plain, "github.v3; param=full"])
  })

  test("counts in listings, comments and answers to writes, too", function* () {
    const full = "application/vnd.github.full+json"
    const listed = yield* asked(full, `GET ${repo}/issues?direction=asc`)
    expect(dig(listed.json, "*", "body_html")).toEqual([html, null])
    expect(dig(listed.json, "*", "body")).toEqual([text, null])
    const comments = yield* asked("application/vnd.github.html+json", `GET ${repo}/issues/1/comments`)
    expect(dig(comments.json, "*", "body_html")).toEqual([html])
    expect(dig(comments.json, 0, "body")).toBeUndefined()
    const changed = yield* send(`PATCH ${repo}/issues/1`, { body: { body: "New" }, headers: { accept: full } })
    expect(dig(changed.json, "body_html")).toBe('<p dir="auto">New</p>')
  })

  test("is the first one of a list that the service has", function* () {
    const first = (accept: string) => Effect.map(bodies(accept), ([raw, rendered]) => [raw, rendered])
    expect(yield* first("image/png, application/vnd.github.html+json, application/json")).toEqual([undefined, html])
    expect(yield* first("text/html,application/xhtml+xml,*/*;q=0.8")).toEqual([text, undefined])
  })

  test("may be any that means JSON", function* () {
    const types = [
      "",
      "*/*",
      "application/*",
      "application/json",
      "application/json; charset=utf-8",
      "application/vnd.github.squirrel-girl-preview",
      "application/vnd.acme+json",
      "APPLICATION/VND.GITHUB.V3+JSON"
    ]
    for (const type of types) {
      expect([type, ...(yield* bodies(type))]).toEqual([type, text, undefined, undefined, "github.v3; format=json"])
    }
  })

  test("that the service does not have is refused, and nothing changes", function* () {
    const refused = yield* send(`PATCH ${repo}/issues/1`, { body: { title: "x" }, headers: { accept: "image/png" } })
    expect([refused.status, dig(refused.json, "message")]).toEqual([
      415,
      "Unsupported 'Accept' header: 'image/png'. Must accept 'application/json'."
    ])
    expect(dig((yield* asked("*/*")).json, "title")).toBe("Text")
  })
})
