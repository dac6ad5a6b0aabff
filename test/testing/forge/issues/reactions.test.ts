/** Reactions to all that users can react to, held against the service's description. */
import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { checked } from "../repositories/support.ts"
import { dig, type Options } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const [commented, reviewed, released] = [61, 62, 63]

const layer = ForgeSimulator.layerHttpClient({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write" },
      files: { a: "1\n" },
      issues: [{ title: "One", comments: [{ id: 60, body: "Yes" }] }],
      pulls: [
        {
          title: "Two",
          head: "b",
          files: { b: "2\n" },
          locked: true,
          review_comments: [{ id: reviewed, path: "b", line: 1, body: "Why?", reactions: [{ content: "confused" }] }]
        }
      ],
      commit_comments: [{ id: commented, body: "Hm" }],
      releases: [{ tag_name: "v1", id: released, body: "First" }]
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo", ada: "ada" }
})

const test = testOn(layer)

const subjects: ReadonlyArray<readonly [template: string, path: string]> = [
  ["issues/{issue_number}", "issues/1"],
  ["issues/comments/{comment_id}", "issues/comments/60"],
  ["pulls/comments/{comment_id}", `pulls/comments/${reviewed}`],
  ["comments/{comment_id}", `comments/${commented}`],
  ["releases/{release_id}", `releases/${released}`]
]

const reactions = (method: string, template: string, path: string, options: Options = {}) =>
  checked(
    `${method} /repos/{owner}/{repo}/${template}/reactions${method === "DELETE" ? "/{reaction_id}" : ""}`,
    `/repos/acme/web/${path}`,
    options
  )

describe("reactions", () => {
  for (const [template, path] of subjects) {
    test(`to ${template} are added once, counted, listed and removed by who has reacted`, function* () {
      const ask = (method: string, more = "", options: Options = {}) =>
        reactions(method, template, `${path}/reactions${more}`, options)
      const total = Effect.map(
        checked(`GET /repos/{owner}/{repo}/${template}`, `/repos/acme/web/${path}`),
        ({ json }) => dig(json, "reactions", "total_count") ?? 0
      )
      const before = Number(yield* total)
      const made = yield* ask("POST", "", { body: { content: "heart" } })
      const again = yield* ask("POST", "", { body: { content: "heart" } })
      expect([made.status, again.status, again.json]).toEqual([201, 200, made.json])
      expect(yield* total).toBe(before + 1)
      const listed = yield* ask("GET", "?content=heart")
      expect([dig(listed.json, "*", "user", "login"), (yield* ask("GET", "?content=eyes")).json]).toEqual([
        ["octo"],
        []
      ])
      const one = `/${String(dig(made.json, "id"))}`
      expect((yield* ask("DELETE", one, { token: "ada" })).status).toBe(403)
      expect([(yield* ask("DELETE", one)).status, (yield* ask("DELETE", one)).status]).toEqual([204, 404])
      expect(yield* total).toBe(before)
    })
  }

  test("are of known kinds, of which releases have fewer", function* () {
    for (const [template, path] of subjects) {
      const ask = (content: string) => reactions("POST", template, `${path}/reactions`, { body: { content } })
      const isRelease = template.startsWith("releases")
      expect([path, (yield* ask("-1")).status, (yield* ask("smile")).status]).toEqual([
        path,
        isRelease ? 422 : 201,
        422
      ])
    }
  })

  test("to what is locked come from those who may write", function* () {
    const [template, path] = subjects[2] ?? ["", ""]
    const ask = (token: string) =>
      reactions("POST", template, `${path}/reactions`, { token, body: { content: "eyes" } })
    expect([(yield* ask("ada")).status, (yield* ask(ForgeSimulator.token)).status]).toEqual([403, 201])
  })

  test("to what is not there are refused", function* () {
    for (const [template, path] of subjects) {
      const missing = `${path.replace(/\d+$/, "999")}/reactions`
      expect([path, (yield* reactions("GET", template, missing)).status]).toEqual([path, 404])
    }
  })
})
