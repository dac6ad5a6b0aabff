import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as SearchByDate from "../../src/forge/SearchByDate.ts"
import { pass, start } from "../rest/support/time.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { minimalRepository, user } from "./support/repositories.ts"
import { type Found, search, searchIssues } from "./support/searching.ts"
import { answer, asking, makeClient, serviceOn } from "./support/wire.ts"

const noon = Date.UTC(2026, 0, 31, 12) / 1_000
const at = (seconds: number) => DateTime.makeUnsafe(seconds * 1_000)
const begin = TestClock.setTime(noon * 1_000)

/** So many issues, one a second, the first at noon. */
const issues = (count: number): ReadonlyArray<Found> =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, created: noon + index }))

const idsOf = (items: ReadonlyArray<{ readonly id: number }>) => items.map(({ id }) => id)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe("the request", () => {
  const empty = answer(200, { total_count: 0, incomplete_results: false, items: [] })
  const from = at(noon)
  const to = new Date((noon + 59) * 1_000)
  const window = "2026-01-31T12:00:00Z..2026-01-31T12:00:59Z"
  const later = TestClock.setTime((noon + 3_600) * 1_000)

  it.effect.each([
    [undefined, "created", "created"],
    ["created", "created", "created"],
    ["updated", "updated", "updated"],
    ["closed", "closed", "created"],
    ["merged", "merged", "created"]
  ] as const)("searches issues by %s", ([by, qualifier, sort]) =>
    Effect.andThen(
      later,
      proves(all(SearchByDate.issues({ q: "repo:acme/web", by, from, to, per_page: 10 })), {
        sends: asking("/search/issues", {
          q: `repo:acme/web ${qualifier}:${window}`,
          sort,
          order: "asc",
          per_page: "10"
        }),
        answer: empty,
        gives: []
      })
    )
  )

  it.effect.each(["created", "pushed"] as const)("searches repositories by %s", (by) =>
    Effect.andThen(
      later,
      proves(all(SearchByDate.repositories({ q: "topic:effect", by, from, to })), {
        sends: asking("/search/repositories", {
          q: `topic:effect ${by}:${window}`,
          sort: "updated",
          order: "asc",
          per_page: "100"
        }),
        answer: empty,
        gives: []
      })
    )
  )

  it.effect("searches users", () =>
    Effect.andThen(
      later,
      proves(all(SearchByDate.users({ q: "type:user", from, to })), {
        sends: asking("/search/users", {
          q: `type:user created:${window}`,
          sort: "joined",
          order: "asc",
          per_page: "100"
        }),
        answer: empty,
        gives: []
      })
    )
  )

  it.effect.each([
    ["", `created:${window}`],
    [" web ", `web created:${window}`],
    ["is:issue OR is:pr", `(is:issue OR is:pr) created:${window}`],
    ['"this OR that"', `"this OR that" created:${window}`],
    ["updated:>2026-01-01", `updated:>2026-01-01 created:${window}`]
  ] as const)("has the query %j", ([q, sent]) =>
    Effect.andThen(
      later,
      proves(all(SearchByDate.issues({ q, from, to })), {
        sends: asking("/search/issues", { q: sent, sort: "created", order: "asc", per_page: "100" }),
        answer: empty,
        gives: []
      })
    )
  )

  it.effect.each([
    ["only whole seconds", noon * 1_000 - 999, (noon + 60) * 1_000 - 1, (noon + 3_600) * 1_000],
    ["nothing in the future", noon * 1_000, undefined, (noon + 60) * 1_000 - 1],
    ["nothing in the future", noon * 1_000, (noon + 3_600) * 1_000, (noon + 60) * 1_000 - 1]
  ] as const)("covers %s", ([, first, last, now]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      yield* proves(
        all(SearchByDate.issues({ q: "", from: new Date(first), to: last === undefined ? undefined : new Date(last) })),
        {
          sends: asking("/search/issues", { q: `created:${window}`, sort: "created", order: "asc", per_page: "100" }),
          answer: empty,
          gives: []
        }
      )
    })
  )

  it.effect.each([
    ["in the future", noon + 10, noon + 20],
    ["just after its end, as the next of the last slice", noon - 9, noon - 10]
  ])("is not sent for a time %s", ([, first, last]) =>
    Effect.gen(function* () {
      yield* begin
      const { client, sent } = makeClient(() => empty)
      const found = yield* all(SearchByDate.issues({ q: "", from: at(Number(first)), to: at(Number(last)) })).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.lengthOf(found, 0)
      assert.lengthOf(sent, 0)
    })
  )

  it.effect.each([
    ["by", { by: "joined" }],
    ["by", { by: "toString" }],
    ["q", { q: undefined }],
    ["q", { q: 7 }],
    ["q", { q: "created:>2026-01-01" }],
    ["q", { q: "-Created:2026-01-01" }],
    ["q", { q: "updated:2026-01-01", by: "updated" }],
    ["q", { q: "a".repeat(257) }],
    ["from", { from: new Date("never") }],
    ["from", { from: "2026-02-30T12:00:00Z" }],
    ["from", { from: undefined }],
    ["to", { to: new Date("never") }],
    ["to", { to: at(noon - 2) }],
    ["per_page", { per_page: 101 }]
  ] as const)("refuses %s: %j", ([path, wrong]) =>
    Effect.gen(function* () {
      yield* later
      const input = untyped({ q: "web", from, to, ...wrong })
      yield* refuses(path, all(SearchByDate.issues(input)))
      yield* refuses(path, all(SearchByDate.issues.slices(input)))
    })
  )

  it.effect("rejects a missing input", () =>
    Effect.map(fails(all(SearchByDate.issues(untyped(undefined)))), (failure) => {
      assert.containSubset(failure, { _tag: "InvalidInput", operation: "SearchByDate.issues", path: "" })
    })
  )
})

describe("the result", () => {
  it.effect("is in the order of its date, each item once, even if pages overlap", () =>
    Effect.gen(function* () {
      yield* begin
      const pushed = (id: number) => ({ ...minimalRepository, id, score: 1, pushed_at: `2026-01-0${id}T00:00:00Z` })
      const pages = [[3, 1], [1, 4], [2]].map((ids) => ids.map(pushed))
      const { client } = makeClient(({ query }) => {
        const page = Number(query["page"] ?? 1)
        const link = `<https://api.github.com/search/repositories?page=${page + 1}>; rel="next"`
        return answer(200, { total_count: 4, items: pages[page - 1] }, page < pages.length ? { link } : {})
      })
      const found = yield* all(SearchByDate.repositories({ q: "", by: "pushed", from: at(0) })).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.deepStrictEqual(idsOf(found), [1, 2, 3, 4])
    })
  )

  it.effect("is in the service's order when the records have no date", () =>
    Effect.gen(function* () {
      yield* begin
      const { client } = makeClient((request) =>
        search(
          [
            { ...user, id: 2, score: 1 },
            { ...user, id: 1, score: 1 }
          ],
          request
        )
      )
      const found = yield* all(SearchByDate.users({ q: "", from: at(0) })).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(idsOf(found), [2, 1])
    })
  )

  it.effect("says when the service's search timed out", () =>
    Effect.gen(function* () {
      yield* begin
      const { client } = makeClient(() => answer(200, { total_count: 7, incomplete_results: true, items: [] }))
      const slices = yield* all(SearchByDate.issues.slices({ q: "", from: at(noon) })).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.deepStrictEqual(slices, [
        { from: at(noon), to: at(noon), items: [], total_count: 7, incomplete_results: true, next: at(noon + 1) }
      ])
    })
  )

  it.effect("is one slice when the service returns all of it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 999) * 1_000)
      const { client, sent } = makeClient(searchIssues(() => issues(1_000)))
      const slices = yield* all(SearchByDate.issues.slices({ q: "", from: at(noon) })).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.lengthOf(slices, 1)
      assert.containSubset(slices, [{ from: at(noon), to: at(noon + 999), total_count: 1_000, next: at(noon + 1_000) }])
      assert.lengthOf(sent, 10)
    })
  )

  it.effect("is halved when it is larger", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 1_000) * 1_000)
      const { client, sent } = makeClient(searchIssues(() => issues(1_001)))
      const slices = yield* all(SearchByDate.issues.slices({ q: "", from: at(noon) })).pipe(
        Effect.provide(serviceOn(client))
      )
      assert.deepStrictEqual(
        slices.map(({ items, total_count }) => [items.length, total_count]),
        [
          [501, 501],
          [500, 500]
        ]
      )
      assert.lengthOf(sent, 1 + 6 + 5)
    })
  )

  it.effect("is halved when a window grows while it is read", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 1_499) * 1_000)
      let requests = 0
      const { client } = makeClient(searchIssues(() => issues(requests++ === 0 ? 999 : 1_500)))
      const found = yield* all(SearchByDate.issues({ q: "", from: at(noon) })).pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(idsOf(found), upTo(1_500))
    })
  )

  it.effect("ends with SearchTruncated before a second with more results than the service returns", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 10) * 1_000)
      const before = issues(3)
      const crowd = Array.from({ length: 1_001 }, (_, index) => ({ id: index + 100, created: noon + 7 }))
      const { client } = makeClient(searchIssues(() => [...before, ...crowd]))
      const seen: Array<number> = []
      const failure = yield* SearchByDate.issues({ q: "", from: at(noon) }).pipe(
        Stream.runForEach(({ id }) => Effect.sync(() => seen.push(id))),
        Effect.flip,
        Effect.provide(serviceOn(client))
      )
      assert.deepStrictEqual(seen, [1, 2, 3])
      assert.containSubset(failure, {
        _tag: "SearchTruncated",
        operation: "SearchByDate.issues",
        method: "GET",
        url: "/search/issues",
        status: null,
        total_count: 1_001
      })
    })
  )

  it.effect("ends where a failure occurs, and continues from there", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 2_999) * 1_000)
      const respond = searchIssues(() => issues(3_000))
      let requests = 0
      const { client } = makeClient((request) =>
        ++requests === 20 ? answer(401, { message: "Bad" }) : respond(request)
      )
      const service = serviceOn(client)
      const slices: Array<SearchByDate.Slice<{ readonly id: number }>> = []
      const failure = yield* SearchByDate.issues.slices({ q: "", from: at(noon) }).pipe(
        Stream.runForEach((slice) => Effect.sync(() => slices.push(slice))),
        Effect.flip,
        Effect.provide(service)
      )
      assert.strictEqual(failure._tag, "Unauthorized")
      const next = slices.at(-1)?.next
      assert.isDefined(next)
      const first = idsOf(slices.flatMap(({ items }) => items))
      const rest = yield* all(SearchByDate.issues({ q: "", from: next ?? at(noon) })).pipe(Effect.provide(service))
      assert.isAbove(first.length, 0)
      assert.deepStrictEqual([...first, ...idsOf(rest)], upTo(3_000))
    })
  )

  it.effect("takes no more requests than the budget of searches allows", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime((noon + 6_000) * 1_000)
      const respond = searchIssues(() => issues(6_000))
      let now = 0
      const sentAt: Array<number> = []
      const refusals: Array<string> = []
      const counted = makeClient((request) => {
        const minute = Math.floor(now / 60_000)
        sentAt.push(minute)
        const used = sentAt.filter((other) => other === minute).length
        const headers = {
          "x-ratelimit-limit": "30",
          "x-ratelimit-remaining": String(Math.max(0, 30 - used)),
          "x-ratelimit-used": String(used),
          "x-ratelimit-reset": String((minute + 1) * 60),
          "x-ratelimit-resource": "search"
        }
        if (used > 30) {
          refusals.push(request.url)
          return answer(403, { message: "API rate limit exceeded" }, headers)
        }
        const { body, headers: links, status } = respond(request)
        return answer(status, body, { ...links, ...headers })
      })
      const client = HttpClient.tapRequest(counted.client, () =>
        Effect.map(Clock.currentTimeMillis, (millis) => void (now = millis))
      )
      const running = yield* start(
        all(SearchByDate.issues({ q: "", from: at(noon) })).pipe(Effect.provide(serviceOn(client)))
      )
      for (let minute = 0; minute < 4; minute++) yield* pass("1 minute")
      const exit = running.exit()
      assert.strictEqual(exit?._tag, "Success")
      if (exit?._tag === "Success") assert.deepStrictEqual(idsOf(exit.value), upTo(6_000))
      assert.isAbove(sentAt.length, 60)
      assert.deepStrictEqual(refusals, [])
    })
  )
})
