/** Pages whose body states the next one. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Operation from "../../src/rest/Operation.ts"
import * as Page from "../../src/rest/Page.ts"
import * as Wire from "../../src/rest/Wire.ts"
import { inTurn, scripted } from "./support/http.ts"
import { dialect, Kit, service } from "./support/kit.ts"

const declaration = { item: Schema.Int } as const

const byUrl = Page.paging({
  size: "per_page",
  fields: { next: Wire.nullable(Schema.String) },
  next: (page) => page.next
})

const byOffset = Page.paging({
  size: "count",
  items: "values",
  fields: { start: Schema.Int, total: Schema.Int, values: Schema.Array(Schema.Int) },
  next: ({ start, total, values }) => (start + values.length < total ? start + values.length : null),
  cursor: "start",
  total: (page) => page.total
})

const urls = Operation.listing(Kit, dialect, byUrl)("Kit.urls", "GET /things", declaration)
const offsets = Operation.listing(Kit, dialect, byOffset)("Kit.offsets", "GET /things", declaration)

describe("pages whose body states the next one", () => {
  it.effect("may state its URL, absolute or relative", () =>
    Effect.gen(function* () {
      const http = scripted(
        inTurn(
          { json: { items: [1], next: "https://kit.example/v1/things?at=2" } },
          { json: { items: [2], next: "?at=3" } },
          { json: { items: [3], next: null } }
        )
      )
      const all = yield* Stream.runCollect(urls({})).pipe(Effect.provide(service(http)))
      assert.deepStrictEqual(all, [1, 2, 3])
      assert.deepStrictEqual(
        http.sent.map(({ path }) => path),
        ["/v1/things?per_page=100", "/v1/things?at=2", "/v1/things?at=3"]
      )
    })
  )

  it.effect("may count", () =>
    Effect.gen(function* () {
      const http = scripted(
        inTurn({ json: { start: 0, total: 3, values: [1, 2] } }, { json: { start: 2, total: 3, values: [3] } })
      )
      const pages = yield* Stream.runCollect(offsets.pages({ count: 2 })).pipe(Effect.provide(service(http)))
      assert.deepStrictEqual(
        pages.map(({ items, total_count }) => [items, total_count]),
        [
          [[1, 2], 3],
          [[3], 3]
        ]
      )
      assert.strictEqual(http.sent[1]?.path, "/v1/things?count=2&start=2")
    })
  )

  it.effect("fail at a URL of another origin", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ json: { items: [1], next: "https://other.example/things" } }))
      const error = yield* Effect.flip(Stream.runDrain(urls({}))).pipe(Effect.provide(service(http)))
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.strictEqual(http.sent.length, 1)
    })
  )

  it.effect("are cached even when the last one is full: its body would state another", () =>
    Effect.gen(function* () {
      const etag = '"one"'
      const http = scripted((sent) =>
        sent.headers["if-none-match"] === etag
          ? { status: 304 }
          : { json: { items: [1], next: null }, headers: { etag } }
      )
      const replies = yield* Effect.gen(function* () {
        return [yield* urls.page.withReply({ per_page: 1 }), yield* urls.page.withReply({ per_page: 1 })]
      }).pipe(Effect.provide(service(http)))
      assert.deepStrictEqual(
        replies.map(({ cached, value }) => [cached, value.items, value.next]),
        [
          [false, [1], null],
          [true, [1], null]
        ]
      )
    })
  )

  it.effect("have no more items than the service allows", () =>
    Effect.gen(function* () {
      const http = scripted(inTurn({ json: { items: [], next: null } }))
      const small = { ...dialect, pageSize: { usual: 10, most: 20 } }
      const list = Operation.listing(Kit, small, byUrl)("Kit.urls", "GET /things", declaration)
      yield* Stream.runDrain(list({})).pipe(Effect.provide(service(http)))
      assert.strictEqual(http.sent[0]?.path, "/v1/things?per_page=20")
      const error = yield* Effect.flip(list.page({ per_page: 21 })).pipe(Effect.provide(service(http)))
      assert.deepInclude(error, { _tag: "InvalidInput", path: "per_page" })
    })
  )
})
