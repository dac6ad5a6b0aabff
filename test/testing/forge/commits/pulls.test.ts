import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../support.ts"
import { ask, tokens } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      files: { "README.md": "# web\n" },
      branches: { old: {} },
      pulls: (["merge", "squash", "rebase"] as const).map((merge_method) => ({
        title: merge_method,
        head: merge_method,
        commits: [
          { message: `${merge_method} 1`, files: { [`${merge_method}.1`]: "1\n" } },
          { message: `${merge_method} 2`, files: { [`${merge_method}.2`]: "2\n" } }
        ]
      }))
    }
  ]
})

const test = testOn(layer)

const shaOf = (ref: string) =>
  Effect.map(ask("GET /commits/{ref}", `/commits/${ref}`), ({ json }) => String(dig(json, "sha")))

const pullsOf = (sha: string) =>
  Effect.map(ask("GET /commits/{sha}/pulls", `/commits/${sha}/pulls`), ({ json }) => dig(json, "*", "title"))

const merge = (number: number, merge_method: string) =>
  ask("PUT /pulls/{number}/merge", `/pulls/${number}/merge`, { body: { merge_method } })

describe("pull requests of a commit", () => {
  test("are not open ones once the commit is on the default branch", function* () {
    const squash = yield* shaOf("squash")
    yield* ask("POST /pulls", "/pulls", { body: { title: "port", head: "squash", base: "old" } })
    expect(yield* pullsOf(squash)).toEqual(["squash", "port"])
    yield* ask("PATCH /git/refs/{ref}", "/git/refs/heads/main", { body: { sha: squash } })
    expect(yield* pullsOf(squash)).toEqual(["squash"])
  })

  test("are the open ones that bring it", function* () {
    expect(yield* pullsOf(yield* shaOf("squash~1"))).toEqual(["squash"])
    expect(yield* pullsOf(yield* shaOf("main"))).toEqual([])
  })

  test("follow a branch that moved while its pull request was closed", function* () {
    yield* ask("PATCH /pulls/{number}", "/pulls/2", { body: { state: "closed" } })
    const body = { message: "More", content: "bW9yZQ==", branch: "squash" }
    const put = yield* ask("PUT /contents/{path}", "/contents/more.txt", { body })
    const sha = String(dig(put.json, "commit", "sha"))
    expect(yield* pullsOf(sha)).toEqual([])
    yield* ask("PATCH /pulls/{number}", "/pulls/2", { body: { state: "open" } })
    expect(yield* pullsOf(sha)).toEqual(["squash"])
    // It counts as merged when its base gets the commit by another way.
    yield* ask("PATCH /git/refs/{ref}", "/git/refs/heads/main", { body: { sha } })
    const { json } = yield* ask("GET /pulls/{number}", "/pulls/2")
    expect(dig(json, "merged")).toBe(true)
  })

  test("are the merged ones, by the commits of the branch and those that the merge made", function* () {
    for (const [index, method] of (["merge", "squash", "rebase"] as const).entries()) {
      yield* ask("GET /pulls/{number}", `/pulls/${index + 1}`)
      expect((yield* merge(index + 1, method)).status).toBe(200)
      expect([method, yield* pullsOf(yield* shaOf(method))]).toEqual([method, [method]])
      expect([method, yield* pullsOf(yield* shaOf("main"))]).toEqual([method, [method]])
    }
    // The rebase has made two commits on top of the squash.
    expect(yield* pullsOf(yield* shaOf("main~1"))).toEqual(["rebase"])
    expect(yield* pullsOf(yield* shaOf("main~2"))).toEqual(["squash"])
  })

  test("are none for a commit that does not exist", function* () {
    const { json, status } = yield* ask("GET /commits/{sha}/pulls", `/commits/${"0".repeat(40)}/pulls`)
    expect([status, dig(json, "message")]).toEqual([422, `No commit found for SHA: ${"0".repeat(40)}`])
  })
})
