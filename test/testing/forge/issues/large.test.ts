import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { dig, repo, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

/** Enough that a page is found among all rather than cut out of a sorted copy. */
const count = 3000
const start = Date.UTC(2024, 0, 1)
const hour = 3_600_000

const updatedAt = (number: number) => start + ((number * 7919) % count) * hour

const layer = ForgeSimulator.layerHttpClient({
  repositories: [
    {
      owner: "acme",
      name: "web",
      issues: Array.from({ length: count }, (_, index) => ({
        title: `${index + 1}`,
        created_at: new Date(start - count * hour + index * hour),
        updated_at: new Date(updatedAt(index + 1)),
        labels: index % 3 === 0 ? ["bug"] : []
      }))
    }
  ]
})

const test = testOn(layer)

const all = Array.from({ length: count }, (_, index) => index + 1)

describe("a large repository", () => {
  test("pages the issues that were updated since an instant, by their creation and from both ends", function* () {
    const since = start + 500 * hour
    const recent = all.filter((number) => updatedAt(number) >= since)
    expect(recent).toHaveLength(2500)
    for (const direction of ["asc", "desc"]) {
      const wanted = direction === "asc" ? recent : recent.toReversed()
      for (const page of [1, 2, 13, 24, 25, 26]) {
        const query = `since=${new Date(since).toISOString()}&direction=${direction}&per_page=100&page=${page}`
        const { headers, json } = yield* send(`GET ${repo}/issues?${query}`)
        expect([page, dig(json, "*", "number")]).toEqual([page, wanted.slice((page - 1) * 100, page * 100)])
        const link = headers["link"] ?? ""
        expect([link.includes('rel="next"'), link.includes('rel="last"')]).toEqual([page < 25, false])
        const onward = page < 25 ? (/<([^>]*)>; rel="next"/.exec(link)?.[1] ?? "") : undefined
        if (onward === undefined) continue
        const next = yield* send(`GET ${onward}`)
        expect(dig(next.json, "*", "number")).toEqual(wanted.slice(page * 100, (page + 1) * 100))
        const back = yield* send(`GET ${/<([^>]*)>; rel="prev"/.exec(next.headers["link"] ?? "")?.[1] ?? ""}`)
        expect(back.json).toEqual(json)
      }
    }
  })

  test("sorts by the last update, within a label", function* () {
    const query = "labels=bug&sort=updated&per_page=100&page=4"
    const wanted = all.filter((number) => number % 3 === 1).sort((a, b) => updatedAt(b) - updatedAt(a))
    const { json } = yield* send(`GET ${repo}/issues?${query}`)
    expect(dig(json, "*", "number")).toEqual(wanted.slice(300, 400))
  })

  test("keeps its order as issues change", function* () {
    const first = (query: string) =>
      Effect.map(send(`GET ${repo}/issues?per_page=2&${query}`), ({ json }) => dig(json, "*", "number"))
    yield* first("sort=updated&direction=asc")
    yield* first("labels=bug")
    // The test's clock is at 1970.
    yield* send(`PATCH ${repo}/issues/2000`, { body: { labels: ["bug"], title: "Changed" } })
    expect(yield* first("sort=updated&direction=asc")).toEqual([2000, all.find((n) => updatedAt(n) === start)])
    yield* send(`PATCH ${repo}/issues/2998`, { body: { state: "closed" } })
    expect(yield* first("labels=bug")).toEqual([2995, 2992])
    expect(yield* first("labels=bug&state=closed")).toEqual([2998])
  })
})
