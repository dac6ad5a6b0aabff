import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Commits from "../../../../src/forge/Commits.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { ask, history, tokens } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const many = Object.fromEntries(Array.from({ length: 700 }, (_, nth) => [`f/${String(nth).padStart(3, "0")}`, "x\n"]))

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [
    {
      ...history,
      branches: { ...history.branches, many: { from: "main~4", files: many } },
      tags: { "v/0": "main~4", v1: "main" }
    },
    { owner: "acme", name: "empty" },
    { owner: "acme", name: "other", files: { "only.txt": "here" }, commits: [{ message: "Elsewhere" }] }
  ]
})

const test = testOn(layer)

const get = (ref: string) => ask("GET /commits/{ref}", `/commits/${ref}`)

const message = (ref: string) => Effect.map(get(ref), ({ json }) => dig(json, "commit", "message"))

const shaOf = (ref: string) => Effect.map(get(ref), ({ json }) => String(dig(json, "sha")))

describe("a commit", () => {
  test("has its stats and files", function* () {
    const changed = yield* get("main~2")
    expect(changed.json).toMatchObject({
      stats: { total: 2, additions: 1, deletions: 1 },
      files: [{ filename: "src/a.ts", status: "modified", additions: 1, deletions: 1, changes: 2 }]
    })
    expect(dig(changed.json, "files", 0, "patch")).toBe("@@ -1,2 +1,2 @@\n one\n-two\n+2")
    const removed = yield* get("main~1")
    expect(dig(removed.json, "files", "*", "status")).toEqual(["removed"])
    expect(dig(removed.json, "files", 0, "raw_url")).toContain(`/raw/${yield* shaOf("main~2")}/src%2Fb.ts`)
    const first = yield* get("v/0")
    expect(dig(first.json, "files", "*", "filename")).toEqual(["README.md", "src/a.ts"])
    expect(first.json).toMatchObject({ parents: [], stats: { total: 3, additions: 3 } })
  })

  test("is found by branch, tag, ref, sha and short sha", function* () {
    const sha = yield* shaOf("feature/x")
    const refs = [sha, sha.slice(0, 7), sha.toUpperCase(), "feature%2Fx", "heads/feature/x", "refs/heads/feature/x"]
    for (const ref of refs) expect([ref, yield* message(ref)]).toEqual([ref, "XX"])
    expect(yield* message("v/0")).toBe("Start")
    expect(yield* message("tags/v1")).toBe("Docs")
    expect(yield* message("HEAD")).toBe("Docs")
    expect(yield* message("feature/x~1")).toBe("X")
  })

  test("shows its files in pages", function* () {
    const first = yield* get("many")
    expect(dig(first.json, "stats", "additions")).toBe(700)
    expect(dig(first.json, "files", "length")).toBe(300)
    expect(first.headers["link"]).toMatch(/commits\/many\?page=2>; rel="next".*page=3>; rel="last"/)
    const third = yield* get("many?page=3")
    expect(dig(third.json, "files", "length")).toBe(100)
    expect(dig(third.json, "files", 0, "filename")).toBe("f/600")
    expect(dig((yield* get("many?per_page=10&page=2")).json, "files", 0, "filename")).toBe("f/010")
  })

  test("that does not exist in the repository is refused", function* () {
    for (const ref of ["nothing", "0123456789", "0".repeat(40), "main~9", "feature"]) {
      const { json, status } = yield* get(ref)
      expect([status, dig(json, "message")]).toEqual([422, `No commit found for SHA: ${ref}`])
    }
    expect((yield* send("GET /repos/acme/empty/commits/main")).status).toBe(409)
    const elsewhere = String(dig((yield* send("GET /repos/acme/other/commits/main")).json, "sha"))
    expect((yield* get(elsewhere)).status).toBe(422)
    expect((yield* get(elsewhere.slice(0, 10))).status).toBe(422)
  })

  test("is found by its sha after its branch is gone", function* () {
    const sha = yield* shaOf("feature/x")
    expect((yield* ask("DELETE /git/refs/{ref}", "/git/refs/heads/feature/x")).status).toBe(204)
    expect((yield* get("feature/x")).status).toBe(422)
    expect(yield* message(sha)).toBe("XX")
    expect(yield* message(sha.slice(0, 8))).toBe("XX")
  })

  test("knows the branches that end with it", function* () {
    const at = (sha: string) => ask("GET /commits/{sha}/branches-where-head", `/commits/${sha}/branches-where-head`)
    const { json } = yield* at(yield* shaOf("feature/x"))
    expect(dig(json, "*", "name")).toEqual(["feature/x"])
    expect((yield* at(yield* shaOf("main~1"))).json).toEqual([])
    expect((yield* at("main")).status).toBe(422)
  })

  testOn(ForgeSimulator.layer({ repositories: [history] }))("is decoded by the client", function* () {
    const commit = yield* Commits.get({ owner: "acme", repo: "web", ref: "feature/x" })
    expect(commit.files?.map(({ filename }) => filename)).toEqual(["x.ts"])
    const error = yield* Effect.flip(Commits.get({ owner: "acme", repo: "web", ref: "nothing" }))
    expect(error._tag).toBe("ValidationFailed")
  })

  test("is a diff, a patch or its sha for those who ask for it", function* () {
    const as = (media: string) =>
      ask("GET /commits/{ref}", "/commits/main~2", {
        headers: { accept: `application/vnd.github.${media}` },
        mediaType: `application/vnd.github.${media}`
      })
    const sha = yield* shaOf("main~2")
    expect((yield* as("sha")).text).toBe(sha)
    const diff = yield* as("diff")
    expect(diff.headers["content-type"]).toBe("application/vnd.github.v3.diff; charset=utf-8")
    const body = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    expect(diff.text).toMatch(/^diff --git a\/src\/a.ts b\/src\/a.ts\nindex /)
    expect(diff.text.endsWith(body)).toBe(true)
    const patch = (yield* as("patch")).text
    expect(patch.startsWith(`From ${sha} `)).toBe(true)
    expect(patch).toContain("From: Ada <ada@lovelace.org>")
    expect(patch).toContain(body)
  })
})
