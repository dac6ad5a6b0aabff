/** Listings over real HTTP: order, read-ahead, and what stops with them. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Page from "../../../src/rest/Page.ts"
import { half, json, refusal, silence } from "./support/answers.ts"
import { eventually, forge, onEachTransport } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Answer, type Received, type Script, serve } from "./support/server.ts"

const perPage = 2

const numberOf = ({ origin, path }: Received) => Number(new URL(path, origin).searchParams.get("page") ?? 1)

/** A listing with so many pages, each with a delay. */
const pages =
  (count: number, options: { readonly last?: boolean; readonly millis?: (page: number) => number } = {}): Script =>
  (request) => {
    const page = numberOf(request)
    const link = (to: number, rel: string) => `<${request.origin}/issues?per_page=${perPage}&page=${to}>; rel="${rel}"`
    const links = page < count ? [link(page + 1, "next"), ...(options.last === false ? [] : [link(count, "last")])] : []
    const items = Array.from({ length: perPage }, (_, index) => issue((page - 1) * perPage + index + 1))
    return delayed(options.millis?.(page) ?? 0, json(200, items, links.length > 0 ? { link: links.join(", ") } : {}))
  }

const delayed =
  (millis: number, answer: Answer): Answer =>
  (response, request) => {
    setTimeout(() => answer(response, request), millis)
  }

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const listing = Stream.map(Issues.list({ ...repo, per_page: perPage }), ({ number }) => number)

onEachTransport((client) => {
  it.live("pages that are read ahead keep their order, whichever arrives first", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages(12, { millis: (page) => (page % 3 === 0 ? 5 : 40) }))
      const read = yield* Stream.runCollect(listing).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(read, numbers(24))
      assert.strictEqual(server.requests.length, 12)
      assert.isAbove(server.connections, 1)
    })
  )

  it.live("pages are read one after another without a link to the last", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages(5, { last: false }))
      const read = yield* Stream.runCollect(listing).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(read, numbers(10))
      assert.deepStrictEqual(server.requests.map(numberOf), [1, 2, 3, 4, 5])
      assert.isAtMost(server.connections, 2)
    })
  )

  it.live("a stream that ends within its first page requests no other", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages(50))
      const read = yield* Stream.runCollect(Stream.take(listing, 2)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      yield* Effect.sleep(50)
      assert.deepStrictEqual([read, server.requests.length], [[1, 2], 1])
    })
  )

  it.live("a stream that ends early stops its requests", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages(50, { millis: (page) => (page <= 2 ? 0 : 60_000) }))
      const read = yield* Stream.runCollect(Stream.take(listing, 3)).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(read, [1, 2, 3])
      // Those already sent still arrive.
      yield* Effect.sleep(50)
      yield* eventually("their connections are closed", () => server.abandoned === server.requests.length - 2)
      // The first page, and those read ahead.
      assert.isAtMost(server.requests.length, 1 + 8)
    })
  )

  it.live("the read-ahead is configurable", () =>
    Effect.gen(function* () {
      const server = yield* serve(pages(50, { millis: (page) => (page === 1 ? 0 : 60_000) }))
      const fiber = yield* Stream.runDrain(listing).pipe(
        Effect.provideService(Page.ReadAhead, 3),
        Effect.provide(forge(server.origin, { client })),
        Effect.forkChild
      )
      yield* eventually("pages are read ahead", () => server.requests.length >= 4)
      yield* Effect.sleep(50)
      assert.sameMembers(server.requests.map(numberOf), [1, 2, 3, 4])
      yield* Fiber.interrupt(fiber)
      yield* eventually("their connections are closed", () => server.abandoned === 3)
    })
  )

  it.live("a page that fails does so in its turn, and stops the others", () =>
    Effect.gen(function* () {
      const script = pages(50, { millis: (page) => (page < 5 ? 20 : 60_000) })
      const server = yield* serve((request, nth) =>
        numberOf(request) === 4 ? refusal(410, "Gone") : script(request, nth)
      )
      const seen: Array<number> = []
      const error = yield* Effect.flip(
        Stream.runForEach(listing, (number) => Effect.sync(() => seen.push(number)))
      ).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "UnexpectedStatus")
      assert.deepStrictEqual(seen, numbers(6))
      yield* eventually("the others are stopped", () => server.abandoned === server.requests.length - 4)
    })
  )

  it.live("a page with a transient failure is retried, and no other", () =>
    Effect.gen(function* () {
      const script = pages(6)
      let failures = 0
      const server = yield* serve((request, nth) =>
        numberOf(request) === 3 && failures++ < 2 ? refusal(502, "Bad gateway") : script(request, nth)
      )
      const read = yield* Stream.runCollect(listing).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(read, numbers(12))
      assert.strictEqual(server.requests.length, 8)
    })
  )

  it.live("an interrupted call closes its connection, before the head and within the body", () =>
    Effect.gen(function* () {
      for (const answer of [silence, half(issue(1), "silence")]) {
        const server = yield* serve(() => answer)
        const fiber = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })), Effect.forkChild)
        yield* eventually("it is asked", () => server.requests.length === 1)
        yield* Effect.sleep(20)
        yield* Fiber.interrupt(fiber)
        yield* eventually("the connection is closed", () => server.abandoned === 1)
        assert.strictEqual(server.requests.length, 1)
      }
    })
  )

  it.live("a call that loses a race, or times out, closes its connection", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => silence)
      const raced = Effect.raceFirst(Issues.get(first), Effect.as(Effect.sleep(40), undefined))
      const bounded = Effect.timeoutOption(Issues.createComment({ ...first, body: "It rains in" }), 40)
      yield* Effect.andThen(raced, bounded).pipe(Effect.provide(forge(server.origin, { client })))
      yield* eventually("the connections are closed", () => server.abandoned === 2)
      assert.strictEqual(server.requests.length, 2)
    })
  )

  it.live("a middle page whose Link a proxy has removed does not end the stream as if it were complete", () =>
    Effect.gen(function* () {
      const script = pages(6)
      const items = [issue(5), issue(6)]
      const server = yield* serve((request, nth) => (numberOf(request) === 3 ? json(200, items) : script(request, nth)))
      const seen: Array<number> = []
      const error = yield* Effect.flip(
        Stream.runForEach(listing, (number) => Effect.sync(() => seen.push(number)))
      ).pipe(Effect.provide(forge(server.origin, { client })))
      assert.isTrue(error._tag === "DecodeFailed" && error.path === "Link")
      assert.include(error.message, "Link: Expected a link to page 4 of 6, found no Link header")
      assert.deepStrictEqual(seen, numbers(4))
    })
  )

  it.live("a page that links to itself is delivered once at most", () =>
    Effect.gen(function* () {
      const server = yield* serve((request) => {
        const page = numberOf(request)
        const next = `${request.origin}/issues?per_page=${perPage}&page=${Math.min(page + 1, 3)}`
        return json(200, [issue(page)], { link: `<${next}>; rel="next"` })
      })
      const seen: Array<number> = []
      const error = yield* Effect.flip(
        Stream.runForEach(listing, (number) => Effect.sync(() => seen.push(number)))
      ).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.deepStrictEqual(seen, [1, 2])
      assert.strictEqual(server.requests.length, 3)
    })
  )

  it.live("a 304 with another ETag confirms nothing: the page is read again", () =>
    Effect.gen(function* () {
      const server = yield* serve(({ headers }, nth) =>
        headers["if-none-match"] === undefined
          ? json(200, [issue(nth)], { etag: `"v${nth}"` })
          : json(304, {}, { etag: `"other"` })
      )
      const read = Stream.runCollect(listing)
      const both = yield* Effect.all([read, read]).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(both, [[1], [3]])
      assert.deepStrictEqual(
        server.requests.map(({ headers }) => headers["if-none-match"]),
        [undefined, `"v1"`, undefined]
      )
    })
  )
})
