import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "README.md": "# web\n", "src/a.ts": "a\n", "src/deep/b.ts": "b\n", sub: { submodule: "a".repeat(40) } }
    },
    { owner: "acme", name: "secret", private: true, files: { key: "hidden" } }
  ]
})

const test = testOn(layer)

const post = (kind: string, body: object) => ask(`POST /git/${kind}`, `/git/${kind}`, { body })

const made = (kind: string, body: object) =>
  Effect.map(post(kind, body), ({ json, status }) => {
    expect([kind, status]).toEqual([kind, 201])
    return String(dig(json, "sha"))
  })

const tree = (name: string, query = "") =>
  Effect.map(ask("GET /git/trees/{sha}", `/git/trees/${name}${query}`), ({ json }) => json)

const refused = (reply: { readonly status: number; readonly json: unknown }) => [
  reply.status,
  dig(reply.json, "message")
]

const shaRule = "The sha parameter must be exactly 40 characters and contain only [0-9a-f]."

describe("blobs", () => {
  test("are made of text or base64, and read", function* () {
    // The sha that git gives to this content.
    const sha = "ce013625030ba8dba906f756967f9e9ca394464a"
    expect(yield* made("blobs", { content: "hello\n" })).toBe(sha)
    expect(yield* made("blobs", { content: "aGVsbG8K", encoding: "base64" })).toBe(sha)
    const { json } = yield* ask("GET /git/blobs/{sha}", `/git/blobs/${sha}`)
    expect(json).toMatchObject({ sha, size: 6, content: "aGVsbG8K\n", encoding: "base64" })
    const raw = yield* send(`GET /repos/acme/web/git/blobs/${sha}`, {
      headers: { accept: "application/vnd.github.raw" }
    })
    expect(raw.text).toBe("hello\n")
  })

  test("are refused", function* () {
    expect(refused(yield* post("blobs", {}))[0]).toBe(422)
    expect((yield* post("blobs", { content: "a", encoding: "latin1" })).status).toBe(422)
    expect(refused(yield* post("blobs", { content: "?", encoding: "base64" }))).toEqual([
      422,
      "content is not valid Base64"
    ])
    expect(refused(yield* ask("GET /git/blobs/{sha}", "/git/blobs/abc"))).toEqual([422, shaRule])
    expect((yield* ask("GET /git/blobs/{sha}", `/git/blobs/${"0".repeat(40)}`)).status).toBe(404)
  })

  test("of another repository are not found", function* () {
    const secret = yield* send("GET /repos/acme/secret/contents/key", { token: "acme" })
    const sha = String(dig(secret.json, "sha"))
    expect((yield* ask("GET /git/blobs/{sha}", `/git/blobs/${sha}`)).status).toBe(404)
    const secretTree = yield* send("GET /repos/acme/secret/git/trees/main", { token: "acme" })
    const path = `/git/trees/${String(dig(secretTree.json, "sha"))}`
    expect((yield* ask("GET /git/trees/{sha}", path)).status).toBe(404)
    // The same content, written here, is known here.
    expect(yield* made("blobs", { content: "hidden" })).toBe(sha)
    expect((yield* ask("GET /git/blobs/{sha}", `/git/blobs/${sha}`)).status).toBe(200)
  })
})

describe("trees", () => {
  test("are listed, with all below them if asked for", function* () {
    const flat = yield* tree("main")
    expect(dig(flat, "tree", "*", "path")).toEqual(["README.md", "src", "sub"])
    expect(dig(flat, "tree", "*", "type")).toEqual(["blob", "tree", "commit"])
    expect(dig(flat, "tree", "*", "mode")).toEqual(["100644", "040000", "160000"])
    const deep = yield* tree(String(dig(flat, "sha")), "?recursive=false")
    expect(dig(deep, "tree", "*", "path")).toEqual(["README.md", "src", "src/a.ts", "src/deep", "src/deep/b.ts", "sub"])
    expect((yield* ask("GET /git/trees/{sha}", "/git/trees/nothing")).status).toBe(404)
  })

  test("are made on top of another one", function* () {
    const base_tree = String(dig(yield* tree("main"), "sha"))
    const blob = yield* made("blobs", { content: "new\n" })
    const sha = yield* made("trees", {
      base_tree,
      tree: [
        { path: "src/new.ts", mode: "100644", type: "blob", sha: blob },
        { path: "run", mode: "100755", type: "blob", content: "#!" },
        { path: "src/a.ts", mode: "100644", type: "blob", sha: null }
      ]
    })
    expect(dig(yield* tree(sha, "?recursive=1"), "tree", "*", "path")).toEqual([
      "README.md",
      "run",
      "src",
      "src/deep",
      "src/deep/b.ts",
      "src/new.ts",
      "sub"
    ])
  })

  test("take whole directories", function* () {
    const src = String(dig(yield* tree("main"), "tree", 1, "sha"))
    const deep = String(dig(yield* tree(src), "tree", 1, "sha"))
    const entry = (path: string, sha: string) => ({ path, mode: "040000", type: "tree", sha })
    const alone = yield* made("trees", { tree: [entry("copy", src)] })
    expect(dig(yield* tree(alone), "tree", "*", "sha")).toEqual([src])
    const replaced = yield* made("trees", { base_tree: "main", tree: [entry("src", deep)] })
    expect(dig(yield* tree(replaced), "tree", 1, "sha")).toBe(deep)
  })

  test("are refused", function* () {
    const one = { path: "a", mode: "100644", type: "blob", content: "a" }
    const wrong: ReadonlyArray<readonly [body: object, message: string]> = [
      [{}, `Invalid request.\n\n"tree" wasn't supplied.`],
      [{ tree: [] }, "Invalid tree info"],
      [{ tree: [{ ...one, mode: "777" }] }, "Must supply a valid tree.mode"],
      [{ tree: [{ ...one, path: "a/../b" }] }, "tree.path contains a malformed path component"],
      [{ tree: [{ ...one, sha: "0".repeat(40) }] }, "Must supply either tree.sha or tree.content, but not both"],
      [{ tree: [{ ...one, content: undefined }] }, "Must supply either tree.sha or tree.content"],
      [
        { tree: [{ ...one, content: undefined, sha: "0".repeat(40) }] },
        `tree.sha ${"0".repeat(40)} is not a valid blob`
      ],
      [{ base_tree: "0".repeat(40), tree: [one] }, "base_tree is not a valid tree oid"],
      // Nothing is there to remove.
      [{ tree: [{ ...one, content: undefined, sha: null }] }, "GitRPC::BadObjectState"],
      [{ base_tree: "main", tree: [{ ...one, content: undefined, sha: null }] }, "GitRPC::BadObjectState"]
    ]
    for (const [body, message] of wrong) expect(refused(yield* post("trees", body))).toEqual([422, message])
  })
})

describe("commits as git objects", () => {
  test("are made, read, and become a branch", function* () {
    const parent = String(dig((yield* ask("GET /git/ref/{ref}", "/git/ref/heads/main")).json, "object", "sha"))
    const signature = "-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----"
    const files = [{ path: "b.ts", mode: "100644", type: "blob", content: "b\n" }]
    const sha = yield* made("commits", {
      message: "B\n\nBody",
      tree: yield* made("trees", { base_tree: parent, tree: files }),
      parents: [parent],
      author: { name: "Ada", email: "ada@example.org", date: "2020-01-01T00:00:00+02:00" },
      signature
    })
    const { json } = yield* ask("GET /git/commits/{sha}", `/git/commits/${sha}`)
    expect(json).toMatchObject({
      message: "B\n\nBody",
      parents: [{ sha: parent }],
      author: { name: "Ada", date: "2019-12-31T22:00:00Z" },
      committer: { name: "Ada" },
      verification: { verified: false, signature }
    })
    const committed = yield* made("commits", {
      message: "C",
      tree: String(dig(json, "tree", "sha")),
      author: { name: "Ada", email: "ada@example.org", date: "2020-01-01T00:00:00Z" },
      committer: { date: "2020-01-02T00:00:00Z" }
    })
    expect((yield* ask("GET /git/commits/{sha}", `/git/commits/${committed}`)).json).toMatchObject({
      parents: [],
      committer: { name: "Ada", email: "ada@example.org", date: "2020-01-02T00:00:00Z" }
    })
    yield* ask("POST /git/refs", "/git/refs", { body: { ref: "refs/heads/b", sha } })
    const compared = yield* ask("GET /compare/{basehead}", "/compare/main...b")
    expect(compared.json).toMatchObject({ status: "ahead", files: [{ filename: "b.ts" }] })
  })

  test("are refused", function* () {
    const sha = String(dig(yield* tree("main"), "sha"))
    const nothing = "0".repeat(40)
    const wrong: ReadonlyArray<readonly [body: object, message: string]> = [
      [{ tree: sha }, `Invalid request.\n\n"message" wasn't supplied.`],
      [{ message: "M" }, `Invalid request.\n\n"tree" wasn't supplied.`],
      [{ message: "M", tree: "main" }, shaRule],
      [{ message: "M", tree: nothing }, "Tree SHA does not exist"],
      [{ message: "M", tree: sha, parents: [nothing] }, "Parent SHA does not exist or is not a commit object"]
    ]
    for (const [body, message] of wrong) expect(refused(yield* post("commits", body))).toEqual([422, message])
    expect((yield* ask("GET /git/commits/{sha}", `/git/commits/${nothing}`)).status).toBe(404)
    expect((yield* ask("GET /git/commits/{sha}", "/git/commits/main")).status).toBe(404)
  })
})
