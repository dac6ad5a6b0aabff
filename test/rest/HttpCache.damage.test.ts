/** What is never cached, and 304s that confirm nothing. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as Page from "../../src/rest/Page.ts"
import { NotModified } from "../../src/rest/RestError.ts"
import { type Answer, scripted, type Sent } from "./support/http.ts"
import { pageOf } from "./support/listing.ts"
import * as Things from "./support/things.ts"
import { conditions, versioned } from "./support/validators.ts"

const things = `${Things.api}/things`
const next = (url: string) => `<${url}>; rel="next"`
const etags = (sent: Parameters<typeof conditions>[0]) => conditions(sent).map(([etag]) => etag)

/** A store that a test can look into and write to. */
const store = () => {
  const entries = new Map<string, HttpCache.Entry>()
  const layer = Layer.succeed(HttpCache.HttpCache, {
    get: (key) => Effect.sync(() => entries.get(key)),
    set: (key, entry) => Effect.sync(() => void entries.set(key, entry))
  })
  return { entries, layer }
}

describe("a page whose links lead astray", () => {
  for (const [what, link] of [
    ["to a foreign origin", next("https://evil.example.com/things?page=3")],
    ["to no URL", next("http://[")],
    ["to itself", next(`${things}?page=2`)],
    ["to itself, in another order", next(`${things}?page=2&per_page=100`)],
    ["back", next(`${things}?page=1&per_page=100`)],
    ["nowhere, although the last page is beyond", `<${things}?page=5>; rel="last"`]
  ] as const) {
    it.effect(`${what} is not cached, so the next request heals it`, () =>
      Effect.gen(function* () {
        let broken = true
        const http = scripted((sent) =>
          versioned({ json: [{ id: 2 }], etag: `"v1"`, headers: broken ? { link } : {} })(sent)
        )
        const { entries, layer } = store()
        const asked = what === "to itself" ? { page: Page.Cursor.make(`${things}?page=2`) } : { page: 2 }
        const page = Things.list.page(asked)
        yield* Effect.gen(function* () {
          yield* Effect.result(page)
          assert.strictEqual(entries.size, 0)
          broken = false
          assert.deepStrictEqual((yield* page).next, null)
          assert.strictEqual(entries.size, 1)
        }).pipe(Effect.provide(Things.service(http, { cache: layer })))
        assert.deepStrictEqual(etags(http.sent), [undefined, undefined])
      })
    )
  }

  it.effect("back to an earlier page of the stream is not cached", () =>
    Effect.gen(function* () {
      let broken = true
      const http = scripted((sent) => {
        const after = new URL(sent.url).searchParams.get("after")
        const to = after === null ? "a" : after === "a" ? "b" : broken ? "a" : undefined
        const headers = to === undefined ? {} : { link: next(`${things}?after=${to}`) }
        return versioned({ json: [{ id: 1 }], etag: `"${after}"`, headers })(sent)
      })
      const walk = Effect.result(Stream.runCount(Things.list({})))
      const outcomes = Effect.gen(function* () {
        const first = yield* walk
        broken = false
        return [first, yield* walk] as const
      })
      const [first, second] = yield* Effect.provide(outcomes, Things.service(http))
      assert.strictEqual(first._tag, "Failure")
      assert.deepStrictEqual(second._tag === "Success" && second.success, 3)
      assert.deepStrictEqual(etags(http.sent), [undefined, undefined, undefined, '"null"', '"a"', undefined])
    })
  )

  it.effect("nowhere in the middle of a stream is not cached, and not taken from the cache", () =>
    Effect.gen(function* () {
      let broken = true
      const http = scripted((sent) => {
        const page = pageOf(sent.path)
        const links =
          page < 4
            ? `${next(`${things}?page=${page + 1}`)}, <${things}?page=4>; rel="last"`
            : `<${things}?page=1>; rel="first"`
        const headers = page === 2 && broken ? {} : { link: links }
        return versioned({ json: [{ id: page }], etag: `"${page}"`, headers })(sent)
      })
      const walk = Effect.result(Stream.runCount(Things.list({})))
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* walk)._tag, "Failure")
        // Alone, it seems to be the last page, and is cached.
        const cursor = Page.Cursor.make(`${things}?page=2`)
        assert.isNull((yield* Things.list.page({ page: cursor })).next)
        assert.strictEqual((yield* walk)._tag, "Failure")
        broken = false
        const healed = yield* walk
        assert.strictEqual(healed._tag === "Success" && healed.success, 4)
        const asked = http.sent.filter(({ path }) => pageOf(path) === 2)
        // From here on, the 304 for what the cache holds is not believed: the page is read once more.
        assert.deepStrictEqual(etags(asked), [undefined, undefined, '"2"', undefined, '"2"', undefined])
        yield* walk
        assert.deepStrictEqual(etags(http.sent.filter(({ path }) => pageOf(path) === 2)).slice(6), ['"2"'])
      }).pipe(Effect.provide(Things.service(http)))
    })
  )

  it.effect("is not served from a store that has it already", () =>
    Effect.gen(function* () {
      const { entries, layer } = store()
      const http = scripted(versioned({ json: [{ id: 1 }], etag: `"v1"` }))
      const page = Things.list.page.withReply({})
      const [fresh, healed, later] = yield* Effect.gen(function* () {
        const fresh = yield* page
        for (const [key, entry] of entries) {
          const link = next("https://evil.example.com/things?page=2")
          entries.set(key, { ...entry, headers: { ...entry.headers, link } })
        }
        return [fresh, yield* Effect.provideService(page, HttpCache.TimeToLive, "1 hour"), yield* page] as const
      }).pipe(Effect.provide(Things.service(http, { cache: layer })))
      assert.isFalse(fresh.cached)
      assert.deepStrictEqual([healed.cached, healed.value.next], [false, null])
      assert.deepStrictEqual([later.cached, later.value.next], [true, null])
      assert.deepStrictEqual(etags(http.sent), [undefined, '"v1"', undefined, '"v1"'])
    })
  )
})

describe("a 304 with another Link header", () => {
  const page = Things.list.page({ page: 2 })
  const nextPageOf = ({ next }: { readonly next: string | null }) => next && new URL(next).searchParams.get("page")
  /** Each response has the next one of these links. All but the first are 304s, unless the request is unconditional. */
  const linked =
    (...links: ReadonlyArray<string>) =>
    ({ headers }: Sent, index: number): Answer => {
      const changed = { etag: '"v1"', link: next(`${things}?page=${links[index]}&per_page=100`) }
      return headers["if-none-match"] === undefined
        ? { json: [{ id: 2 }], headers: changed }
        : { status: 304, headers: changed }
    }

  it.effect("moves the next page, and the one after it", () =>
    Effect.gen(function* () {
      const http = scripted(linked("3", "4", "4", "5"))
      const pages = yield* Effect.all([page, page, page, page]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(pages.map(nextPageOf), ["3", "4", "4", "5"])
    })
  )

  it.effect("is not believed when it leads back", () =>
    Effect.gen(function* () {
      const http = scripted(linked("3", "1", "3"))
      const pages = yield* Effect.all([page, page]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual(pages.map(nextPageOf), ["3", "3"])
      assert.deepStrictEqual(etags(http.sent), [undefined, '"v1"', undefined])
    })
  )
})

describe("a 304 with another ETag", () => {
  const get = Things.get.withReply({ id: 1 })
  /** After the first request, every response is a 304 with this ETag. */
  const unmoved =
    (etag: string) =>
    (_: unknown, index: number): Answer =>
      index === 0 ? { json: { id: 1 }, headers: { etag: '"v1"' } } : { status: 304, headers: { etag } }

  it.effect("does not confirm the cached response: it is read again, and cached", () =>
    Effect.gen(function* () {
      const http = scripted((sent) => {
        if (http.sent.length === 0) return { json: { id: 1 }, headers: { etag: '"v1"' } }
        return sent.headers["if-none-match"] === undefined
          ? { json: { id: 2 }, headers: { etag: '"v2"' } }
          : { status: 304, headers: { etag: '"v2"' } }
      })
      const [first, second, third] = yield* Effect.all([get, get, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual([first.value, second.value, third.value], [{ id: 1 }, { id: 2 }, { id: 2 }])
      assert.deepStrictEqual([first.cached, second.cached, third.cached], [false, false, true])
      assert.deepStrictEqual(second.validators, { etag: '"v2"' })
      assert.deepStrictEqual(etags(http.sent), [undefined, '"v1"', undefined, '"v2"'])
    })
  )

  it.effect("fails with UnexpectedStatus if the unconditional request gets a 304 too", () =>
    Effect.gen(function* () {
      const http = scripted(unmoved('"v2"'))
      const error = yield* Effect.andThen(get, Effect.flip(get)).pipe(Effect.provide(Things.service(http)))
      assert.strictEqual(error._tag, "UnexpectedStatus")
      assert.deepStrictEqual(etags(http.sent), [undefined, '"v1"', undefined])
    })
  )

  for (const etag of ['"v1"', 'W/"v1"']) {
    it.effect(`confirms it if only the mark of a weak one differs: ${etag}`, () =>
      Effect.gen(function* () {
        const http = scripted(unmoved(etag))
        const [, second] = yield* Effect.all([get, get]).pipe(Effect.provide(Things.service(http)))
        assert.isTrue(second.cached)
        assert.strictEqual(http.sent.length, 2)
      })
    )
  }

  it.effect("confirms what was revalidated by date with a new token, and the new ETag is kept", () =>
    Effect.gen(function* () {
      const modified = "Tue, 12 Jan 2027 00:00:00 GMT"
      let token = 1
      const http = scripted((sent) => versioned({ json: { id: 1 }, etag: `"t${token}"`, modified })(sent))
      const credentials = Credentials.layerProvider(
        Effect.sync(() => Redacted.make(`token-${token}`)),
        { principal: "octo" }
      )
      const replies = Effect.gen(function* () {
        yield* get
        token = 2
        return [yield* get, yield* get]
      })
      const [second, third] = yield* Effect.provide(replies, Things.service(http, { credentials }))
      assert.isTrue(second?.cached === true && third?.cached === true)
      assert.deepStrictEqual(conditions(http.sent), [
        [undefined, undefined],
        [undefined, modified],
        ['"t2"', undefined]
      ])
    })
  )

  it.effect("or another date does not confirm what was revalidated by date", () =>
    Effect.gen(function* () {
      const [old, newer] = ["Tue, 12 Jan 2027 00:00:00 GMT", "Wed, 13 Jan 2027 00:00:00 GMT"]
      const http = scripted(({ headers }, index) =>
        headers["if-modified-since"] === undefined
          ? { json: { id: index }, headers: { "last-modified": index === 0 ? old : newer } }
          : { status: 304, headers: { "last-modified": newer } }
      )
      const [, second, third] = yield* Effect.all([get, get, get]).pipe(Effect.provide(Things.service(http)))
      assert.deepStrictEqual([second.value, third.value], [{ id: 2 }, { id: 2 }])
      assert.deepStrictEqual(
        conditions(http.sent).map(([, date]) => date),
        [undefined, old, undefined, newer]
      )
    })
  )

  it.effect("leaves the caller of ifChanged with the validators of the version that it has", () =>
    Effect.gen(function* () {
      for (const [sent, etag, expected] of [
        [{ etag: '"v1"' }, '"v2"', { etag: '"v1"' }],
        [{ etag: '"v1"', lastModified: "a" }, '"v2"', { etag: '"v1"', lastModified: "a" }],
        [{ etag: '"v1"' }, 'W/"v1"', { etag: 'W/"v1"' }],
        [{ lastModified: "a" }, '"v2"', { lastModified: "a", etag: '"v2"' }]
      ] as const) {
        const http = scripted(() => ({ status: 304, headers: { etag } }))
        const error = yield* Effect.flip(Things.get.ifChanged({ id: 1 }, sent)).pipe(
          Effect.provide(Things.service(http))
        )
        assert.instanceOf(error, NotModified)
        assert.deepStrictEqual(error.validators, expected)
        assert.strictEqual(http.sent.length, 1)
      }
    })
  )
})
