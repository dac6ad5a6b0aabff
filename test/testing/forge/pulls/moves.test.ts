import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { dig } from "../support.ts"
import { ask, layer, pulls } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const repo = "/repos/acme/web"

const refOf = (branch: string) =>
  Effect.map(ask(`GET ${repo}/git/ref/heads/${branch}`), ({ json }) => String(dig(json, "object", "sha")))

const move = (branch: string, sha: string, force = false) =>
  ask(`PATCH ${repo}/git/refs/heads/${branch}`, { body: { sha, force } })

const drop = (branch: string) => ask(`DELETE ${repo}/git/refs/heads/${branch}`)

const write = (branch: string, path: string, content: string) =>
  ask(`PUT ${repo}/contents/${path}`, { body: { message: `Write ${path}`, content: btoa(content), branch } })

const look = (number: number) => Effect.map(ask(`GET ${pulls}/${number}`), ({ json }) => json)

const reopen = (number: number) =>
  Effect.map(ask(`PATCH ${pulls}/${number}`, { body: { state: "open" } }), ({ json }) =>
    dig(json, "errors", 0, "message")
  )

describe("an open pull request", () => {
  test("follows its head", function* () {
    yield* look(2)
    expect(dig(yield* look(2), "mergeable")).toBe(true)
    yield* write("count", "more.txt", "more")
    const moved = yield* look(2)
    expect(moved).toMatchObject({
      commits: 3,
      changed_files: 3,
      mergeable: null,
      head: { sha: yield* refOf("count") }
    })
    expect(dig(yield* look(2), "mergeable")).toBe(true)
  })

  test("is checked for conflicts again when its base moves, and keeps its own changes", function* () {
    yield* look(2)
    yield* look(2)
    yield* write("main", "base.txt", "base")
    expect(yield* look(2)).toMatchObject({
      mergeable: null,
      commits: 2,
      changed_files: 2,
      base: { sha: yield* refOf("main") }
    })
    expect(dig(yield* look(2), "mergeable")).toBe(true)
  })

  test("is closed when its branch is deleted, and stays so", function* () {
    const sha = yield* refOf("count")
    expect((yield* drop("count")).status).toBe(204)
    expect(yield* look(2)).toMatchObject({ state: "closed", merged: false, head: { sha }, changed_files: 2 })
    expect(yield* reopen(2)).toBe("state cannot be changed. The count branch has been deleted.")
  })

  test("is merged when its base gets its commits by another way", function* () {
    const sha = yield* refOf("conflict")
    yield* ask(`POST ${pulls}`, { body: { title: "Past", head: "conflict", base: "draft" } })
    yield* ask(`PUT ${pulls}/6/merge`)
    expect(dig(yield* look(3), "merged")).toBe(false)
    const base = yield* refOf("done")
    yield* ask(`PATCH ${pulls}/3`, { token: "acme", body: { base: "done" } })
    expect((yield* move("done", sha, true)).status).toBe(200)
    expect(yield* look(3)).toMatchObject({
      state: "closed",
      merged: true,
      merge_commit_sha: sha,
      base: { sha: base }
    })
  })

  test("is closed when its head has nothing left to merge", function* () {
    const { json } = yield* ask(`GET ${pulls}/2/commits`)
    yield* move("count", String(dig(json, 0, "parents", 0, "sha")), true)
    expect(yield* look(2)).toMatchObject({ state: "closed", merged: false })
    expect(yield* reopen(2)).toBe("state cannot be changed. There are no new commits on the acme:count branch.")
  })
})

describe("a closed pull request", () => {
  test("does not follow its head, and is reopened with its new commits", function* () {
    const before = yield* refOf("count")
    const base = yield* refOf("main")
    yield* ask(`PATCH ${pulls}/2`, { body: { state: "closed" } })
    yield* write("count", "more.txt", "more")
    yield* write("main", "base.txt", "base")
    expect(yield* look(2)).toMatchObject({ head: { sha: before }, base: { sha: base }, changed_files: 2 })
    expect(yield* reopen(2)).toBeUndefined()
    expect(yield* look(2)).toMatchObject({ head: { sha: yield* refOf("count") }, changed_files: 3, state: "open" })
  })

  test("stays closed after a forced push", function* () {
    yield* ask(`PATCH ${pulls}/2`, { body: { state: "closed" } })
    yield* move("count", yield* refOf("conflict"), true)
    expect(yield* reopen(2)).toBe("state cannot be changed. The count branch was force-pushed or recreated.")
  })
})

test("pull requests into a deleted branch are closed unless it was merged", function* () {
  for (const [title, head, base] of [
    ["A", "draft", "count"],
    ["B", "conflict", "done"]
  ] as const) {
    yield* ask(`POST ${pulls}`, { body: { title, head, base } })
  }
  yield* drop("count")
  yield* drop("done")
  expect(yield* look(6)).toMatchObject({ state: "closed", base: { ref: "count" } })
  expect(yield* look(7)).toMatchObject({ state: "open", base: { ref: "main" } })
})
