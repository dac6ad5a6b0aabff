import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { checked } from "../repositories/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const template = "GET /search/issues"

const seed: ForgeSimulator.Seed = {
  users: ["eve", { login: "helper[bot]", type: "Bot" }],
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo"],
      labels: ["bug", "good first issue", "ui"],
      milestones: ["v1.0", "Next steps"],
      files: { "a.ts": "1" },
      branches: { topic: { files: { "b.ts": "2" } } },
      issues: [
        {
          title: "Rain on the map",
          body: "It rains in. Ask @octo.",
          user: "ada",
          labels: ["bug", "ui"],
          comments: ["Thunder!", { user: "grace", body: "Lightning" }],
          created_at: "2024-01-10T08:00:00Z",
          updated_at: "2024-03-01T08:00:00Z"
        },
        {
          title: "Good start",
          body: "The map stays blank",
          user: "octo",
          labels: ["good first issue"],
          assignees: ["octo"],
          milestone: "Next steps",
          locked: true,
          reactions: [
            { user: "ada", content: "heart" },
            { user: "octo", content: "rocket" }
          ],
          created_at: "2024-01-20T08:00:00Z",
          updated_at: "2024-02-01T08:00:00Z"
        },
        {
          title: "Terrain",
          body: "Closed long ago",
          user: "ada",
          state: "closed",
          state_reason: "not_planned",
          reactions: [{ user: "ada", content: "+1" }],
          milestone: "v1.0",
          created_at: "2024-02-01T08:00:00Z",
          closed_at: "2024-02-05T12:00:00Z"
        },
        {
          title: "A patch",
          body: "Fixes #1, closes acme/web#2",
          user: "octo",
          pull_request: { draft: true },
          labels: ["bug"],
          created_at: "2024-02-10T08:00:00Z"
        },
        {
          title: "A merged patch",
          user: "helper[bot]",
          pull_request: { merged_at: "2024-02-20T08:00:00Z" },
          created_at: "2024-02-11T08:00:00Z"
        }
      ]
    },
    {
      owner: "acme",
      name: "secret",
      private: true,
      issues: [{ title: "Hidden map", user: "acme", created_at: "2024-05-01T00:00:00Z" }]
    },
    {
      owner: "grace",
      name: "notes",
      files: { "n.py": "1" },
      issues: [{ title: "Map of notes", user: "grace", created_at: "2024-04-01T00:00:00Z" }]
    }
  ],
  tokens: { [ForgeSimulator.token]: "octo", acme: "acme", eve: "eve" }
}

const layer = ForgeSimulator.layerHttpClient(seed)

const test = testOn(layer)

const path = (q: string, more = "") => `/search/issues?q=${encodeURIComponent(q)}${more}`

/** The titles that a query finds, in the order of the answer. */
const titles = (q: string, more = "", token: string | null = ForgeSimulator.token) =>
  Effect.map(checked(template, path(q, more), { token }), ({ json, status }) =>
    status === 200 ? dig(json, "items", "*", "title") : [status, dig(json, "errors", 0, "message")]
  )

const all = ["A merged patch", "A patch", "Terrain", "Good start", "Rain on the map"]

describe("issue search", () => {
  const queries: ReadonlyArray<readonly [q: string, found: ReadonlyArray<string>]> = [
    ["repo:acme/web", all],
    ["REPO:ACME/WEB", all],
    ["org:acme", all],
    ["user:grace", ["Map of notes"]],
    ["repo:acme/web repo:grace/notes map", ["Map of notes", "Rain on the map", "Good start"]],
    ["-repo:acme/web", ["Map of notes"]],
    ["repo:acme/web is:issue", ["Terrain", "Good start", "Rain on the map"]],
    ["repo:acme/web is:pr", ["A merged patch", "A patch"]],
    ["repo:acme/web type:pr", ["A merged patch", "A patch"]],
    ["repo:acme/web is:open", ["A patch", "Good start", "Rain on the map"]],
    ["repo:acme/web state:closed", ["A merged patch", "Terrain"]],
    ["repo:acme/web is:open is:closed", []],
    ["repo:acme/web -is:open", ["A merged patch", "Terrain"]],
    ["repo:acme/web is:merged", ["A merged patch"]],
    ["repo:acme/web is:unmerged", ["A patch"]],
    ["repo:acme/web is:draft", ["A patch"]],
    ["repo:acme/web draft:false", ["A merged patch"]],
    ["repo:acme/web is:locked", ["Good start"]],
    ["repo:acme/web is:unlocked is:issue", ["Terrain", "Rain on the map"]],
    ["is:private", []],
    ["repo:acme/web label:bug", ["A patch", "Rain on the map"]],
    ["repo:acme/web label:BUG label:ui", ["Rain on the map"]],
    ['repo:acme/web label:"good first issue"', ["Good start"]],
    ['repo:acme/web label:ui,"good first issue"', ["Good start", "Rain on the map"]],
    ["repo:acme/web -label:bug is:issue", ["Terrain", "Good start"]],
    ["repo:acme/web label:missing", []],
    ["repo:acme/web author:ada", ["Terrain", "Rain on the map"]],
    ["repo:acme/web author:@me", ["A patch", "Good start"]],
    ["repo:acme/web author:app/helper", ["A merged patch"]],
    ["repo:acme/web assignee:octo", ["Good start"]],
    ["repo:acme/web mentions:octo", ["Rain on the map"]],
    ["repo:acme/web commenter:grace", ["Rain on the map"]],
    ["repo:acme/web involves:octo", ["A patch", "Good start", "Rain on the map"]],
    ['repo:acme/web milestone:"next steps"', ["Good start"]],
    ["repo:acme/web milestone:v1.0", ["Terrain"]],
    ["repo:acme/web no:label", ["A merged patch", "Terrain"]],
    ["repo:acme/web no:milestone is:issue", ["Rain on the map"]],
    ["repo:acme/web -no:assignee", ["Good start"]],
    ["repo:acme/web has:assignee", ["Good start"]],
    ["repo:acme/web assignee:*", ["Good start"]],
    ["repo:acme/web milestone:*", ["Terrain", "Good start"]],
    ["repo:acme/web -milestone:* is:issue", ["Rain on the map"]],
    ["repo:acme/web linked:pr", ["Good start", "Rain on the map"]],
    ["repo:acme/web -linked:pr is:issue", ["Terrain"]],
    ["repo:acme/web linked:issue", ["A patch"]],
    ["repo:acme/web reactions:>0", ["Terrain", "Good start"]],
    ["repo:acme/web interactions:2", ["Good start", "Rain on the map"]],
    // It is 1970 here.
    ["repo:acme/web created:>@today-1d", all],
    ["repo:acme/web created:@today+54y..@today+649m", all.slice(2)],
    ["repo:acme/web created:<@today+1w", []],
    ["repo:acme/web sort:updated-asc is:issue", ["Good start", "Terrain", "Rain on the map"]],
    ["repo:acme/web sort:created-asc is:issue", ["Rain on the map", "Good start", "Terrain"]],
    ["repo:acme/web sort:interactions is:issue", ["Good start", "Rain on the map", "Terrain"]],
    ["repo:acme/web sort:reactions-+1 is:issue", ["Terrain", "Good start", "Rain on the map"]],
    ["repo:acme/web comments:>1", ["Rain on the map"]],
    ["repo:acme/web comments:0 is:issue", ["Terrain", "Good start"]],
    ["repo:acme/web comments:1..2", ["Rain on the map"]],
    ["repo:acme/web created:>2024-02-01", ["A merged patch", "A patch"]],
    ["repo:acme/web created:>=2024-02-01", ["A merged patch", "A patch", "Terrain"]],
    ["repo:acme/web created:<2024-01-20", ["Rain on the map"]],
    ["repo:acme/web created:<=2024-01-20", ["Good start", "Rain on the map"]],
    ["repo:acme/web created:2024-01-15..2024-02-01", ["Terrain", "Good start"]],
    ["repo:acme/web created:*..2024-01-10", ["Rain on the map"]],
    ["repo:acme/web created:2024-01-10T08:00:00Z", ["Rain on the map"]],
    ["repo:acme/web created:2024-02-10T09:00:00+01:00..*", ["A merged patch", "A patch"]],
    ["repo:acme/web updated:2024-03-01", ["Rain on the map"]],
    ["repo:acme/web closed:2024-02-05", ["Terrain"]],
    ["repo:acme/web merged:>2024-02-01", ["A merged patch"]],
    ["repo:acme/web head:patch-4", ["A patch"]],
    ["repo:acme/web base:main", ["A merged patch", "A patch"]],
    ['repo:acme/web reason:"not planned"', ["Terrain"]],
    ["language:typescript", all],
    ["language:python", ["Map of notes"]],
    ["repo:acme/web MAP", ["Rain on the map", "Good start"]],
    ["repo:acme/web rain", ["Rain on the map"]],
    ["repo:acme/web ai", []],
    ["repo:acme/web a.k", []],
    ['repo:acme/web "stays blank"', ["Good start"]],
    ['repo:acme/web "stay blank"', []],
    ["repo:acme/web thunder", ["Rain on the map"]],
    ["repo:acme/web thunder in:title", []],
    ["repo:acme/web lightning in:comments", ["Rain on the map"]],
    ["repo:acme/web map in:title,body", ["Rain on the map", "Good start"]],
    ["repo:acme/web map NOT rain", ["Good start"]],
    ["repo:acme/web -map is:issue", ["Terrain"]],
    ["repo:acme/web terrain OR blank", ["Terrain", "Good start"]],
    ["repo:acme/web label:ui OR milestone:v1.0", ["Terrain", "Rain on the map"]],
    ["repo:acme/web map AND blank", ["Good start"]],
    ["repo:acme/web unknown:qualifier", []]
  ]

  for (const [q, found] of queries) {
    it.effect(`finds ${q}`, () =>
      Effect.map(titles(q), (result) => expect(result).toEqual(found)).pipe(Effect.provide(layer))
    )
  }

  test("sorts as asked, with order only beside sort", function* () {
    const of = (more: string) => titles("repo:acme/web is:issue", more)
    expect(yield* of("&sort=updated")).toEqual(["Rain on the map", "Terrain", "Good start"])
    expect(yield* of("&sort=updated&order=asc")).toEqual(["Good start", "Terrain", "Rain on the map"])
    expect(yield* of("&sort=comments")).toEqual(["Rain on the map", "Terrain", "Good start"])
    expect(yield* of("&order=asc")).toEqual(["Terrain", "Good start", "Rain on the map"])
    expect(yield* of("&sort=reactions")).toEqual(["Good start", "Terrain", "Rain on the map"])
    expect(yield* titles("map", "&sort=created&order=asc")).toEqual(["Rain on the map", "Good start", "Map of notes"])
  })

  test("answers with an envelope of issues with scores", function* () {
    const { json } = yield* checked(template, path("repo:acme/web map"))
    expect(json).toMatchObject({ total_count: 2, incomplete_results: false })
    const [first, second] = dig(json, "items", "*", "score") as ReadonlyArray<number>
    expect(first).toBeGreaterThan(second ?? Infinity)
  })

  test("never shows what the viewer may not see", function* () {
    expect(yield* titles("hidden", "", "acme")).toEqual(["Hidden map"])
    expect(yield* titles("hidden", "", "eve")).toEqual([])
    expect(yield* titles("hidden", "", null)).toEqual([])
    expect(yield* titles("is:private", "", "acme")).toEqual(["Hidden map"])
  })

  test("refuses names that cannot be searched, in the service's words", function* () {
    const unknown =
      "The listed users and repositories cannot be searched either because the resources do not exist or you do not " +
      "have permission to view them."
    const users =
      "The listed users cannot be searched either because the users do not exist or you do not have permission to " +
      "view the users."
    for (const q of ["repo:acme/missing", "repo:acme/secret", "user:nobody", "org:nobody is:open"]) {
      expect([q, yield* titles(q)]).toEqual([q, [422, unknown]])
    }
    for (const q of ["author:nobody", "-assignee:nobody", "involves:nobody"]) {
      expect([q, yield* titles(q)]).toEqual([q, [422, users]])
    }
    expect(yield* titles("author:@me", "", null)).toEqual([422, users])
  })

  test("refuses queries that it cannot read", function* () {
    expect((yield* checked(template, "/search/issues")).status).toBe(422)
    expect(dig((yield* checked(template, path(" "))).json, "errors", 0, "code")).toBe("missing")
    expect(yield* titles("x".repeat(257))).toEqual([422, "The search is longer than 256 characters."])
    // Qualifiers do not count.
    expect(yield* titles(`${"repo:acme/web ".repeat(30)}rain`)).toEqual(["Rain on the map"])
    expect(yield* titles("q OR w OR x OR y OR z OR k")).toEqual([])
    expect(yield* titles("q OR w OR x AND y OR z OR k NOT v")).toEqual([
      422,
      "More than five AND / OR / NOT operators were used."
    ])
    expect((yield* checked(template, path("created:yesterday"))).status).toBe(422)
    expect((yield* checked(template, path("comments:many"))).status).toBe(422)
  })

  test("tells where it found words, for those who accept text matches", function* () {
    const headers = { accept: "application/vnd.github.text-match+json" }
    const { json } = yield* checked(template, path("repo:acme/web rain"), { headers })
    expect(dig(json, "items", 0, "text_matches")).toEqual([
      {
        object_url: "https://api.github.com/repos/acme/web/issues/1",
        object_type: "Issue",
        property: "title",
        fragment: "Rain on the map",
        matches: [{ text: "Rain", indices: [0, 4] }]
      },
      {
        object_url: "https://api.github.com/repos/acme/web/issues/1",
        object_type: "Issue",
        property: "body",
        fragment: "It rains in. Ask @octo.",
        matches: [{ text: "rains", indices: [3, 8] }]
      }
    ])
  })

  test("follows changes", function* () {
    yield* titles("repo:acme/web label:bug")
    yield* send("PATCH /repos/acme/web/issues/1", { body: { labels: ["ui"], state: "closed" } })
    yield* send("POST /repos/acme/web/issues", { body: { title: "New", labels: ["bug"] } })
    expect(yield* titles("repo:acme/web label:bug")).toEqual(["A patch", "New"])
    expect(yield* titles("repo:acme/web label:ui is:closed")).toEqual(["Rain on the map"])
    expect(yield* titles("repo:acme/web label:ui is:open")).toEqual([])
  })

  test("counts against a budget of its own", function* () {
    const { headers } = yield* send(`GET ${path("map")}`)
    expect([headers["x-ratelimit-resource"], headers["x-ratelimit-limit"]]).toEqual(["search", "30"])
  })
})

describe("many results", () => {
  const many = ForgeSimulator.layerHttpClient({
    repositories: [
      { owner: "acme", name: "web", issues: Array.from({ length: 1234 }, (_, index) => ({ title: `Issue ${index}` })) }
    ]
  })

  testOn(many)("are the first 1,000, in pages", function* () {
    const page = (more: string) => send(`GET ${path("repo:acme/web", more)}`)
    const last = yield* page("&per_page=100&page=10")
    expect([dig(last.json, "total_count"), dig(last.json, "items", "length")]).toEqual([1234, 100])
    expect(dig(last.json, "items", 99, "title")).toBe("Issue 234")
    expect(last.headers["link"]).not.toContain('rel="next"')
    const first = yield* page("&per_page=300")
    expect(dig(first.json, "items", "length")).toBe(100)
    expect(first.headers["link"]).toContain('page=10>; rel="last"')
    const uneven = yield* page("&per_page=90&page=12")
    expect(dig(uneven.json, "items", "length")).toBe(10)
  })

  testOn(many)("are refused beyond", function* () {
    const reply = yield* checked(template, path("repo:acme/web", "&per_page=100&page=11"))
    expect([reply.status, dig(reply.json, "message")]).toEqual([
      422,
      "Only the first 1000 search results are available"
    ])
  })
})
