import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { ask, layer, layerOf, pulls, someText, web } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const old = (days: number) => ({ ago: `${days} days` }) as const

const many = layerOf({
  owner: "acme",
  name: "web",
  issues: [{ title: "Issue" }, { title: "Plain", pull_request: true, created_at: old(50) }],
  files: { a: "a" },
  branches: { release: {} },
  pulls: [
    { title: "Old", head: "old", files: { b: "b" }, created_at: old(40), updated_at: old(4), comments: ["One", "Two"] },
    { title: "Idle", head: "idle", files: { c: "c" }, created_at: old(60), updated_at: old(45) },
    { title: "Young", head: "young", base: "release", files: { d: "d" }, created_at: old(2), comments: ["One"] },
    { title: "Gone", head: "gone", files: { e: "e" }, created_at: old(3), state: "closed" },
    { title: "Done", head: "done", files: { f: "f" }, created_at: old(5), merged: true }
  ]
})

describe("pull requests", () => {
  it.effect.each([
    ["", ["Young", "Old", "Plain", "Idle"]],
    ["direction=asc", ["Idle", "Plain", "Old", "Young"]],
    ["state=closed", ["Gone", "Done"]],
    ["state=all&per_page=2&page=2", ["Done", "Old"]],
    ["sort=updated", ["Plain", "Idle", "Old", "Young"]],
    ["sort=popularity&direction=desc", ["Old", "Young", "Idle", "Plain"]],
    ["sort=long-running", ["Old"]],
    ["base=release", ["Young"]],
    ["base=none", []],
    ["head=ACME:old", ["Old"]],
    ["head=acme:old&base=release", []],
    // Without an owner, the filter is ignored.
    ["head=old&sort=long-running", ["Old"]]
  ] as const)("are listed by %s", ([query, titles]) =>
    ask(`GET ${pulls}?${query}`).pipe(
      Effect.map(({ json }) => {
        expect(dig(json, "*", "title")).toEqual(titles)
      }),
      Effect.provide(many)
    )
  )

  testOn(many)("refuse unknown filters", function* () {
    for (const query of ["state=merged", "sort=size", "direction=up"]) {
      expect((yield* ask(`GET ${pulls}?${query}`)).status).toBe(422)
    }
    expect((yield* ask("GET /repos/acme/none/pulls")).status).toBe(404)
  })

  testOn(many)("have no counts in listings", function* () {
    const { headers, json } = yield* ask(`GET ${pulls}?per_page=1`)
    for (const field of ["mergeable", "commits", "additions", "changed_files", "merged"]) {
      expect(dig(json, 0)).not.toHaveProperty(field)
    }
    expect(headers["link"]).toContain(`/pulls?per_page=1&page=2>; rel="next"`)
  })
})

describe("a pull request", () => {
  test("lists its files", function* () {
    const { json } = yield* ask(`GET ${pulls}/2/files`)
    expect(json).toMatchObject([
      {
        filename: "new.txt",
        status: "added",
        additions: 2,
        deletions: 0,
        changes: 2,
        patch: "@@ -0,0 +1,2 @@\n+a\n+b"
      },
      { filename: "numbers.txt", status: "modified", additions: 1, deletions: 1, sha: someText }
    ])
    expect(dig((yield* ask(`GET ${pulls}/2/files?per_page=1&page=2`)).json, "*", "filename")).toEqual(["numbers.txt"])
    expect((yield* ask(`GET ${pulls}/1/files`)).status).toBe(404)
  })

  it.effect("lists its commits, the oldest first, and not more than 250", () =>
    Effect.gen(function* () {
      const { json } = yield* ask(`GET ${pulls}/2/commits`)
      expect(dig(json, "*", "commit", "message")).toEqual(["Second line", "New file\n\nWith a reason"])
      expect(dig(json, "*", "author", "login")).toEqual(["octo", "ada"])
      const last = yield* ask(`GET ${pulls}/6/commits?per_page=100&page=3`)
      expect(dig(last.json, "length")).toBe(50)
      expect(last.headers["link"]).not.toContain("next")
      expect(dig((yield* ask(`GET ${pulls}/6`)).json, "commits")).toBe(260)
    }).pipe(
      Effect.provide(
        layerOf({
          ...web,
          pulls: [
            ...(web.pulls ?? []),
            {
              title: "Long",
              head: "long",
              commits: Array.from({ length: 260 }, (_, n) => ({ files: { n: String(n) } }))
            }
          ]
        })
      )
    )
  )

  test("is a diff or a patch on demand", function* () {
    const as = (media: string) => send(`GET ${pulls}/2`, { headers: { accept: `application/vnd.github.${media}` } })
    const diff = yield* as("diff")
    const pages = yield* as("json")
    for (const form of ["diff", "patch"]) {
      const page = yield* send(`GET ${String(dig(pages.json, `${form}_url`))}`)
      expect([page.headers["content-type"], page.text]).toEqual(["text/plain; charset=utf-8", (yield* as(form)).text])
    }
    expect((yield* send(`GET https://github.com/acme/web/pull/999.diff`)).status).toBe(404)
    expect(diff.headers["content-type"]).toContain("diff")
    expect(diff.text).toContain("diff --git a/new.txt b/new.txt\nnew file mode 100644\n")
    expect(diff.text).toContain("-2\n+two\n")
    const patch = yield* as("v3.patch")
    expect(patch.text).toContain("Subject: [PATCH 1/2] Second line")
    expect(patch.text).toContain("Subject: [PATCH 2/2] New file")
  })
})

describe("a seed", () => {
  it.effect("may give numbers, which issues leave free", () =>
    Effect.gen(function* () {
      const { json } = yield* ask("GET /repos/acme/web/issues?state=all&direction=asc")
      const numbers = Object.fromEntries(
        (json as ReadonlyArray<{ title: string; number: number }>).map(({ number, title }) => [title, number])
      )
      expect(numbers).toEqual({ A: 1, P: 2, B: 3, Q: 4 })
    }).pipe(
      Effect.provide(
        layerOf({
          owner: "acme",
          name: "web",
          issues: [{ title: "A" }, { title: "B" }],
          pulls: [
            { title: "P", number: 2, head: "p" },
            { title: "Q", head: "q" }
          ]
        })
      )
    )
  )

  it.effect("has reviews, requested reviewers and merges by each method", () =>
    Effect.gen(function* () {
      const simulator = yield* ForgeSimulator.ForgeSimulator
      const { pulls } = yield* simulator.repository("acme/web")
      expect(pulls).toMatchObject([
        {
          number: 1,
          title: "Reviewed",
          state: "open",
          draft: false,
          merged: false,
          head: "acme:one",
          base: "main",
          requested_reviewers: ["rev"],
          reviews: [
            { user: "ann", state: "APPROVED", body: "" },
            { user: "bob", state: "PENDING", body: "Hm" }
          ]
        },
        { title: "Squashed", state: "closed", merged: true, merged_by: "acme", merged_at: "1969-12-31T00:00:00Z" },
        { title: "Rebased", state: "closed", merged: true }
      ])
      expect(pulls.every(({ head_sha, merge_commit_sha }) => head_sha !== merge_commit_sha)).toBe(true)
    }).pipe(
      Effect.provide(
        ForgeSimulator.layer({
          repositories: [
            {
              owner: "acme",
              name: "web",
              pulls: [
                {
                  title: "Reviewed",
                  head: "one",
                  files: { a: "a" },
                  requested_reviewers: ["rev"],
                  reviews: [
                    { user: "ann", state: "APPROVED" },
                    { user: "bob", state: "PENDING", body: "Hm" }
                  ]
                },
                { title: "Squashed", head: "two", files: { b: "b" }, merged: { ago: "1 day" }, merge_method: "squash" },
                { title: "Rebased", head: "three", files: { c: "c" }, merged: true, merge_method: "rebase" }
              ]
            }
          ]
        })
      )
    )
  )

  it.effect.each([
    ["a base that is missing", { title: "x", head: "x", base: "none" }, "has no branch none"],
    ["a fork that is missing", { title: "x", head: "ada:x" }, "has no fork of acme/web"],
    ["a merge with conflicts", { title: "x", head: "clash", files: { a: "3" }, merged: true }, "have conflicts"]
  ] as const)("is refused for %s", ([, pull, message]) =>
    Effect.sync(() =>
      expect(() =>
        Effect.runSync(
          Effect.scoped(
            Effect.provide(
              Effect.void,
              layerOf({
                owner: "acme",
                name: "web",
                files: { a: "1" },
                branches: { clash: {} },
                pulls: [{ title: "First", head: "first", files: { a: "2" }, merged: true }, pull]
              })
            )
          )
        )
      ).toThrow(message)
    )
  )
})
