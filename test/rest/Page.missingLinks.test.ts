/** Pages that are not the last, and do not link to the next. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import { SearchTruncated } from "../../src/forge/ForgeError.ts"
import * as Page from "../../src/rest/Page.ts"
import { DecodeFailed } from "../../src/rest/RestError.ts"
import type { Answer, Script } from "./support/http.ts"
import { listing, pageOf, upTo } from "./support/listing.ts"
import * as Things from "./support/things.ts"
import { collect, ids, run } from "./support/walking.ts"

const link = (rel: string, page: number) => `<${Things.api}/things?per_page=10&page=${page}>; rel="${rel}"`

const full = (page: number) => upTo(10).map((n) => ({ id: (page - 1) * 10 + n }))

/** A page with this Link header. */
const paged = (page: number, header: string | undefined): Answer => ({
  json: full(page),
  headers: header === undefined ? {} : { link: header }
})

/** What comes in place of the Link header of a middle page. */
const damaged = [
  ["is missing", undefined, /no Link header$/],
  ["is empty", "", /an empty Link header$/],
  ["is about something else", "</style.css>; rel=preload", /a Link header without links to pages$/],
  ["is cut off", link("next", 4).slice(0, -3), /a Link header of \d+ characters that cannot be parsed$/],
  ["is cut off after a link", `${link("prev", 2)}, <https://api`, /of \d+ characters that cannot be parsed$/],
  ["is garbage", "next: page 4", /a Link header of 12 characters that cannot be parsed$/]
] as const

const walked = (script: Script, readAhead = 8) =>
  Effect.map(run(script, Effect.provideService(collect(ids), Page.ReadAhead, readAhead)), ({ exit, http }) => {
    const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
    return { error, items, http }
  })

const failsAt = (error: unknown, found: RegExp | string) => {
  if (!(error instanceof DecodeFailed)) return assert.fail(`expected DecodeFailed, found ${String(error)}`)
  assert.containSubset(error, { operation: "Things.list", path: "Link", status: 200 })
  assert.match(error.found, new RegExp(found))
  assert.include(error.message, `Link: ${error.found}`)
  assert.include(error.url, `${Things.api}/things?`)
  return error
}

describe("after a page that named the last one", () => {
  for (const [what, header, found] of damaged) {
    for (const readAhead of [1, 8]) {
      it.effect(`a stream fails at a page whose Link ${what} (read-ahead ${readAhead})`, () =>
        Effect.gen(function* () {
          const instead = (page: number) => (page === 3 ? paged(3, header) : undefined)
          const { error, items } = yield* walked(listing({ total: () => 100, instead }), readAhead)
          assert.deepStrictEqual(items, [...upTo(20)])
          assert.match(failsAt(error, found).found, /^Expected a link to page 4 of 10, found /)
        })
      )
    }
  }

  it.effect("an empty page without Link is not the end", () =>
    Effect.gen(function* () {
      const instead = (page: number) => (page === 3 ? { json: [] } : undefined)
      const { error, items } = yield* walked(listing({ total: () => 100, instead }))
      assert.deepStrictEqual(items, [...upTo(20)])
      failsAt(error, "page 4 of 10, found no Link header")
    })
  )

  it.effect("the promise holds for later pages that don't repeat it", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        if (page === 4) return { json: full(4) }
        return paged(page, page === 1 ? `${link("next", 2)}, ${link("last", 9)}` : link("next", page + 1))
      }
      const { error, items } = yield* walked(script, 1)
      assert.deepStrictEqual(items, [...upTo(30)])
      failsAt(error, "page 5 of 9, found no Link header")
    })
  )

  it.effect("the newest promise counts", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        const last = page === 1 ? 9 : 3
        return page === 3 ? { json: full(3) } : paged(page, `${link("next", page + 1)}, ${link("last", last)}`)
      }
      const { error, items } = yield* walked(script, 1)
      assert.isUndefined(error)
      assert.deepStrictEqual(items, [...upTo(30)])
    })
  )

  for (const rel of ["prev", "first"]) {
    it.effect(`a page that links to ${rel} alone is the end: the listing has shrunk`, () =>
      Effect.gen(function* () {
        const instead = (page: number) => (page === 3 ? paged(3, link(rel, 1)) : undefined)
        const { error, items } = yield* walked(listing({ total: () => 100, instead }))
        assert.isUndefined(error)
        assert.deepStrictEqual(items, [...upTo(30)])
      })
    )
  }

  it.effect("the last page needs no Link", () =>
    Effect.gen(function* () {
      const instead = (page: number) => (page === 10 ? { json: full(10) } : undefined)
      const { error, items } = yield* walked(listing({ total: () => 100, instead }))
      assert.isUndefined(error)
      assert.deepStrictEqual(items, [...upTo(100)])
    })
  )
})

describe("a page that names the last one, and not the next", () => {
  const script: Script = () => paged(2, `${link("prev", 1)}, ${link("last", 5)}, ${link("nezt", 3)}`)

  for (const [what, read] of [
    ["read alone", Things.list.page({ per_page: 10, page: 2 })],
    ["read by its cursor", Things.list.page({ page: Page.Cursor.make(`${Things.api}/things?page=2`) })],
    ["streamed", Stream.runDrain(Things.list.pages({}, Page.Cursor.make(`${Things.api}/things?page=2`)))]
  ] as const) {
    it.effect(`fails when ${what}`, () =>
      Effect.gen(function* () {
        const { exit } = yield* run(script, Effect.flip(Effect.asVoid(read)))
        failsAt(
          Exit.isSuccess(exit) && exit.value,
          "^Expected a link to page 3 of 5, found a Link header without that link$"
        )
      })
    )
  }
})

describe("a page that nothing was promised after", () => {
  it.effect("is the end without Link, even if it is full", () =>
    Effect.gen(function* () {
      for (const header of [undefined, "", "</style.css>; rel=preload"]) {
        const { error, items } = yield* walked(() => paged(1, header))
        assert.isUndefined(error)
        assert.deepStrictEqual(items, [...upTo(10)])
      }
    })
  )

  it.effect("fails if it is full and its Link cannot be parsed", () =>
    Effect.gen(function* () {
      for (const header of ["garbage", link("next", 2).slice(0, -4)]) {
        const { error, items } = yield* walked(() => paged(1, header))
        assert.deepStrictEqual(items, [])
        failsAt(error, "^Expected links between pages, found a Link header of \\d+ characters that cannot be parsed$")
        const { exit } = yield* run(() => paged(1, header), Effect.flip(Things.list.page({ per_page: 10 })))
        failsAt(Exit.isSuccess(exit) && exit.value, "^Expected links between pages")
      }
    })
  )

  it.effect("is the end if it is not full, whatever its Link", () =>
    Effect.gen(function* () {
      const { error, items } = yield* walked(() => ({ json: [{ id: 1 }], headers: { link: "garbage" } }))
      assert.isUndefined(error)
      assert.deepStrictEqual(items, [1])
    })
  )
})

describe("a page with a total count", () => {
  const item = Things.Thing
  const found = Forge.listing("Things.list", "GET /things", { item, envelope: "things" })
  const searched = Forge.listing("Things.list", "GET /things", {
    item,
    envelope: "things",
    most: { items: 20, error: SearchTruncated }
  })
  const counted = (page: number, total_count: number, more: object = {}, header?: string): Answer => ({
    json: { total_count, things: full(page), ...more },
    headers: header === undefined ? {} : { link: header }
  })

  it.effect("that promises more fails without links to pages", () =>
    Effect.gen(function* () {
      for (const [, header] of damaged) {
        const reads = [Stream.runDrain(found({ per_page: 10 })), Effect.asVoid(found.page({ per_page: 10, page: 1 }))]
        for (const read of reads) {
          const { exit } = yield* run(() => counted(1, 11, {}, header), Effect.flip(read))
          failsAt(Exit.isSuccess(exit) && exit.value, "^Expected a link to page 2 of 11 items, found")
        }
      }
    })
  )

  for (const [what, answer, count] of [
    ["that it covers", counted(1, 10), 10],
    ["that it covers with fewer items", counted(1, 9, { things: full(1).slice(0, 7) }), 7],
    ["of incomplete results", counted(1, 500, { incomplete_results: true }), 10],
    ["whose Link says that it is the last", counted(1, 500, {}, link("first", 1)), 10]
  ] as const) {
    it.effect(`${what} is the end`, () =>
      Effect.gen(function* () {
        const { exit } = yield* run(() => answer, Stream.runCount(found({ per_page: 10 })))
        assert.strictEqual(Exit.isSuccess(exit) && exit.value, count)
      })
    )
  }

  it.effect("counts only the items that the service returns", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) => {
        const page = pageOf(path)
        return counted(page, 500, {}, page === 1 ? link("next", 2) : undefined)
      }
      const { exit } = yield* run(script, collect(searched({ per_page: 10 })))
      const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
      assert.strictEqual(items.length, 20)
      assert.strictEqual(error?._tag, "SearchTruncated")
      const first = yield* run(() => counted(1, 500), Effect.flip(searched.page({ per_page: 10 })))
      failsAt(Exit.isSuccess(first.exit) && first.exit.value, "^Expected a link to page 2 of 500 items")
    })
  )

  it.effect("says nothing about the page of a cursor without a number", () =>
    Effect.gen(function* () {
      const page = Page.Cursor.make(`${Things.api}/things?after=abc&per_page=10`)
      const { exit } = yield* run(() => counted(1, 500), found.page({ page }))
      assert.isTrue(Exit.isSuccess(exit))
    })
  )
})
