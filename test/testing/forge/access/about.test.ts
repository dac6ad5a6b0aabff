import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { violations } from "../description.ts"
import { dig, layer, repo, seed, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

describe("the rate limits", () => {
  test("are told free of charge, even when they are used up", function* () {
    yield* send(`GET ${repo}/issues/1`)
    const first = yield* send("GET /rate_limit")
    expect(violations("GET", "/rate_limit", 200, first.json)).toEqual([])
    expect(dig(first.json, "resources", "core")).toEqual({ limit: 5000, used: 1, remaining: 4999, reset: 3600 })
    expect(dig(first.json, "rate")).toEqual(dig(first.json, "resources", "core"))
    expect(dig(first.json, "resources", "search")).toEqual({ limit: 30, used: 0, remaining: 30, reset: 60 })
    expect(dig(first.json, "resources", "graphql", "limit")).toBe(5000)
    const simulator = yield* ForgeSimulator.ForgeSimulator
    yield* simulator.setRemaining("octo", 0)
    const second = yield* send("GET /rate_limit")
    expect([second.status, dig(second.json, "rate", "remaining")]).toEqual([200, 0])
    expect(second.headers["x-ratelimit-used"]).toBe("5000")
  })

  test("of clients that are not signed in are their own", function* () {
    const { json } = yield* send("GET /rate_limit", { token: null })
    expect([dig(json, "rate", "limit"), dig(json, "resources", "search", "limit")]).toEqual([60, 10])
  })

  test("have no `rate` in the version that dropped it", function* () {
    const { json } = yield* send("GET /rate_limit", { headers: { "x-github-api-version": "2026-03-10" } })
    expect(Object.keys(json as object)).toEqual(["resources"])
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seed, limits: "none" }))(
    "are not there where there are none",
    function* () {
      const { json, status } = yield* send("GET /rate_limit")
      expect([status, dig(json, "message")]).toEqual([404, "Rate limiting is not enabled."])
    }
  )
})

describe("the sender's profile", () => {
  const people = ForgeSimulator.layerHttpClient({
    ...seed,
    users: [{ login: "octo", name: "Octo Cat", bio: "Eight arms", followers: 3 }],
    tokens: {
      all: "octo",
      public: { login: "octo", scopes: ["repo"] },
      reading: { login: "octo", scopes: ["read:user"] },
      user: { login: "octo", scopes: ["user"] },
      fine: { login: "octo", permissions: {} }
    }
  })

  testOn(people)("is private if the token's scopes say so", function* () {
    const views = yield* Effect.forEach(["all", "reading", "user", "public", "fine"], (token) =>
      Effect.map(send("GET /user", { token }), ({ json }) => {
        expect(violations("GET", "/user", 200, json)).toEqual([])
        expect(json).toMatchObject({ login: "octo", name: "Octo Cat", bio: "Eight arms", followers: 3 })
        return dig(json, "user_view_type")
      })
    )
    expect(views).toEqual(["private", "private", "private", "public", "public"])
  })

  testOn(people)("needs a sender", function* () {
    const { json, status } = yield* send("GET /user", { token: null })
    expect([status, dig(json, "message")]).toEqual([401, "Requires authentication"])
  })
})

describe("the service's own pages", () => {
  test("are served", function* () {
    const root = yield* send("GET /", { token: null })
    expect(violations("GET", "/", 200, root.json)).toEqual([])
    expect(dig(root.json, "repository_url")).toBe("https://api.github.com/repos/{owner}/{repo}")
    const meta = yield* send("GET /meta")
    expect(violations("GET", "/meta", 200, meta.json)).toEqual([])
    yield* TestClock.adjust("1 second")
    const zen = yield* send("GET /zen")
    expect([zen.status, zen.headers["content-type"], zen.text]).toEqual([
      200,
      "text/plain;charset=utf-8",
      "Keep it logically awesome."
    ])
  })

  testOn(ForgeSimulator.layerHttpClient({ ...seed, baseUrl: "https://git.example.com/api/v3" }))(
    "are the root of a base URL with a path",
    function* () {
      const baseUrl = "https://git.example.com/api/v3"
      for (const path of ["", "/"]) {
        const { json } = yield* send(`GET ${baseUrl}${path}`)
        expect(dig(json, "current_user_url")).toBe(`${baseUrl}/user`)
      }
    }
  )
})

describe("a path with a slash at its end", () => {
  test("does not exist in the service", function* () {
    const { json, status } = yield* send(`GET ${repo}/issues/`)
    expect([status, json]).toEqual([
      404,
      { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" }
    ])
    expect((yield* send("GET /nothing/")).status).toBe(501)
  })
})
