import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import { all, fails, refuses, untyped } from "./support/proof.ts"
import { type Answer, answer, exchange, makeClient, serviceOn } from "./support/wire.ts"

const PageInfo = Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) })
const Numbers = Schema.Struct({
  list: Schema.NullOr(
    Schema.Struct({
      pageInfo: PageInfo,
      totalCount: Schema.Int,
      nodes: Schema.NullOr(Schema.Array(Schema.NullOr(Schema.Int)))
    })
  )
})

const document = "query List($after: String) { list(first: 2, after: $after) { totalCount pageInfo nodes } }"
const options = { schema: Numbers, connection: ({ list }: typeof Numbers.Type) => list }
const numbers = GraphQL.paginate(document, {}, options)

const page = (nodes: ReadonlyArray<number | null> | null, endCursor: string | null, hasNextPage = endCursor !== null) =>
  answer(200, { data: { list: { totalCount: 5, pageInfo: { hasNextPage, endCursor }, nodes } } })

const pages = [page([1, 2], "b"), page([3, 4], "d"), page([5], "e", false)] as const

const after = (sent: ReadonlyArray<{ readonly body: unknown }>): ReadonlyArray<unknown> =>
  sent.map(({ body }) => (body as { variables: { after?: unknown } }).variables.after)

/** The items that arrive before the stream ends, and its error. */
const collected = <A, E>(stream: Stream.Stream<A, E, never>) =>
  Effect.suspend(() => {
    const items: Array<A> = []
    return Effect.map(
      Effect.result(Stream.runForEach(stream, (item) => Effect.sync(() => items.push(item)))),
      (result) => ({ items, error: Result.isFailure(result) ? result.failure : undefined })
    )
  })

describe("a connection", () => {
  it.effect("is read to its end, page by page", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* exchange(all(numbers), ...pages)
      assert.deepStrictEqual(yield* Effect.fromResult(result), [1, 2, 3, 4, 5])
      assert.deepStrictEqual(after(sent), [undefined, "b", "d"])
    })
  )

  it.effect("is read no further than its consumer", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* exchange(all(Stream.take(numbers, 3)), pages[0], pages[1])
      assert.deepStrictEqual(yield* Effect.fromResult(result), [1, 2, 3])
      assert.lengthOf(sent, 2)
    })
  )

  it.effect("has pages with cursors to resume from, and their counts", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(all(Stream.take(GraphQL.paginate.pages(document, {}, options), 1)), pages[0])
      const [first] = yield* Effect.fromResult(result)
      assert.deepStrictEqual(first, {
        items: [1, 2],
        next: first?.next ?? null,
        total_count: 5,
        incomplete_results: null
      })
      const rest = GraphQL.paginate.pages(document, {}, { ...options, from: first?.next ?? undefined })
      const resumed = yield* exchange(all(rest), pages[1], pages[2])
      assert.deepStrictEqual(
        (yield* Effect.fromResult(resumed.result)).map(({ items }) => items),
        [[3, 4], [5]]
      )
      assert.deepStrictEqual(after(resumed.sent), ["b", "d"])
    })
  )

  it.effect("begins after the cursor of the variables, and can be read again", () =>
    Effect.gen(function* () {
      const rest = GraphQL.paginate(document, { after: "d", more: 1 }, options)
      const { result, sent } = yield* exchange(Effect.andThen(all(rest), all(rest)), pages[2], pages[2])
      assert.deepStrictEqual(yield* Effect.fromResult(result), [5])
      assert.deepStrictEqual(
        sent.map(({ body }) => (body as { variables: unknown }).variables),
        [
          { after: "d", more: 1 },
          { after: "d", more: 1 }
        ]
      )
    })
  )

  it.effect("may take its cursor as $cursor, and have edges", () =>
    Effect.gen(function* () {
      const edges = (ids: ReadonlyArray<number | null>, endCursor: string | null) =>
        answer(200, {
          data: {
            list: {
              pageInfo: { hasNextPage: endCursor !== null, endCursor },
              edges: [...ids.map((node) => ({ node })), null]
            }
          }
        })
      type Untyped = { list: { pageInfo: typeof PageInfo.Type; edges: ReadonlyArray<{ node: number | null } | null> } }
      const stream = GraphQL.paginate(
        "query($cursor: String) { list(after: $cursor) { edges } }",
        {},
        {
          connection: (data) => (data as Untyped).list
        }
      )
      const { result, sent } = yield* exchange(all(stream), edges([1, null], "a"), edges([2], null))
      assert.deepStrictEqual(yield* Effect.fromResult(result), [1, 2])
      assert.deepStrictEqual(
        sent.map(({ body }) => (body as { variables: unknown }).variables),
        [{}, { cursor: "a" }]
      )
    })
  )

  it.effect("leaves out items that are null, and may have no list at all", () =>
    Effect.gen(function* () {
      const { result } = yield* exchange(
        all(numbers),
        page([null, 1], "a"),
        page(null, "b"),
        page([], "c"),
        page([2], null)
      )
      assert.deepStrictEqual(yield* Effect.fromResult(result), [1, 2])
    })
  )

  it.effect("delivers the pages before one that has errors", () =>
    Effect.gen(function* () {
      const errors = [{ type: "NOT_FOUND", message: "gone", path: ["list"] }]
      const { client } = makeClient((_, index) =>
        index === 0 ? pages[0] : answer(200, { data: { list: null }, errors })
      )
      const { error, items } = yield* collected(Stream.provide(numbers, serviceOn(client)))
      assert.strictEqual(error?._tag, "NotFound")
      assert.deepStrictEqual(items, [1, 2])
    })
  )

  it.effect("is refused without a variable for the cursor", () =>
    Effect.gen(function* () {
      yield* refuses("document", all(GraphQL.paginate("{ list { nodes } }", {}, { ...options, schema: Numbers })))
      yield* refuses("document", all(GraphQL.paginate("query A($b: Int) { list }", {}, options)))
      yield* refuses("document", all(GraphQL.paginate("", {}, options)))
    })
  )
})

describe("a connection that cannot be read on", () => {
  const connection = (value: unknown): Answer => answer(200, { data: { list: value } })
  const untypedNumbers = GraphQL.paginate(
    document,
    {},
    { connection: (data) => untyped((data as { list: unknown }).list) }
  )
  const pageInfo = { hasNextPage: false, endCursor: null }

  it.effect.each<readonly [value: unknown, path: string]>([
    [null, "connection"],
    [undefined, "connection"],
    ["text", "connection"],
    [{ nodes: [] }, "connection.pageInfo"],
    [{ nodes: [], pageInfo: { endCursor: "a" } }, "connection.pageInfo"],
    [{ pageInfo }, "connection"],
    [{ pageInfo, nodes: "text" }, "connection"],
    [{ nodes: [], pageInfo: { hasNextPage: true } }, "connection.pageInfo.endCursor"],
    [{ nodes: [], pageInfo: { hasNextPage: true, endCursor: null } }, "connection.pageInfo.endCursor"],
    [{ nodes: [], pageInfo: { hasNextPage: true, endCursor: "" } }, "connection.pageInfo.endCursor"]
  ])("fails: %j", ([value, path]) =>
    Effect.gen(function* () {
      const failure = yield* fails(all(untypedNumbers), connection(value))
      assert.containSubset(failure, { _tag: "DecodeFailed", operation: "query List", path })
    })
  )

  for (const circle of [1, 2, 5]) {
    it.effect(`fails before any page comes again, if it leads back after ${circle}`, () =>
      Effect.gen(function* () {
        const { client, sent } = makeClient((_, index) => page([index + 1], `cursor ${index % circle}`))
        const { error, items } = yield* collected(Stream.provide(Stream.take(numbers, 100), serviceOn(client)))
        assert.containSubset(error, {
          _tag: "DecodeFailed",
          path: "connection.pageInfo.endCursor",
          found: "Expected the cursor of a new page, found that of an earlier one"
        })
        assert.deepStrictEqual(
          items,
          Array.from({ length: circle }, (_, index) => index + 1)
        )
        assert.lengthOf(sent, circle + 1)
      })
    )
  }

  it.effect("fails if it leads back to the cursor that it was resumed from", () =>
    Effect.gen(function* () {
      const rest = GraphQL.paginate.pages(document, {}, { ...options, from: "d" })
      const failure = yield* fails(all(rest), page([5], "d"))
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "connection.pageInfo.endCursor" })
    })
  )
})

describe("any connection", () => {
  it.effect("has all items once, in their order, from any page on", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.integer(), { maxLength: 40 }),
          fc.integer({ min: 1, max: 9 }),
          fc.nat(3),
          fc.nat(40),
          (list, size, gaps, from) => {
            const { client } = makeClient(({ body }) => {
              const [cursor] = after([{ body }])
              const start = cursor === undefined ? 0 : Number(cursor)
              const end = start + size
              const items: Array<number | null> = list.slice(start, end)
              // Items that the viewer may not see.
              for (let index = 0; index < gaps; index++) items.splice(index * 2, 0, null)
              return page(items, String(end), end < list.length)
            })
            const start = Math.min(from, list.length)
            const rest = GraphQL.paginate.pages(document, {}, { ...options, from: String(start) })
            const program = Effect.gen(function* () {
              assert.deepStrictEqual(yield* all(numbers), list)
              const items = (yield* all(rest)).flatMap((page) => page.items)
              assert.deepStrictEqual(items, list.slice(start))
            })
            return Effect.runPromise(Effect.provide(program, serviceOn(client)))
          }
        )
      )
    )
  )
})
