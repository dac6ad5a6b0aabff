/** Links that lead back: no page is delivered twice. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Page from "../../src/rest/Page.ts"
import { UnsafeRedirect } from "../../src/rest/RestError.ts"
import type { Answer, Script } from "./support/http.ts"
import { pageOf, upTo } from "./support/listing.ts"
import * as Things from "./support/things.ts"
import { collect, ids, run } from "./support/walking.ts"

const things = `${Things.api}/things`

const linked = (id: number, next?: string, last?: string): Answer => ({
  json: [{ id }],
  headers:
    next === undefined ? {} : { link: `<${next}>; rel="next"${last === undefined ? "" : `, <${last}>; rel="last"`}` }
})

const failsWith = (exit: Exit.Exit<unknown, unknown>) => {
  const error = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
  assert.instanceOf(error, UnsafeRedirect)
  assert.include(error.message, "leads in a circle")
}

const walked = (script: Script) =>
  Effect.map(run(script, collect(Stream.take(ids, 100))), ({ exit, http }) => {
    const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
    return { error, items, sent: http.sent.length }
  })

describe("a page that links to itself", () => {
  for (const [what, next] of [
    ["the requested URL", (url: string) => url],
    ["a relative URL", (url: string) => url.slice(Things.api.length)],
    ["its number", () => `${things}?page=1&per_page=10`],
    [
      "the same parameters in another order",
      (url: string) => `${things}?${new URL(url).search.slice(1).split("&").toReversed().join("&")}`
    ]
  ] as const) {
    it.effect(`by ${what} fails at once, also if it does so only once`, () =>
      Effect.gen(function* () {
        const script: Script = ({ url }, index) => (index === 0 ? linked(1, next(url)) : linked(1))
        const { error, items, sent } = yield* walked(script)
        assert.instanceOf(error, UnsafeRedirect)
        assert.deepStrictEqual(items, [])
        assert.strictEqual(sent, 1)
        const { exit } = yield* run(script, Effect.flip(Things.list.page({ per_page: 10 })))
        failsWith(exit)
      })
    )
  }

  it.effect("by its number fails, whatever the order of its parameters", () =>
    Effect.gen(function* () {
      const page = Page.Cursor.make(`${things}?a=1&b=2&page=2`)
      const script: Script = () => linked(2, `${things}?page=2&b=2&a=1`)
      failsWith((yield* run(script, Effect.flip(Things.list.page({ page })))).exit)
    })
  )

  for (const [what, next] of [
    ["the URL that responded", `${Things.api}/repositories/7/things?page=2`],
    ["the URL that was requested", `${things}?page=2`]
  ] as const) {
    it.effect(`by ${what}, after a redirect`, () =>
      Effect.gen(function* () {
        const cursor = Page.Cursor.make(`${things}?page=2`)
        const script: Script = ({ path }) =>
          path.startsWith("/things")
            ? { status: 301, headers: { location: "/repositories/7/things?page=2" } }
            : linked(2, next)
        const reads = [
          Effect.asVoid(Things.list.page({ page: cursor })),
          Stream.runDrain(Things.list.pages({}, cursor))
        ]
        for (const read of reads) failsWith((yield* run(script, Effect.flip(read))).exit)
      })
    )
  }

  it.effect("fails while pages are read ahead", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        const next = page === 3 ? 3 : page + 1
        return linked(page, page < 9 ? `${things}?page=${next}` : undefined, `${things}?page=9`)
      }
      const { error, items } = yield* walked(script)
      assert.instanceOf(error, UnsafeRedirect)
      assert.deepStrictEqual(items, [1, 2])
    })
  )
})

describe("a page that links back", () => {
  it.effect("to a smaller number fails at once", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) =>
        linked(pageOf(path), `${things}?page=${pageOf(path) === 3 ? 2 : pageOf(path) + 1}`)
      const { error, items } = yield* walked(script)
      assert.instanceOf(error, UnsafeRedirect)
      assert.deepStrictEqual(items, [1, 2])
      const page = Page.Cursor.make(`${things}?page=3`)
      failsWith((yield* run(script, Effect.flip(Things.list.page({ page })))).exit)
    })
  )

  for (const circle of [2, 3, 4, 7]) {
    it.effect(`to one of ${circle} pages fails before any page is delivered twice, also if it does so only once`, () =>
      Effect.gen(function* () {
        // The cursors a, b, c … Once around, the listing ends.
        const script: Script = (_, index) =>
          linked(index + 1, index <= circle ? `${things}?after=${(index + 1) % circle}` : undefined)
        const { error, items } = yield* walked(script)
        assert.instanceOf(error, UnsafeRedirect)
        // The first page has no cursor. The one that closes the circle is not delivered either.
        assert.deepStrictEqual(items, [...upTo(circle)])
      })
    )
  }

  it.effect("to a page that was read at another URL fails when its numbers come again", () =>
    Effect.gen(function* () {
      const other = `${Things.api}/other?page=1`
      const script: Script = ({ path }, index) => {
        if (path.startsWith("/other")) return linked(100, `${things}?page=4`, `${things}?page=9`)
        const page = pageOf(path)
        if (page === 1) return linked(1, `${things}?page=6`)
        if (page === 6) return linked(6, index < 3 ? other : undefined)
        // The pages after it are known by their numbers, wherever this one leads.
        return linked(page, page === 5 ? `${things}?after=x` : `${things}?page=${page + 1}`)
      }
      const { error, items } = yield* walked(script)
      assert.instanceOf(error, UnsafeRedirect)
      assert.strictEqual(new Set(items).size, items.length)
    })
  )

  it.effect("is not mistaken for one that leads on with the same number", () =>
    Effect.gen(function* () {
      const script: Script = (_, index) => linked(index + 1, index < 5 ? `${things}?after=x${index}&page=1` : undefined)
      const { error, items } = yield* walked(script)
      assert.isUndefined(error)
      assert.deepStrictEqual(items, [...upTo(6)])
    })
  )
})
