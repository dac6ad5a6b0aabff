import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scheduler from "effect/Scheduler"
import * as Stream from "effect/Stream"
import { type LinkedPage, walk } from "../../src/rest/internal/declare/walk.ts"
import * as Page from "../../src/rest/Page.ts"
import { type Script, scripted } from "./support/http.ts"
import { listing, pageOf, upTo } from "./support/listing.ts"
import * as Things from "./support/things.ts"
import { begin, pass, start } from "./support/time.ts"
import { asked, collect, ids, run } from "./support/walking.ts"

/** A listing with so many pages, none of which links to the last. */
const linked =
  (pages: number) =>
  (url = `${Things.api}/things?page=1`): Effect.Effect<LinkedPage<number>> =>
    Effect.sync(() => {
      const page = pageOf(url)
      const next = page < pages ? `${Things.api}/things?page=${page + 1}` : null
      const items = { items: [page], next: null, total_count: null, incomplete_results: null }
      return { page: items, links: { next, last: null, about: "pages" }, urls: [url] }
    })

describe("reading ahead", () => {
  it.effect("returns the items in order, whichever page arrives first", () =>
    Effect.gen(function* () {
      const script = listing({ total: () => 195, takes: (page) => ((page * 7) % 5) * 100 })
      const { exit, http } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(195)]))
      assert.deepStrictEqual(
        asked(http).toSorted((a, b) => a - b),
        upTo(20)
      )
    })
  )

  it.effect("requests eight pages at once by default", () =>
    Effect.gen(function* () {
      const { endedAt, http } = yield* run(listing({ total: () => 170, takes: () => 100 }), Stream.runDrain(ids))
      // The first page alone, then sixteen, eight at once.
      assert.strictEqual(endedAt, 300)
      assert.strictEqual(http.peak(), 8)
    })
  )

  for (const readAhead of [2, 3, 5]) {
    it.effect(`requests at most ${readAhead} pages at once, and stays at most that far ahead of a slow consumer`, () =>
      Effect.gen(function* () {
        yield* begin
        const http = scripted(listing({ total: () => 1_000, takes: () => 10 }))
        const service = yield* Layer.build(Things.service(http))
        let consumed = 0
        const slow = Things.list.pages({ per_page: 10 }).pipe(
          Stream.mapEffect(() =>
            Effect.andThen(
              Effect.sync(() => void consumed++),
              Effect.sleep("1 minute")
            )
          ),
          Stream.runDrain,
          Effect.provideService(Page.ReadAhead, readAhead)
        )
        yield* start(Effect.provide(slow, service))
        for (let minute = 0; minute < 10; minute++) {
          yield* pass("1 minute")
          assert.isAtMost(http.sent.length - consumed, readAhead)
        }
        assert.strictEqual(http.peak(), readAhead)
      })
    )
  }

  it.effect.each([
    [999_999_998, 2],
    [9_999_999_998, 1]
  ] as const)("from page %i on reads %i pages at once", ([next, expected]) =>
    Effect.gen(function* () {
      let underWay = 0
      let peak = 0
      const url = (page: number) => `${Things.api}/things?page=${page}`
      const fetch = (asked = url(next - 1)) =>
        Effect.gen(function* () {
          peak = Math.max(peak, ++underWay)
          yield* Effect.sleep(10)
          underWay--
          const linkedTo = { ...(yield* linked(next + 1)(asked)).links, last: url(next + 1) }
          const page = { items: [pageOf(asked)], next: null, total_count: null, incomplete_results: null }
          return { page, links: linkedTo, urls: [asked] }
        })
      const running = yield* start(Stream.runCount(walk(fetch, 8, undefined, Effect.die)))
      yield* pass("1 second")
      assert.deepStrictEqual(running.exit(), Exit.succeed(3))
      assert.strictEqual(peak, expected)
    })
  )

  it.effect("does not begin before the first page is consumed", () =>
    Effect.gen(function* () {
      const { exit, http } = yield* run(listing({ total: () => 1_000 }), Stream.runCollect(Stream.take(ids, 10)))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(10)]))
      assert.deepStrictEqual(asked(http), [1])
    })
  )

  it.effect.each([1, 0, -1])("of %i requests one page after another", (readAhead) =>
    Effect.gen(function* () {
      const one = Effect.provideService(Stream.runCollect(ids), Page.ReadAhead, readAhead)
      const { exit, http } = yield* run(listing({ total: () => 95, takes: () => 100 }), one)
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(95)]))
      assert.strictEqual(http.peak(), 1)
      assert.deepStrictEqual(asked(http), upTo(10))
      const some = Effect.provideService(Stream.runCollect(Stream.take(ids, 35)), Page.ReadAhead, readAhead)
      const stopped = yield* run(listing({ total: () => 95, takes: () => 100 }), some)
      assert.deepStrictEqual(asked(stopped.http), upTo(4))
    })
  )

  it.effect("stops the requests in flight when the consumer has enough", () =>
    Effect.gen(function* () {
      const script = listing({ total: () => 1_000, takes: (page) => (page < 3 ? 10 : 60_000) })
      const { endedAt, exit, http } = yield* run(script, Stream.runCollect(Stream.take(ids, 15)))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(15)]))
      assert.strictEqual(endedAt, 20)
      assert.isAbove(http.interrupted.length, 0)
      assert.strictEqual(http.interrupted.length, http.sent.length - 2)
    })
  )

  it.effect("stops the requests in flight when the consumer is interrupted", () =>
    Effect.gen(function* () {
      const script = listing({ total: () => 1_000, takes: (page) => (page === 1 ? 10 : 60_000) })
      const { http } = yield* run(script, Effect.timeoutOption(Stream.runDrain(ids), "1 second"))
      assert.strictEqual(http.sent.length, 9)
      assert.strictEqual(http.interrupted.length, 8)
    })
  )

  it.effect("returns the items before a page that fails, and then its failure", () =>
    Effect.gen(function* () {
      const script = listing({
        total: () => 200,
        takes: (page) => (page === 4 ? 5_000 : 10),
        instead: (page) => (page === 5 ? { status: 404, json: { message: "Not Found" } } : undefined)
      })
      const { exit } = yield* run(script, collect(ids))
      const { error, items } = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed with a defect")
      assert.deepStrictEqual(items, [...upTo(40)])
      assert.strictEqual(error?._tag, "NotFound")
    })
  )
})

describe("a listing that changes while it is read", () => {
  it.effect("is read to its new end when it has grown", () =>
    Effect.gen(function* () {
      let total = 35
      const script = listing({ total: () => total })
      const growing: Script = (sent, index) => {
        if (pageOf(sent.path) === 3) total = 62
        return script(sent, index)
      }
      const { exit } = yield* run(growing, Stream.runCollect(ids))
      // The fourth page may have been requested before or after the listing grew.
      assert.isTrue(Exit.isSuccess(exit) && exit.value.at(-1) === 62)
    })
  )

  it.effect("is read to its new end when it has shrunk", () =>
    Effect.gen(function* () {
      let total = 200
      const script = listing({ total: () => total, takes: () => 10 })
      const shrinking: Script = (sent, index) => {
        if (index > 0) total = 45
        return script(sent, index)
      }
      const { exit } = yield* run(shrinking, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(45)]))
    })
  )

  it.effect("ends when all the remaining items are gone", () =>
    Effect.gen(function* () {
      const headers = { link: `<${Things.api}/things?page=1>; rel="prev"` }
      const script = listing({ total: () => 200, instead: (page) => (page > 1 ? { json: [], headers } : undefined) })
      const { exit } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([...upTo(10)]))
    })
  )
})

describe("without a link to the last page", () => {
  for (const links of ["without last", "cursors"] as const) {
    it.effect(`pages are read one after another by ${links === "cursors" ? "their cursors" : "following next"}`, () =>
      Effect.gen(function* () {
        const { exit, http } = yield* run(listing({ total: () => 95, links, takes: () => 10 }), Stream.runCollect(ids))
        assert.deepStrictEqual(exit, Exit.succeed([...upTo(95)]))
        assert.strictEqual(http.peak(), 1)
        assert.deepStrictEqual(asked(http), upTo(10))
      })
    )
  }

  it.effect("the thousandth page takes no longer than the first", () =>
    Effect.gen(function* () {
      const steps = (pages: number) =>
        Effect.gen(function* () {
          let count = 0
          const counting = Object.assign(new Scheduler.MixedScheduler(), {
            shouldYield: () => {
              count++
              return false
            }
          })
          const read = Stream.runCount(walk(linked(pages), 8, undefined, Effect.die))
          assert.strictEqual(yield* Effect.provideService(read, Scheduler.Scheduler, counting), pages)
          return count
        })
      const [once, twice, thrice] = [yield* steps(1_000), yield* steps(2_000), yield* steps(3_000)]
      assert.isAbove(once, 1_000)
      assert.strictEqual(thrice - twice, twice - once)
    })
  )

  it.effect("next is followed as it is, whatever its parameters", () =>
    Effect.gen(function* () {
      const script: Script = ({ path }) =>
        path.startsWith("/things")
          ? {
              json: [{ id: 1 }],
              headers: { link: `<${Things.api}/repositories/7/things?since=a%2Cb&x=%20>; rel="next"` }
            }
          : { json: [{ id: 2 }] }
      const { exit, http } = yield* run(script, Stream.runCollect(ids))
      assert.deepStrictEqual(exit, Exit.succeed([1, 2]))
      assert.strictEqual(http.sent[1]?.url, `${Things.api}/repositories/7/things?since=a%2Cb&x=%20`)
    })
  )
})

describe("a cursor", () => {
  it.effect("continues where a page ended, even after it was stored", () =>
    Effect.gen(function* () {
      for (const links of ["numbered", "without last", "cursors"] as const) {
        const script = listing({ total: () => 95, links })
        const { exit: first } = yield* run(script, Things.list.page({ per_page: 10, page: 4 }))
        const page = Exit.isSuccess(first) ? first.value : assert.fail("there is no such page")
        if (links === "cursors") continue
        assert.deepStrictEqual(
          page.items.map(({ id }) => id),
          upTo(40).slice(30)
        )
        const stored = JSON.parse(JSON.stringify(page.next)) as Page.Cursor
        const { exit: rest, http } = yield* run(
          script,
          Stream.runCollect(Things.list.pages({ per_page: 10 }, stored)).pipe(
            Effect.map((pages) => pages.flatMap(({ items }) => items.map(({ id }) => id)))
          )
        )
        assert.deepStrictEqual(rest, Exit.succeed(upTo(95).slice(40)))
        assert.deepStrictEqual(asked(http), [5, 6, 7, 8, 9, 10])
        const { exit: one } = yield* run(script, Things.list.page({ page: stored }))
        assert.strictEqual(Exit.isSuccess(one) && one.value.items[0]?.id, 41)
      }
    })
  )

  it.effect("is null on the last page", () =>
    Effect.gen(function* () {
      const { exit } = yield* run(
        listing({ total: () => 95 }),
        Stream.runCollect(Things.list.pages({ per_page: 10 })).pipe(
          Effect.map((pages) => pages.map(({ next }) => next))
        )
      )
      const next = Exit.isSuccess(exit) ? exit.value : assert.fail("it failed")
      assert.strictEqual(next.length, 10)
      assert.deepStrictEqual(
        next.map((cursor) => cursor === null),
        [...Array.from({ length: 9 }, () => false), true]
      )
    })
  )

  // Cursors that were tampered with.
  for (const [cursor, tag] of [
    ["https://evil.example.com/things?page=2", "InvalidInput"],
    ["/things?page=2", "InvalidInput"],
    ["nonsense", "InvalidInput"],
    ["", "InvalidInput"]
  ] as const) {
    it.effect(`"${cursor}" fails with ${tag}, and nothing is sent`, () =>
      Effect.gen(function* () {
        const stored = cursor as Page.Cursor
        const reads = [
          Effect.asVoid(Things.list.page({ page: stored })),
          Stream.runDrain(Things.list.pages({}, stored))
        ]
        for (const read of reads) {
          const { exit, http } = yield* run(listing({ total: () => 95 }), Effect.flip(read))
          assert.strictEqual(Exit.isSuccess(exit) && exit.value._tag, tag)
          assert.strictEqual(http.sent.length, 0)
        }
      })
    )
  }
})
