/** Redirects within the service: renamed repositories, temporary ones, circles. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Issues from "../../../src/forge/Issues.ts"
import { answer, json, redirect } from "./support/answers.ts"
import { forge, onEachTransport, token } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { inOrder, type Received, serve } from "./support/server.ts"

const statuses = [301, 302, 307, 308] as const

const byId = "/repositories/4711/issues/1"

const line = ({ body, method, path }: Received) => `${method} ${path}${body === "" ? "" : ` ${body}`}`

onEachTransport((client) => {
  describe.each(statuses)("%i", (status) => {
    it.live("redirects a read to the renamed repository, with credentials", () =>
      Effect.gen(function* () {
        const server = yield* serve(({ origin, path }) =>
          path === byId ? json(200, issue(1)) : redirect(status, `${origin}${byId}`)
        )
        const { number } = yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(number, 1)
        assert.deepStrictEqual(server.requests.map(line), ["GET /repos/acme/web/issues/1", `GET ${byId}`])
        for (const { headers } of server.requests) {
          assert.strictEqual(headers.authorization, `Bearer ${token}`)
          assert.strictEqual(headers.accept, "application/vnd.github+json")
          assert.strictEqual(headers["x-github-api-version"], "2022-11-28")
        }
      })
    )

    it.live("redirects a write, with its method and body", () =>
      Effect.gen(function* () {
        const server = yield* serve(({ origin, path }) =>
          path === byId ? json(200, issue(1)) : redirect(status, `${origin}${byId}`)
        )
        yield* Issues.update({ ...first, title: "Größe", milestone: null }).pipe(
          Effect.provide(forge(server.origin, { client }))
        )
        const body = `{"title":"Größe","milestone":null}`
        assert.deepStrictEqual(server.requests.map(line), [
          `PATCH /repos/acme/web/issues/1 ${body}`,
          `PATCH ${byId} ${body}`
        ])
        for (const { headers } of server.requests) {
          assert.strictEqual(headers["content-type"], "application/json")
          assert.strictEqual(headers["content-length"], String(Buffer.byteLength(body)))
        }
      })
    )
  })

  it.live("follows no other status", () =>
    Effect.gen(function* () {
      for (const status of [300, 303, 305]) {
        const server = yield* serve(() => redirect(status, "/elsewhere"))
        const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual([error._tag, server.requests.length], ["UnexpectedStatus", 1])
      }
    })
  )

  it.live("fails with UnexpectedStatus without a Location", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer(301))
      const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "UnexpectedStatus")
    })
  )

  it.live("resolves a relative Location against the URL of the redirect", () =>
    Effect.gen(function* () {
      const server = yield* serve(
        inOrder(redirect(302, "../../web2/issues/1?a=b#top"), redirect(302, "?c=d"), json(200, issue(1)))
      )
      yield* Issues.get(first).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(
        server.requests.map(({ path }) => path),
        ["/repos/acme/web/issues/1", "/repos/acme/web2/issues/1?a=b", "/repos/acme/web2/issues/1?c=d"]
      )
    })
  )

  it.live("follows five redirects, and not a sixth", () =>
    Effect.gen(function* () {
      const five = yield* serve((_, nth) => (nth <= 5 ? redirect(302, `/${nth}`) : json(200, issue(1))))
      const { number } = yield* Issues.get(first).pipe(Effect.provide(forge(five.origin, { client })))
      assert.deepStrictEqual([number, five.requests.length], [1, 6])

      const more = yield* serve((_, nth) => redirect(302, `/${nth}`))
      const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(more.origin, { client })))
      assert.deepStrictEqual([error._tag, more.requests.length], ["UnsafeRedirect", 6])
      if (error._tag !== "UnsafeRedirect") return
      assert.strictEqual(error.from, `${more.origin}/5`)
      assert.strictEqual(error.to, `${more.origin}/6`)
      assert.strictEqual(error.url, `${more.origin}/repos/acme/web/issues/1`)
    })
  )

  it.live("does not follow redirects in a circle", () =>
    Effect.gen(function* () {
      const itself = yield* serve(({ path }) => redirect(301, path))
      const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(itself.origin, { client })))
      assert.deepStrictEqual([error._tag, itself.requests.length], ["UnsafeRedirect", 1])
      assert.include(error.message, "in a circle")

      const two = yield* serve(({ path }) => redirect(307, path === "/b" ? "/repos/acme/web/issues/1/lock" : "/b"))
      const other = yield* Effect.flip(Issues.lock(first)).pipe(Effect.provide(forge(two.origin, { client })))
      assert.deepStrictEqual([other._tag, two.requests.length], ["UnsafeRedirect", 2])
    })
  )

  it.live.each(["http://", "https://[::1", "http://:99999/", "http://a b/"])(
    "fails when the Location is %s",
    (location) =>
      Effect.gen(function* () {
        const server = yield* serve(() => redirect(302, location))
        const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual([error._tag, server.requests.length], ["UnsafeRedirect", 1])
        assert.include(error.message, "is not a URL")
      })
  )

  it.live.each(["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:application/json,{}"])(
    "does not follow to %s",
    (location) =>
      Effect.gen(function* () {
        const server = yield* serve(() => redirect(302, location))
        const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual([error._tag, server.requests.length], ["UnsafeRedirect", 1])
        assert.include(error.message, "is not an HTTP URL")
      })
  )

  it.live("fails with the target's error", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(redirect(301, byId), json(404, { message: "Not Found" })))
      const error = yield* Effect.flip(Issues.get(first)).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "NotFound")
    })
  )

  it.live("follows the Links of a listing that was redirected", () =>
    Effect.gen(function* () {
      const renamed = "/repositories/4711/issues"
      const server = yield* serve(({ path }, nth) => {
        if (nth === 1) return redirect(301, `${renamed}?per_page=1`)
        return path.includes("page=2")
          ? json(200, [issue(2)])
          : json(200, [issue(1)], { link: `<${renamed}?per_page=1&page=2>; rel="next"` })
      })
      const numbers = yield* Issues.list({ ...repo, per_page: 1 }).pipe(
        Stream.map(({ number }) => number),
        Stream.runCollect,
        Effect.provide(forge(server.origin, { client }))
      )
      assert.deepStrictEqual(numbers, [1, 2])
      assert.strictEqual(server.requests[2]?.path, `${renamed}?per_page=1&page=2`)
    })
  )

  it.live("revalidates a response that came by a redirect", () =>
    Effect.gen(function* () {
      const server = yield* serve(({ headers, path }) => {
        if (path !== byId) return redirect(301, byId)
        return headers["if-none-match"] === `"a"` ? json(304, {}) : json(200, issue(1), { etag: `"a"` })
      })
      const replies = yield* Issues.get
        .withReply(first)
        .pipe(Effect.replicateEffect(2), Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual(
        replies.map(({ cached, value }) => [cached, value.number]),
        [
          [false, 1],
          [true, 1]
        ]
      )
    })
  )
})
