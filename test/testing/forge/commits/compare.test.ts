import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig } from "../support.ts"
import { ask, history, tokens } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const steps = (count: number) => Array.from({ length: count }, (_, nth) => ({ message: `Step ${nth + 1}` }))

const layer = ForgeSimulator.layerHttpClient({
  tokens,
  repositories: [
    { ...history, branches: { ...history.branches, long: { from: "main~4", commits: steps(260) } } },
    { owner: "octo", name: "fork", fork_of: "acme/web", branches: { topic: { files: { "t.ts": "t\n" } } } },
    { owner: "reader", name: "web", files: { "README.md": "not a fork" } }
  ]
})

const test = testOn(layer)

const compare = (basehead: string) => ask("GET /compare/{basehead}", `/compare/${basehead}`)

const messages = (json: unknown) => dig(json, "commits", "*", "commit", "message")

describe("a comparison", () => {
  test("is made with the merge base", function* () {
    const { json } = yield* compare("main...feature/x")
    expect(json).toMatchObject({
      status: "diverged",
      ahead_by: 2,
      behind_by: 2,
      total_commits: 2,
      base_commit: { commit: { message: "Docs" } },
      merge_base_commit: { commit: { message: "Change a\n\nBecause." } },
      files: [{ filename: "x.ts", status: "added", additions: 1 }]
    })
    expect(messages(json)).toEqual(["X", "XX"])
    expect(dig((yield* compare("feature%2Fx...main")).json, "files", "*", "filename")).toEqual([
      "docs/guide.md",
      "src/b.ts"
    ])
  })

  test.each([
    ["main~2...main", "ahead", 2, 0],
    ["main...main~2", "behind", 0, 2],
    ["main...HEAD", "identical", 0, 0]
  ] as const)("of %s is %s", function* ([basehead, status, ahead_by, behind_by]) {
    const { json } = yield* compare(basehead)
    expect(json).toMatchObject({ status, ahead_by, behind_by, total_commits: ahead_by })
    expect(dig(json, "files", "length")).toBe(status === "ahead" ? 2 : 0)
  })

  test("reaches forks by their owner", function* () {
    for (const basehead of ["main...octo:topic", "acme:main...octo:fork:topic"]) {
      const { json } = yield* compare(basehead)
      expect([basehead, dig(json, "files", "*", "filename")]).toEqual([basehead, ["t.ts"]])
    }
    for (const basehead of [
      "main...octo:nothing",
      "main...nobody:topic",
      "main...reader:main",
      "main...octo:web:topic"
    ]) {
      const { json, status } = yield* compare(basehead)
      expect([basehead, status, dig(json, "message")]).toEqual([basehead, 404, "Not Found"])
    }
  })

  test("shows the last 250 commits, or all of them in pages", function* () {
    const whole = (yield* compare("main...long")).json
    expect(dig(whole, "total_commits")).toBe(260)
    expect([dig(whole, "commits", "length"), dig(whole, "commits", 0, "commit", "message")]).toEqual([250, "Step 11"])
    const first = yield* compare("main...long?per_page=100")
    expect(dig(first.json, "commits", 0, "commit", "message")).toBe("Step 1")
    expect(first.headers["link"]).toContain('rel="next"')
    const second = yield* compare("main...long?per_page=100&page=3")
    expect(dig(second.json, "commits", "length")).toBe(60)
    expect(dig(second.json, "files")).toBeUndefined()
  })

  test("of what does not exist, or has nothing in common, is not found", function* () {
    for (const basehead of ["main", "main...nothing", "nothing...main", "main...", "main..feature/x"]) {
      expect([basehead, (yield* compare(basehead)).status]).toEqual([basehead, 404])
    }
    const tree = dig((yield* ask("GET /git/trees/{sha}", "/git/trees/main")).json, "sha")
    const root = yield* ask("POST /git/commits", "/git/commits", { body: { message: "Root", tree } })
    const unrelated = yield* compare(`main...${String(dig(root.json, "sha"))}`)
    expect([unrelated.status, dig(unrelated.json, "message")]).toEqual([
      404,
      expect.stringContaining("No common ancestor")
    ])
  })

  test("is a diff or a patch for those who ask for it", function* () {
    const as = (media: string) =>
      Effect.map(
        ask("GET /compare/{basehead}", "/compare/main...feature/x", {
          headers: { accept: `application/vnd.github.${media}` },
          mediaType: `application/vnd.github.${media}`
        }),
        ({ text }) => text
      )
    expect(yield* as("diff")).toContain("+++ b/x.ts\n@@ -0,0 +1 @@\n+xx\n")
    const patch = yield* as("patch")
    expect(patch.match(/^Subject: .*$/gm)).toEqual(["Subject: [PATCH 1/2] X", "Subject: [PATCH 2/2] XX"])
  })
})
