import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Simulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { call, releases } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const seed: Simulator.Seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", tri: "triage" },
      commits: [
        { message: "One", files: { a: "1" }, date: "2029-01-01T00:00:00Z" },
        { message: "Two", files: { a: "2" }, date: "2029-02-01T00:00:00Z" }
      ],
      branches: { next: { from: "main", commits: [{ message: "Next", date: "2029-03-01T00:00:00Z" }] } },
      tags: { old: "main" },
      releases: ["v1"]
    },
    { owner: "acme", name: "empty", collaborators: ["octo"] },
    { owner: "acme", name: "other", files: { other: "" } }
  ],
  tokens: { [Simulator.token]: "octo", tri: "tri", ada: "ada" }
}

const layer = Simulator.layerHttpClient(seed)

const test = testOn(layer)

const create = (body: unknown) => call(`POST ${releases}`, { body })

const idOf = (json: unknown) => String(dig(json, "id"))

const shaOf = (name: string, ref: string) =>
  Effect.map(send(`GET /repos/acme/${name}/git/ref/${ref}`), ({ json }) => String(dig(json, "object", "sha")))

/** The date of the commit that a tag has; the release's `created_at`. */
const dates = { main: "2029-02-01T00:00:00Z", next: "2029-03-01T00:00:00Z" }

describe("creating a release", () => {
  test("publishes it, and tags the target", function* () {
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const { headers, json, status } = yield* create({
      tag_name: "v2/näxt",
      target_commitish: "next",
      name: "Second",
      body: "New"
    })
    expect([status, headers["location"]]).toEqual([201, dig(json, "url")])
    expect(json).toMatchObject({
      tag_name: "v2/näxt",
      target_commitish: "next",
      name: "Second",
      body: "New",
      draft: false,
      prerelease: false,
      author: { login: "octo" },
      created_at: dates.next,
      published_at: "2030-01-01T00:00:00Z",
      assets: []
    })
    const found = yield* call(`GET ${releases}/tags/${encodeURIComponent("v2/näxt")}`)
    expect(found.json).toEqual(json)
  })

  test("takes a sha, the default branch if nothing is named, and a tag that exists", function* () {
    const made = yield* create({ tag_name: "a" })
    expect(made.json).toMatchObject({ target_commitish: "main", created_at: dates.main, name: null, body: null })
    const { json } = yield* create({ tag_name: "old", target_commitish: "nowhere" })
    expect(json).toMatchObject({ target_commitish: "nowhere", created_at: dates.main })
    const first = yield* shaOf("web", "heads/next")
    const tagged = yield* create({ tag_name: "b", target_commitish: first })
    expect(tagged.json).toMatchObject({ target_commitish: first, created_at: dates.next })
    expect(yield* shaOf("web", "tags/b")).toBe(first)
    for (const target of ["0".repeat(40), yield* shaOf("other", "heads/main"), first.slice(0, 10), "old"]) {
      const { status } = yield* create({ tag_name: "c", target_commitish: target })
      expect([target, status]).toEqual([target, 422])
    }
  })

  test("makes no tag for a draft, until it is published", function* () {
    const { json } = yield* create({ tag_name: "v2", target_commitish: "next", draft: true })
    expect(json).toMatchObject({ draft: true, published_at: null })
    expect((yield* send("GET /repos/acme/web/git/ref/tags/v2")).status).toBe(404)
    // Several drafts may wish for one tag.
    const other = yield* create({ tag_name: "v2", draft: true })
    expect(other.json).toMatchObject({ created_at: dates.main })
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const published = yield* call(`PATCH ${releases}/${idOf(json)}`, { body: { draft: false } })
    expect([published.status, published.json]).toEqual([
      200,
      expect.objectContaining({ draft: false, created_at: dates.next, published_at: "2030-01-01T00:00:00Z" })
    ])
    const path = `${releases}/${idOf(other.json)}`
    const renamed = yield* call(`PATCH ${path}`, { body: { name: "Late" } })
    // The tag exists now, so the target is ignored.
    expect([renamed.status, dig(renamed.json, "created_at")]).toEqual([200, dates.next])
    const late = yield* call(`PATCH ${path}`, { body: { draft: false } })
    expect([late.status, dig(late.json, "errors", 0, "code")]).toEqual([422, "already_exists"])
  })

  test("refuses what the service refuses", function* () {
    const refusals: ReadonlyArray<readonly [body: unknown, problem: unknown]> = [
      [{}, 'Invalid request.\n\n"tag_name" wasn\'t supplied.'],
      [{ tag_name: " " }, { resource: "Release", code: "missing_field", field: "tag_name" }],
      [
        { tag_name: "a b" },
        { resource: "Release", code: "custom", field: "tag_name", message: "tag_name is not a valid tag" }
      ],
      [{ tag_name: "v1" }, { resource: "Release", code: "already_exists", field: "tag_name" }],
      [
        { tag_name: "v2", target_commitish: "nowhere" },
        { resource: "Release", code: "invalid", field: "target_commitish" }
      ],
      [
        { tag_name: "v2", target_commitish: "nowhere", draft: true },
        { resource: "Release", code: "invalid", field: "target_commitish" }
      ],
      [{ tag_name: "v2", draft: "yes" }, "Invalid request.\n\nFor 'properties/draft', \"yes\" is not a boolean."],
      [
        { tag_name: "v2", make_latest: "perhaps" },
        { resource: "Release", code: "invalid", field: "make_latest", value: "perhaps" }
      ]
    ]
    for (const [body, problem] of refusals) {
      const { json, status } = yield* create(body)
      expect([body, status, dig(json, "errors", 0) ?? dig(json, "message")]).toEqual([body, 422, problem])
    }
    const empty = yield* call("POST /repos/acme/empty/releases", { body: { tag_name: "v1" } })
    expect([empty.status, dig(empty.json, "errors")]).toEqual([
      422,
      [{ resource: "Release", code: "custom", message: "Repository is empty." }]
    ])
    const simulator = yield* Simulator.ForgeSimulator
    expect((yield* simulator.repository("acme/web")).releases).toHaveLength(1)
  })

  test.each(["a..b", "a~", "a^", "a:b", "-a", "/a", "a/", "a//b", ".a", "a/.b", "a.lock", "a.", "@", "a@{b", "a\\"])(
    "refuses the tag %s, which git does not allow",
    function* (tag_name) {
      expect((yield* create({ tag_name })).status).toBe(422)
    }
  )

  test("needs the permission to write", function* () {
    const { json } = yield* call(`GET ${releases}/latest`)
    const wires = [
      `POST ${releases}`,
      `POST ${releases}/generate-notes`,
      `PATCH ${releases}/${idOf(json)}`,
      `DELETE ${releases}/${idOf(json)}`
    ]
    for (const wire of wires) {
      const statuses = yield* Effect.forEach(["tri", "ada", null], (token) =>
        Effect.map(call(wire, { token, body: { tag_name: "v2" } }), ({ status }) => status)
      )
      expect([wire, statuses]).toEqual([wire, [403, 403, 401]])
    }
  })
})

describe("changing a release", () => {
  test("changes what is named, and leaves the rest", function* () {
    const { json } = yield* create({ tag_name: "v2", name: "Second", body: "New" })
    yield* TestClock.setTime(Date.parse("2030-01-01T00:00:00Z"))
    const changed = yield* call(`PATCH ${releases}/${idOf(json)}`, { body: { name: null, prerelease: true } })
    expect(changed.json).toEqual({
      ...(json as object),
      name: null,
      prerelease: true,
      updated_at: "2030-01-01T00:00:00Z"
    })
  })

  test("can move a release to another tag, which is made", function* () {
    const { json } = yield* create({ tag_name: "v2" })
    const path = `${releases}/${idOf(json)}`
    const moved = yield* call(`PATCH ${path}`, { body: { tag_name: "v3", target_commitish: "next" } })
    expect(moved.json).toMatchObject({ tag_name: "v3", created_at: dates.next })
    expect((yield* call(`GET ${releases}/tags/v2`)).status).toBe(404)
    expect((yield* call(`GET ${releases}/tags/v3`)).status).toBe(200)
    for (const [body, code] of [
      [{ tag_name: "v1" }, "already_exists"],
      [{ tag_name: "v4", target_commitish: "nowhere" }, "invalid"],
      [{ tag_name: "a b" }, "custom"],
      [{ tag_name: "" }, "missing_field"]
    ] as const) {
      const refused = yield* call(`PATCH ${path}`, { body })
      expect([refused.status, dig(refused.json, "errors", 0, "code")]).toEqual([422, code])
    }
    expect((yield* call(`GET ${path}`)).json).toEqual(moved.json)
    expect((yield* call(`PATCH ${releases}/1`, { body: {} })).status).toBe(404)
  })
})

describe("deleting a release", () => {
  test("leaves its tag", function* () {
    const { json } = yield* create({ tag_name: "v2", target_commitish: "next" })
    const path = `${releases}/${idOf(json)}`
    const removed = yield* call(`DELETE ${path}`)
    expect([removed.status, removed.text]).toEqual([204, ""])
    expect((yield* call(`GET ${path}`)).status).toBe(404)
    expect((yield* call(`DELETE ${path}`)).status).toBe(404)
    expect(yield* shaOf("web", "tags/v2")).toBe(yield* shaOf("web", "heads/next"))
    // The target is ignored, because the tag exists.
    const again = yield* create({ tag_name: "v2", target_commitish: "main" })
    expect(again.json).toMatchObject({ created_at: dates.next })
  })
})
