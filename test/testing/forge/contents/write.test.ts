import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Contents from "../../../../src/forge/Contents.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const seed: ForgeSimulator.Seed = {
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "README.md": "# web\n", "src/a.ts": "a\n", run: { content: "#!", executable: true } },
      branches: { "feature/x": {}, safe: {}, gated: {} },
      protection: { safe: { required_approvals: 1 }, gated: { required_checks: ["ci"] } }
    },
    { owner: "acme", name: "empty", collaborators: ["octo"] }
  ]
}

const layer = ForgeSimulator.layerHttpClient(seed)

const test = testOn(layer)

const put = (path: string, body: object, token?: string | null) =>
  ask("PUT /contents/{path}", `/contents/${path}`, token === undefined ? { body } : { body, token })

const remove = (path: string, body: object) => ask("DELETE /contents/{path}", `/contents/${path}`, { body })

const get = (path: string) => ask("GET /contents/{path}", `/contents/${path}`)

const shaOf = (path: string) => Effect.map(get(path), ({ json }) => String(dig(json, "sha")))

const tip = (ref: string) => Effect.map(ask("GET /commits/{ref}", `/commits/${ref}`), ({ json }) => json)

const content = btoa("new\n")

describe("writing a file", () => {
  test("creates it in a commit of the user", function* () {
    const parent = dig(yield* tip("main"), "sha")
    const { json, status } = yield* put("src/new.ts", { message: "Add new", content })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      content: { name: "new.ts", path: "src/new.ts", type: "file", size: 4 },
      commit: {
        message: "Add new",
        author: { name: "octo" },
        committer: { name: "octo" },
        parents: [{ sha: parent }]
      }
    })
    expect(dig(json, "content", "content")).toBeUndefined()
    expect((yield* get("src/new.ts")).json).toMatchObject({ sha: dig(json, "content", "sha"), content: "bmV3Cg==\n" })
    expect(yield* tip("main")).toMatchObject({
      sha: dig(json, "commit", "sha"),
      author: { login: "octo" },
      files: [{ filename: "src/new.ts", status: "added" }]
    })
    expect((yield* get("src/a.ts")).status).toBe(200)
  })

  test("updates it with its sha, and keeps its mode", function* () {
    const sha = yield* shaOf("run")
    const { json, status } = yield* put("run", { message: "Change", content, sha })
    expect([status, dig(json, "commit", "message")]).toEqual([200, "Change"])
    const tree = yield* ask("GET /git/trees/{sha}", "/git/trees/main")
    expect(dig(tree.json, "tree", 1)).toMatchObject({ path: "run", mode: "100755" })
    const stale = yield* put("run", { message: "Change", content, sha })
    expect([stale.status, dig(stale.json, "message")]).toEqual([409, `run does not match ${sha}`])
  })

  test("takes a branch, people and dates", function* () {
    const before = dig(yield* tip("main"), "sha")
    const { json } = yield* put("b.ts", {
      message: "B",
      content,
      branch: "feature/x",
      committer: { name: "Bot", email: "bot@example.org", date: "2020-01-02T03:04:05Z" },
      author: { name: "Ada", email: "ada@example.org" }
    })
    expect(dig(json, "commit")).toMatchObject({
      author: { name: "Ada", email: "ada@example.org", date: "1970-01-01T00:00:00Z" },
      committer: { name: "Bot", date: "2020-01-02T03:04:05Z" }
    })
    expect(dig(json, "content", "url")).toContain("?ref=feature%2Fx")
    expect(dig(yield* tip("main"), "sha")).toBe(before)
    expect(dig(yield* tip("feature/x"), "sha")).toBe(dig(json, "commit", "sha"))
    const committed = yield* put("c.ts", { message: "C", content, committer: { name: "C", email: "c@example.org" } })
    expect(dig(committed.json, "commit", "author", "name")).toBe("C")
  })

  test.each([
    ["README.md", {}, 422, `Invalid request.\n\n"sha" wasn't supplied.`],
    ["src", {}, 422, `Invalid request.\n\n"sha" wasn't supplied.`],
    ["README.md", { sha: "0".repeat(40) }, 409, `README.md does not match ${"0".repeat(40)}`],
    ["new", { sha: "0".repeat(40) }, 409, `new does not match ${"0".repeat(40)}`],
    ["new", { message: undefined }, 422, `Invalid request.\n\n"message" wasn't supplied.`],
    ["new", { content: undefined }, 422, `Invalid request.\n\n"content" wasn't supplied.`],
    ["new", { content: "ü" }, 422, "content is not valid Base64"],
    ["new", { content: 1 }, 422, "Invalid request.\n\nFor 'properties/content', 1 is not a string."],
    ["new", { branch: "nothing" }, 404, "Branch nothing not found"],
    ["new", { author: { name: "Ada" } }, 422, `Invalid request.\n\n"email" wasn't supplied.`],
    ["new", { author: { name: " <.> ", email: "a@b.c" } }, 422, `Invalid request.\n\n"name" wasn't supplied.`],
    ["new", { author: { name: "Ada", email: "<>" } }, 422, `Invalid request.\n\n"email" wasn't supplied.`],
    ["a/..%2Fb", {}, 422, "path contains a malformed path component"],
    [".git/config", {}, 422, "path contains a malformed path component"],
    ["README.md/x", {}, 422, expect.stringContaining("A file exists")],
    ["new", { branch: "safe" }, 409, expect.stringContaining("At least 1 approving review is required")],
    ["new", { branch: "gated" }, 409, 'Could not create file: Required status check "ci" is expected.']
  ] as const)("%s with %j is refused with %i", function* ([path, change, status, message]) {
    const before = yield* tip("main")
    const reply = yield* put(path, { message: "M", content, ...change })
    expect([reply.status, dig(reply.json, "message")]).toEqual([status, message])
    expect(yield* tip("main")).toEqual(before)
  })

  test("needs write access", function* () {
    expect((yield* put("new", { message: "M", content }, null)).status).toBe(401)
    expect((yield* put("new", { message: "M", content }, "reader")).status).toBe(403)
  })

  test("makes the first commit of an empty repository", function* () {
    const at = "PUT /repos/acme/empty/contents"
    const other = yield* send(`${at}/a`, { body: { message: "First", content, branch: "other" } })
    expect(other.status).toBe(404)
    const first = yield* send(`${at}/a`, { body: { message: "First", content } })
    expect([first.status, dig(first.json, "commit", "parents")]).toEqual([201, []])
    expect(dig((yield* send("GET /repos/acme/empty/branches")).json, "*", "name")).toEqual(["main"])
  })
})

describe("removing a file", () => {
  test("makes a commit without it, and without directories that are empty then", function* () {
    const sha = yield* shaOf("src/a.ts")
    const { json, status } = yield* remove("src/a.ts", { message: "Remove", sha })
    expect([status, dig(json, "content"), dig(json, "commit", "message")]).toEqual([200, null, "Remove"])
    expect((yield* get("src/a.ts")).status).toBe(404)
    expect((yield* get("src")).status).toBe(404)
    expect((yield* remove("src/a.ts", { message: "Remove", sha })).status).toBe(404)
  })

  test("takes its parameters from the query, too", function* () {
    const sha = yield* shaOf("README.md")
    const { status } = yield* ask("DELETE /contents/{path}", `/contents/README.md?message=Remove&sha=${sha}`)
    expect(status).toBe(200)
  })

  test("needs its sha, a message and a branch that exists and is not protected", function* () {
    const sha = yield* shaOf("README.md")
    const refused = [
      [{ message: "M" }, 422, `Invalid request.\n\n"sha" wasn't supplied.`],
      [{ sha }, 422, `Invalid request.\n\n"message" wasn't supplied.`],
      [{ message: "M", sha: "0".repeat(40) }, 409, `README.md does not match ${"0".repeat(40)}`],
      [{ message: "M", sha, branch: "nothing" }, 404, "Branch nothing not found"],
      [{ message: "M", sha, branch: "safe" }, 409, expect.stringContaining("Could not delete file: At least 1")]
    ] as const
    for (const [body, status, message] of refused) {
      const reply = yield* remove("README.md", body)
      expect([reply.status, dig(reply.json, "message")]).toEqual([status, message])
    }
  })
})

describe("the client", () => {
  testOn(ForgeSimulator.layer(seed))("creates, updates and removes a file by the shas of the responses", function* () {
    const at = { owner: "acme", repo: "web", path: "notes.txt" }
    const made = yield* Contents.put({ ...at, message: "Add", content: "one" })
    const sha = made.content?.sha ?? ""
    const updated = yield* Contents.put({ ...at, message: "Change", content: "two", sha })
    const stale = yield* Effect.flip(Contents.put({ ...at, message: "Change", content: "three", sha }))
    expect(stale._tag).toBe("Conflict")
    expect((yield* Effect.flip(Contents.put({ ...at, message: "Add", content: "four" })))._tag).toBe("ValidationFailed")
    const file = yield* Contents.get(at)
    expect(file._tag === "File" && file.text).toBe("two")
    const removed = yield* Contents.delete({ ...at, message: "Remove", sha: updated.content?.sha ?? "" })
    expect([removed.content, removed.commit.message]).toEqual([null, "Remove"])
    expect((yield* Effect.flip(Contents.get(at)))._tag).toBe("NotFound")
  })

  testOn(ForgeSimulator.layer(seed))("changes what the handle shows", function* () {
    const simulator = yield* ForgeSimulator.ForgeSimulator
    const text = (path: string, ref?: string) =>
      Effect.map(simulator.file("acme/web", path, ref), (bytes) => bytes && new TextDecoder().decode(bytes))
    const before = (yield* simulator.repository("acme/web")).branches
    expect(Object.keys(before)).toEqual(["feature/x", "gated", "main", "safe"])
    const at = { owner: "acme", repo: "web", path: "docs/a.md", branch: "feature/x" }
    const { commit } = yield* Contents.put({ ...at, message: "Add", content: "one" })
    expect((yield* simulator.repository("acme/web")).branches).toEqual({ ...before, "feature/x": commit.sha })
    expect(yield* text("docs/a.md", "feature/x")).toBe("one")
    expect(yield* text("docs/a.md", commit.sha)).toBe("one")
    expect(yield* text("README.md")).toBe("# web\n")
    for (const [path, ref] of [["docs/a.md"], ["docs", "feature/x"], ["README.md", "nothing"]] as const) {
      expect([path, yield* text(path, ref)]).toEqual([path, undefined])
    }
  })
})
