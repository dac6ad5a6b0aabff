import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, layer, type Reply, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const test = testOn(layer)

const numbers = (query: string) =>
  Effect.map(send(`GET ${repo}/issues?${query}`), ({ json }) => dig(json, "*", "number"))

describe("filters", () => {
  const filtered: ForgeSimulator.Seed = {
    repositories: [
      {
        owner: "acme",
        name: "web",
        labels: ["bug", "ui", "help wanted"],
        milestones: ["v1", "v2"],
        issues: [
          {
            title: "1",
            user: "ada",
            labels: ["bug", "ui"],
            created_at: { ago: "9 hours" },
            comments: ["a", "not @ada-bot"]
          },
          {
            title: "2",
            user: "octo",
            labels: ["bug"],
            milestone: "v1",
            assignees: ["octo"],
            created_at: { ago: "8 hours" }
          },
          {
            title: "3",
            state: "closed",
            milestone: "v2",
            created_at: { ago: "7 hours" },
            updated_at: { ago: "1 hour" }
          },
          {
            title: "4",
            body: "See @ada.",
            labels: ["help wanted"],
            pull_request: true,
            created_at: { ago: "6 hours" }
          },
          { title: "5", comments: ["cc @ADA", "b"], created_at: { ago: "5 hours" } }
        ]
      }
    ]
  }

  it.effect.each([
    ["", [5, 4, 2, 1]],
    ["state=closed", [3]],
    ["state=all", [5, 4, 3, 2, 1]],
    ["labels=bug", [2, 1]],
    ["labels=BUG,ui", [1]],
    ["labels=help%20wanted", [4]],
    ["labels=unheard", []],
    ["milestone=1", [2]],
    ["milestone=none", [5, 4, 1]],
    ["milestone=*&state=all", [3, 2]],
    ["assignee=Octo", [2]],
    ["assignee=none", [5, 4, 1]],
    ["assignee=*", [2]],
    ["creator=ada", [1]],
    ["mentioned=ada", [5, 4]],
    ["sort=updated&state=all", [3, 5, 4, 2, 1]],
    ["sort=comments", [5, 1, 4, 2]],
    ["sort=comments&direction=asc", [2, 4, 1, 5]],
    ["direction=asc", [1, 2, 4, 5]],
    ["state=all&since=1969-12-31T17:00:00Z", [5, 4, 3]]
  ] as const)("%s", ([query, expected]) =>
    numbers(query).pipe(
      Effect.map((found) => expect(found).toEqual(expected)),
      Effect.provide(ForgeSimulator.layerHttpClient(filtered))
    )
  )

  it.effect.each(["state=done", "sort=best", "direction=up", "since=yesterday", "milestone=7", "creator=nobody"])(
    "%s is refused",
    (query) =>
      Effect.gen(function* () {
        const { json, status } = yield* send(`GET ${repo}/issues?${query}`)
        expect(status).toBe(422)
        expect(dig(json, "errors", 0)).toMatchObject({ resource: "Issue", code: "invalid", field: query.split("=")[0] })
      }).pipe(Effect.provide(layer))
  )
})

describe("pages", () => {
  const many = ForgeSimulator.layerHttpClient({
    repositories: [{ owner: "acme", name: "web", issues: Array.from({ length: 250 }, (_, n) => ({ title: `${n}` })) }]
  })
  const relations = (link: string | undefined) =>
    (link ?? "").split(", ").flatMap((part) => {
      const found = /^<(?<url>[^>]*)>; rel="(?<name>\w+)"$/.exec(part)?.groups
      return found === undefined ? [] : [[found["name"], found["url"]] as const]
    })
  const at = "https://api.github.com/repositories/2000000/issues"
  /** Of an issue in the order of creation. They were created a minute apart, the last one at the start. */
  const cursor = (number: number) => encodeURIComponent(btoa(`cursor:v2:${(number - 250) * 60_000},${number}`))

  testOn(many)("have 30 items by default, and links by the repository's id", function* () {
    const first = yield* send(`GET ${repo}/issues`)
    expect(first.json).toHaveLength(30)
    expect(relations(first.headers["link"])).toEqual([["next", `${at}?after=${cursor(221)}&page=2`]])
  })

  testOn(many)("contain every issue once", function* () {
    const seen: Array<unknown> = []
    let next: string | undefined = `${repo}/issues?per_page=100&direction=asc`
    while (next !== undefined) {
      const reply: Reply = yield* send(`GET ${next}`)
      seen.push(dig(reply.json, "*", "number"))
      next = relations(reply.headers["link"]).find(([name]) => name === "next")?.[1]
    }
    expect(seen.flat()).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  })

  testOn(many)("link in all directions from the middle, and only back from the end", function* () {
    const middle = yield* send(`GET ${repo}/issues?per_page=100&page=2&labels=`)
    expect(relations(middle.headers["link"])).toEqual([
      ["prev", `${at}?per_page=100&labels=&before=${cursor(150)}&page=1`],
      ["next", `${at}?per_page=100&labels=&after=${cursor(51)}&page=3`]
    ])
    const last = yield* send(`GET ${repo}/issues?per_page=100&page=3`)
    expect(relations(last.headers["link"]).map(([name]) => name)).toEqual(["prev"])
    const beyond = yield* send(`GET ${repo}/issues?per_page=100&page=9`)
    expect(beyond.json).toEqual([])
  })

  testOn(many)("go on where they were, whatever has been opened or closed since", function* () {
    const first = yield* send(`GET ${repo}/issues?per_page=100`)
    const [[, next = ""] = []] = relations(first.headers["link"])
    yield* send(`POST ${repo}/issues`, { body: { title: "New" } })
    yield* send(`PATCH ${repo}/issues/151`, { body: { state: "closed" } })
    const second = yield* send(`GET ${next}`)
    expect([dig(second.json, 0, "number"), dig(second.json, 99, "number")]).toEqual([150, 51])
    const [[, back = ""] = []] = relations(second.headers["link"])
    const again = yield* send(`GET ${back}`)
    expect([dig(again.json, 0, "number"), dig(again.json, 99, "number")]).toEqual([251, 152])
  })

  testOn(many)("are refused by number when they are deep, and by a cursor that is none", function* () {
    expect((yield* send(`GET ${repo}/issues?per_page=100&page=99`)).status).toBe(200)
    const deep = yield* send(`GET ${repo}/issues?per_page=100&page=100`)
    expect([deep.status, dig(deep.json, "message")]).toEqual([
      422,
      "Pagination with the page parameter is not supported for large datasets, please use cursor based pagination (after/before)"
    ])
    const onward = yield* send(`GET ${repo}/issues?per_page=100&page=100&after=${cursor(51)}`)
    expect([onward.status, dig(onward.json, "length")]).toEqual([200, 50])
    const wrong = yield* send(`GET ${repo}/issues?after=${btoa("nothing")}`)
    expect([wrong.status, dig(wrong.json, "errors", 0, "field")]).toEqual([422, "after"])
  })

  testOn(many)("have 100 items at most, and the default size for invalid values", function* () {
    const sizes = yield* Effect.forEach(["per_page=1000", "per_page=0", "per_page=x&page=-1"], (query) =>
      Effect.map(send(`GET ${repo}/issues?${query}`), ({ json }) => dig(json, "length"))
    )
    expect(sizes).toEqual([100, 30, 30])
  })

  test("have no Link if there is only one", function* () {
    const { headers } = yield* send(`GET ${repo}/issues`)
    expect(headers["link"]).toBeUndefined()
  })
})
