import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Commits from "../../../../src/forge/Commits.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, send } from "../support.ts"
import { ask, history, tokens } from "./support.ts"
import { testOn } from "../../../testOn.ts"

const day = "2020-01-01T0"
const layer = ForgeSimulator.layerHttpClient({
  tokens,
  users: [{ login: "ada", email: "Ada@Lovelace.org" }, "reader"],
  repositories: [
    { ...history, tags: { v0: "main" } },
    { owner: "acme", name: "empty" },
    { owner: "acme", name: "secret", private: true, files: { a: "a" } }
  ]
})

const test = testOn(layer)

/** The first lines of the messages of listed commits. */
const titles = (json: unknown): unknown => {
  const messages = dig(json, "*", "commit", "message")
  return Array.isArray(messages) ? messages.map((message) => String(message).split("\n")[0]) : messages
}

describe("commits", () => {
  test.each([
    ["", ["Docs", "Remove b", "Change a", "Add b", "Start"]],
    ["sha=feature/x", ["XX", "X", "Change a", "Add b", "Start"]],
    ["sha=v0", ["Docs", "Remove b", "Change a", "Add b", "Start"]],
    ["path=src/a.ts", ["Change a", "Start"]],
    ["path=/src/b.ts/", ["Remove b", "Add b"]],
    ["path=src", ["Remove b", "Change a", "Add b", "Start"]],
    ["path=nothing", []],
    ["author=octo", ["Add b"]],
    ["author=OCTO&sha=feature/x", ["XX", "X", "Add b"]],
    ["author=ada", ["Change a"]],
    ["author=ada@lovelace.org", ["Change a"]],
    ["committer=octo", ["Change a", "Add b"]],
    ["author=nobody", []],
    [`since=${day}3:00:00Z&until=${day}4:00:00Z`, ["Remove b", "Change a"]],
    ["per_page=2&page=2", ["Change a", "Add b"]]
  ] as const)("are listed by %s", function* ([query, expected]) {
    const { json } = yield* ask("GET /commits", `/commits?${query}`)
    expect(titles(json)).toEqual(expected)
  })

  test("are written with the users behind their addresses", function* () {
    const { json } = yield* ask("GET /commits", "/commits?per_page=1&page=3")
    expect(dig(json, 0)).toMatchObject({
      author: { login: "ada" },
      committer: { login: "octo" },
      commit: {
        message: "Change a\n\nBecause.",
        author: { name: "Ada", email: "ada@lovelace.org", date: "2020-01-01T03:00:00Z" },
        verification: { verified: false, reason: "unsigned" }
      },
      parents: [{}]
    })
    const strangers = ForgeSimulator.layerHttpClient({ tokens, repositories: [history] })
    const other = yield* Effect.provide(ask("GET /commits", "/commits?author=ada@lovelace.org"), strangers)
    expect(dig(other.json, "*", "author")).toEqual([null])
  })

  test("are linked in pages by the repository's id", function* () {
    const { headers } = yield* ask("GET /commits", "/commits?per_page=2")
    expect(headers["link"]).toContain('/repositories/2000000/commits?per_page=2&page=2>; rel="next"')
  })

  test("of an empty repository are a conflict, those of an unknown start or repository not found", function* () {
    const empty = yield* send("GET /repos/acme/empty/commits")
    expect([empty.status, dig(empty.json, "message")]).toEqual([409, "Git Repository is empty."])
    expect((yield* ask("GET /commits", "/commits?sha=nothing")).status).toBe(404)
    expect((yield* ask("GET /commits", "/commits?since=soon")).status).toBe(422)
    expect((yield* send("GET /repos/acme/secret/commits")).status).toBe(404)
    expect((yield* send("GET /repos/acme/secret/commits", { token: "acme" })).status).toBe(200)
  })

  testOn(ForgeSimulator.layer({ repositories: [history, { owner: "acme", name: "empty" }] }))(
    "stream through the client",
    function* () {
      const commits = yield* Stream.runCollect(Commits.list({ owner: "acme", repo: "web", per_page: 2 }))
      expect(commits.map(({ commit }) => commit.message.split("\n")[0])).toEqual([
        "Docs",
        "Remove b",
        "Change a",
        "Add b",
        "Start"
      ])
      const error = yield* Effect.flip(Stream.runDrain(Commits.list({ owner: "acme", repo: "empty" })))
      expect(error._tag).toBe("Conflict")
    }
  )
})
