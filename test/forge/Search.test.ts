import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Forge } from "../../src/forge/Forge.ts"
import type { FoundIssue } from "../../src/forge/schema/Issue.ts"
import * as Search from "../../src/forge/Search.ts"
import type { Listing } from "../../src/rest/Operation.ts"
import * as Page from "../../src/rest/Page.ts"
import type { ForgeError } from "../../src/forge/ForgeError.ts"
import { fails, proves } from "./support/proof.ts"
import { issue } from "./support/records.ts"
import { minimalRepository, user } from "./support/repositories.ts"
import { asIssue, search } from "./support/searching.ts"
import { answer, asking, makeClient, type SentWithHeaders, serviceOn } from "./support/wire.ts"

type AnySearch = Listing<
  { readonly q: string; readonly order?: "asc" | "desc"; readonly per_page?: number },
  unknown,
  ForgeError,
  Forge
>

const searches: ReadonlyArray<readonly [name: string, path: string, operation: AnySearch, item: unknown]> = [
  ["repositories", "/search/repositories", Search.repositories, { ...minimalRepository, score: 1 }],
  ["issues", "/search/issues", Search.issues, { ...issue, score: 1 }],
  ["users", "/search/users", Search.users, { ...user, score: 1 }]
]

describe.each(searches)("Search.%s", (_, path, operation, item) => {
  it.effect("returns the total count on a page", () =>
    proves(
      Effect.map(operation.page({ q: "web", page: 2, per_page: 1 }), ({ items, ...beside }) => [items.length, beside]),
      {
        sends: asking(path, { q: "web", per_page: "1", page: "2" }),
        answer: answer(200, { total_count: 1_234, incomplete_results: true, items: [item] }),
        gives: [1, { total_count: 1_234, incomplete_results: true, next: null }]
      }
    )
  )

  it.effect("treats results as complete when the service omits the flag", () =>
    proves(
      Effect.map(operation.page({ q: "web" }), (page) => page.incomplete_results),
      {
        sends: asking(path, { q: "web", per_page: "100" }),
        answer: answer(200, { total_count: 0, items: [] }),
        gives: false
      }
    )
  )
})

/** So many issues, found by every query. */
const finding = (count: number, limit?: number) => (request: SentWithHeaders) =>
  search(
    Array.from({ length: count }, (_, index) => asIssue({ id: index + 1, created: 0 })),
    request,
    limit === undefined ? {} : { limit }
  )

describe("a search with more results than the service returns", () => {
  const reading = Effect.fnUntraced(function* <A, E>(
    respond: (request: SentWithHeaders) => ReturnType<typeof answer>,
    read: (seen: (item: A) => Effect.Effect<void>) => Effect.Effect<void, E, Forge>
  ) {
    const { client, sent } = makeClient(respond)
    const items: Array<A> = []
    const result = yield* read((item) => Effect.sync(() => void items.push(item))).pipe(
      Effect.result,
      Effect.provide(serviceOn(client))
    )
    return { items, result, sent }
  })

  const truncated = (total_count: number) => ({
    _tag: "Failure",
    failure: {
      _tag: "SearchTruncated",
      operation: "Search.issues",
      method: "GET",
      url: "/search/issues",
      status: null,
      total_count,
      message: `Search.issues: the service returns 1000 of the ${total_count} results (GET /search/issues)`
    }
  })

  it.effect.each([
    [100, 8, 10],
    [100, 1, 10],
    [30, 8, 34]
  ] as const)(
    "returns the first 1,000 and then fails with SearchTruncated: %d a page, %d read ahead",
    ([per_page, readAhead, requests]) =>
      Effect.gen(function* () {
        const { items, result, sent } = yield* reading<FoundIssue, unknown>(finding(1_001), (seen) =>
          Stream.runForEach(Search.issues({ q: "web", per_page }), seen).pipe(
            Effect.provideService(Page.ReadAhead, readAhead)
          )
        )
        assert.deepStrictEqual(
          items.map(({ id }) => id),
          Array.from({ length: 1_000 }, (_, index) => index + 1)
        )
        assert.containSubset(result, truncated(1_001))
        assert.lengthOf(sent, requests)
      })
  )

  it.effect("fails after its items if the service stopped looking, and its pages say so", () =>
    Effect.gen(function* () {
      const incomplete = () =>
        answer(200, { total_count: 7, incomplete_results: true, items: [asIssue({ id: 1, created: 0 })] })
      const { items, result } = yield* reading<FoundIssue, unknown>(incomplete, (seen) =>
        Stream.runForEach(Search.issues({ q: "web" }), seen)
      )
      assert.lengthOf(items, 1)
      assert.containSubset(result, {
        failure: { _tag: "SearchTruncated", incomplete_results: true, total_count: 7, status: null }
      })
      const pages = yield* reading<Page.Page<FoundIssue>, unknown>(incomplete, (seen) =>
        Stream.runForEach(Search.issues.pages({ q: "web" }), seen)
      )
      assert.strictEqual(pages.result._tag, "Success")
      assert.deepStrictEqual(
        pages.items.map(({ incomplete_results }) => incomplete_results),
        [true]
      )
    })
  )

  it.effect("succeeds with exactly 1,000", () =>
    Effect.gen(function* () {
      const { items, result } = yield* reading<FoundIssue, unknown>(finding(1_000), (seen) =>
        Stream.runForEach(Search.issues({ q: "web" }), seen)
      )
      assert.lengthOf(items, 1_000)
      assert.strictEqual(result._tag, "Success")
    })
  )

  it.effect("succeeds when the consumer takes no more than 1,000", () =>
    Effect.gen(function* () {
      const { items, result } = yield* reading<FoundIssue, unknown>(finding(5_000), (seen) =>
        Stream.runForEach(Stream.take(Search.issues({ q: "web" }), 1_000), seen)
      )
      assert.lengthOf(items, 1_000)
      assert.strictEqual(result._tag, "Success")
    })
  )

  it.effect("fails after its pages, also from a cursor and with another schema", () =>
    Effect.gen(function* () {
      const { client } = makeClient(finding(1_001))
      const { next } = yield* Search.issues.page({ q: "web", page: 9 }).pipe(Effect.provide(serviceOn(client)))
      assert.isNotNull(next)
      const Numbered = Schema.Struct({ number: Schema.Int })
      const pages = yield* reading<Page.Page<typeof Numbered.Type>, unknown>(finding(1_001), (seen) =>
        Stream.runForEach(Search.issues.as(Numbered).pages({ q: "web" }, next), seen)
      )
      assert.lengthOf(pages.items, 1)
      assert.containSubset(pages.items, [{ total_count: 1_001, next: null }])
      assert.containSubset(pages.result, truncated(1_001))
    })
  )

  it.effect("fails even if a link leads beyond the limit", () =>
    Effect.gen(function* () {
      const { items, result } = yield* reading<FoundIssue, unknown>(finding(1_234, 1_234), (seen) =>
        Stream.runForEach(Search.issues({ q: "web" }), seen)
      )
      assert.lengthOf(items, 1_000)
      assert.containSubset(result, truncated(1_234))
    })
  )

  it.effect("fails with the service's message for a page beyond the limit", () =>
    Effect.map(
      fails(
        Search.issues.page({ q: "web", page: 11 }),
        answer(422, { message: "Only the first 1000 search results are available" })
      ),
      (failure) => {
        assert.containSubset(failure, {
          _tag: "SearchTruncated",
          status: 422,
          serviceMessage: "Only the first 1000 search results are available",
          total_count: null
        })
      }
    )
  )
})
