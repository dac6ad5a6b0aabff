import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { checked } from "../repositories/support.ts"
import { dig } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const labelled = (label: string) => ({ title: label, labels: [label] })

const layer = ForgeSimulator.layerHttpClient({
  users: [
    {
      login: "ada",
      name: "Ada Lovelace",
      location: "London",
      followers: 12,
      email: "ada@example.com",
      created_at: "2020-01-01T00:00:00Z"
    },
    { login: "adam", name: "Adam", location: "New London", followers: 3, created_at: "2022-01-01T00:00:00Z" },
    { login: "grace", name: "Grace Hopper", followers: 40, created_at: "2021-01-01T00:00:00Z" },
    { login: "helper[bot]", type: "Bot" }
  ],
  organizations: [{ login: "acme", name: "Ada and others", created_at: "2019-01-01T00:00:00Z" }],
  repositories: [
    {
      owner: "acme",
      name: "weather",
      description: "Forecasts for everybody",
      topics: ["effect", "typescript"],
      stars: 50,
      created_at: "2023-01-01T00:00:00Z",
      files: { "a.ts": "1", "README.md": "Knows about thunder", LICENSE: "MIT License" },
      issues: [labelled("help wanted"), labelled("good first issue")]
    },
    { owner: "ada", name: "weather-map", stars: 5, created_at: "2024-01-01T00:00:00Z", files: { "m.py": "1" } },
    { owner: "ada", name: "weather", fork_of: "acme/weather" },
    { owner: "grace", name: "old", archived: true, description: "A compiler", created_at: "2022-01-01T00:00:00Z" },
    { owner: "grace", name: "hidden-weather", private: true }
  ],
  tokens: { [ForgeSimulator.token]: "ada", grace: "grace" }
})

const test = testOn(layer)

const search =
  (kind: string, field: string) =>
  (q: string, more = "", token: string | null = ForgeSimulator.token) =>
    Effect.map(
      checked(`GET /search/${kind}`, `/search/${kind}?q=${encodeURIComponent(q)}${more}`, { token }),
      ({ json, status }) => (status === 200 ? dig(json, "items", "*", field) : status)
    )

describe("repository search", () => {
  const found = search("repositories", "full_name")

  const queries: ReadonlyArray<readonly [q: string, names: ReadonlyArray<string>]> = [
    ["weather", ["acme/weather", "ada/weather-map"]],
    ["weather fork:true", ["acme/weather", "ada/weather-map", "ada/weather"]],
    ["weather fork:only", ["ada/weather"]],
    ["forecast", ["acme/weather"]],
    ["forecasts in:name", []],
    ["effect", ["acme/weather"]],
    ["thunder", []],
    ["thunder in:readme", ["acme/weather"]],
    ["user:ada", ["ada/weather-map"]],
    ["org:acme", ["acme/weather"]],
    ["repo:grace/old", ["grace/old"]],
    ["language:typescript", ["acme/weather"]],
    ["language:Python", ["ada/weather-map"]],
    ["topic:effect", ["acme/weather"]],
    ["-topic:effect weather", ["ada/weather-map"]],
    ["topics:2", ["acme/weather"]],
    ["stars:>=5", ["acme/weather", "ada/weather-map"]],
    ["stars:1..10", ["ada/weather-map"]],
    ["forks:1", ["acme/weather"]],
    ["created:>2023-06-01", ["ada/weather-map"]],
    ["pushed:1970-01-01 weather", ["acme/weather", "ada/weather-map"]],
    ["archived:true", ["grace/old"]],
    ["weather archived:false is:public", ["acme/weather", "ada/weather-map"]],
    ["license:mit", ["acme/weather"]],
    ["help-wanted-issues:>0", ["acme/weather"]],
    ["good-first-issues:1", ["acme/weather"]]
  ]

  for (const [q, names] of queries) {
    it.effect(`finds ${q}`, () =>
      Effect.map(found(q), (result) => expect(result).toEqual(names)).pipe(Effect.provide(layer))
    )
  }

  test("sorts as asked", function* () {
    expect(yield* found("weather", "&sort=stars&order=asc")).toEqual(["ada/weather-map", "acme/weather"])
    expect(yield* found("weather", "&sort=forks")).toEqual(["acme/weather", "ada/weather-map"])
    expect(yield* found("weather", "&sort=help-wanted-issues")).toEqual(["acme/weather", "ada/weather-map"])
    expect(yield* found("stars:>=0 user:grace user:ada", "&sort=updated&per_page=1&page=2")).toHaveLength(1)
  })

  test("shows private repositories to those who may see them", function* () {
    expect(yield* found("hidden", "", "grace")).toEqual(["grace/hidden-weather"])
    expect(yield* found("is:private", "", "grace")).toEqual(["grace/hidden-weather"])
    expect(yield* found("hidden")).toEqual([])
    expect(yield* found("repo:grace/hidden-weather")).toBe(422)
  })

  test("refuses what it cannot read", function* () {
    expect(yield* Effect.forEach(["", "stars:many", "created:soon", "user:nobody"], (q) => found(q))).toEqual([
      422, 422, 422, 422
    ])
  })
})

describe("user search", () => {
  const found = search("users", "login")

  const queries: ReadonlyArray<readonly [q: string, logins: ReadonlyArray<string>]> = [
    ["ada", ["ada", "acme"]],
    ["ada type:user", ["ada"]],
    ["ada type:org", ["acme"]],
    ["ada in:login", ["ada"]],
    ["lovelace in:name", ["ada"]],
    ["example in:email", ["ada"]],
    ["location:london", ["ada", "adam"]],
    ['location:"new london"', ["adam"]],
    ["followers:>10 type:user", ["ada", "grace"]],
    ["repos:2", ["ada"]],
    ["repos:0 type:user", ["adam"]],
    ["created:2021-01-01..2023-01-01", ["adam", "grace"]],
    ["language:python", ["ada"]],
    ["user:grace", ["grace"]],
    ["fullname:hopper", ["grace"]],
    ["helper", []]
  ]

  for (const [q, logins] of queries) {
    it.effect(`finds ${q}`, () =>
      Effect.map(found(q), (result) => expect(result).toEqual(logins)).pipe(Effect.provide(layer))
    )
  }

  test("sorts as asked", function* () {
    expect(yield* found("type:user", "&sort=followers")).toEqual(["grace", "ada", "adam"])
    expect(yield* found("type:user", "&sort=joined&order=asc")).toEqual(["ada", "grace", "adam"])
    expect(yield* found("type:user", "&sort=repositories")).toEqual(["ada", "grace", "adam"])
  })

  test("tells where it found words", function* () {
    const headers = { accept: "application/vnd.github.text-match+json" }
    const { json } = yield* checked("GET /search/users", "/search/users?q=lovelace", { headers })
    expect(dig(json, "items", 0, "text_matches", "*", "property")).toEqual(["name"])
    expect(dig(json, "items", 0, "text_matches", 0, "matches")).toEqual([{ text: "Lovelace", indices: [4, 12] }])
  })

  test("refuses what it cannot read", function* () {
    expect(yield* Effect.forEach(["", "followers:many", "created:soon"], (q) => found(q))).toEqual([422, 422, 422])
  })
})
