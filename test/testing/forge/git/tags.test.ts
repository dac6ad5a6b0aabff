import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Crypto from "node:crypto"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, history, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [history, { owner: "acme", name: "empty", collaborators: ["octo"] }]
})

const test = testOn(layer)

const tagger = { name: "Ada", email: "ada@example.org", date: "2020-01-01T00:00:00Z" }

const shaOf = (ref: string) =>
  Effect.map(ask("GET /git/ref/{ref}", `/git/ref/${ref}`), ({ json }) => String(dig(json, "object", "sha")))

const post = (body: object, token?: string) =>
  ask("POST /git/tags", "/git/tags", { body, ...(token === undefined ? {} : { token }) })

const made = (body: object) => Effect.map(post(body), ({ json }) => String(dig(json, "sha")))

const point = (ref: string, sha: string) => ask("POST /git/refs", "/git/refs", { body: { ref, sha } })

describe("annotated tags", () => {
  test("have the sha that git gives to them, and are read", function* () {
    const object = yield* shaOf("heads/main")
    const { headers, json } = yield* post({ tag: "v1", message: "One\n", object, type: "commit", tagger })
    const content = `object ${object}\ntype commit\ntag v1\ntagger Ada <ada@example.org> 1577836800 +0000\n\nOne\n`
    const sha = Crypto.createHash("sha1").update(`tag ${content.length}\0${content}`).digest("hex")
    expect(json).toMatchObject({ sha, tag: "v1", message: "One\n", tagger, object: { type: "commit", sha: object } })
    expect(headers["location"]).toBe(dig(json, "url"))
    expect((yield* ask("GET /git/tags/{tag_sha}", `/git/tags/${sha}`)).json).toEqual(json)
    // Without a tagger, it is the sender.
    expect((yield* post({ tag: "v2", message: "", object, type: "commit" })).json).toMatchObject({
      tagger: { name: "octo", date: "1970-01-01T00:00:00Z" }
    })
  })

  test("are what a ref points to, and stand for their commits elsewhere", function* () {
    const object = yield* shaOf("heads/main")
    const sha = yield* made({ tag: "v1", message: "One", object, type: "commit" })
    expect((yield* point("refs/tags/v1", sha)).json).toMatchObject({ object: { type: "tag", sha } })
    expect((yield* ask("GET /git/ref/{ref}", "/git/ref/tags/v1")).json).toMatchObject({
      object: { type: "tag", sha, url: `https://api.github.com/repos/acme/web/git/tags/${sha}` }
    })
    const listed = yield* ask("GET /git/matching-refs/{ref}", "/git/matching-refs/tags/")
    expect(dig(listed.json, "*", "object", "type")).toEqual(["tag"])
    expect(dig((yield* ask("GET /tags")).json, 0, "commit", "sha")).toBe(object)
    expect(dig((yield* ask("GET /commits/{ref}", "/commits/v1")).json, "sha")).toBe(object)
    // The ref moves on to a commit, and the tag is still found.
    const body = { sha: yield* shaOf("heads/feature%2Fx"), force: true }
    const moved = yield* ask("PATCH /git/refs/{ref}", "/git/refs/tags/v1", { body })
    expect(moved.json).toMatchObject({ object: { type: "commit", sha: body.sha } })
    expect((yield* ask("GET /git/tags/{tag_sha}", `/git/tags/${sha}`)).status).toBe(200)
    yield* ask("PATCH /git/refs/{ref}", "/git/refs/tags/v1", { body: { sha, force: true } })
    yield* ask("DELETE /git/refs/{ref}", "/git/refs/tags/v1")
    yield* point("refs/tags/v1", object)
    expect(dig((yield* ask("GET /git/ref/{ref}", "/git/ref/tags/v1")).json, "object", "type")).toBe("commit")
  })

  test("follow in a ref only a commit that they contain", function* () {
    const [main, side] = [yield* shaOf("heads/main"), yield* shaOf("heads/feature%2Fx")]
    const sha = yield* made({ tag: "v1", message: "One", object: side, type: "commit" })
    yield* point("refs/tags/v1", main)
    const refused = yield* ask("PATCH /git/refs/{ref}", "/git/refs/tags/v1", { body: { sha } })
    expect([refused.status, dig(refused.json, "message")]).toEqual([422, "Update is not a fast forward"])
  })

  test("are refused", function* () {
    const object = yield* shaOf("heads/main")
    const tree = String(dig((yield* ask("GET /git/trees/{sha}", "/git/trees/main")).json, "sha"))
    const blob = yield* made({ tag: "b", message: "", object: tree, type: "tree" })
    const one = { tag: "v1", message: "One", object, type: "commit" }
    const nothing = "0".repeat(40)
    const wrong: ReadonlyArray<readonly [change: object, message: string]> = [
      [{ tag: undefined }, `Invalid request.\n\n"tag" wasn't supplied.`],
      [{ message: undefined }, `Invalid request.\n\n"message" wasn't supplied.`],
      [{ type: undefined }, `Invalid request.\n\n"type" wasn't supplied.`],
      [{ type: "tag" }, "Validation Failed"],
      [{ object: "main" }, "The sha parameter must be exactly 40 characters and contain only [0-9a-f]."],
      [{ object: nothing }, `Object ${nothing} does not exist or is not a commit`],
      [{ object: tree }, `Object ${tree} does not exist or is not a commit`],
      [{ tagger: { name: "Ada" } }, `Invalid request.\n\n"email" wasn't supplied.`]
    ]
    for (const [change, message] of wrong) {
      const { json, status } = yield* post({ ...one, ...change })
      expect([status, dig(json, "message")]).toEqual([422, message])
    }
    expect((yield* post(one, "reader")).status).toBe(403)
    for (const sha of [nothing, object, "main"]) {
      expect((yield* ask("GET /git/tags/{tag_sha}", `/git/tags/${sha}`)).status).toBe(404)
    }
    // A branch of a tree would have no commit.
    expect((yield* point("refs/tags/b", blob)).status).toBe(422)
    const empty = yield* send("POST /repos/acme/empty/git/tags", { body: one })
    expect([empty.status, dig(empty.json, "message")]).toEqual([409, "Git Repository is empty."])
  })
})
