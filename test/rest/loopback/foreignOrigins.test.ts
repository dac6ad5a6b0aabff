/** Redirects and Links that lead to another origin: downloads follow, nothing else does, and credentials never do. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { answer, json, redirect, refusal } from "./support/answers.ts"
import { forge, onEachTransport, token } from "./support/client.ts"
import { file, first, issue, ping, pong, repo } from "./support/records.ts"
import { inOrder, serve } from "./support/server.ts"

const signed = "/asset?X-Amz-Signature=5ecre7&sv=5ecre7&page=1"

onEachTransport((client) => {
  it.live.each([301, 302, 307, 308])("a read does not follow a %i: JSON is the service's own", (status) =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => json(200, issue(1), { etag: `"a"` }))
      const own = yield* serve(() => redirect(status, `${foreign.origin}${signed}`))
      const errors = yield* Effect.all([
        Effect.flip(Issues.get(first)),
        Effect.flip(Issues.get(first)),
        Effect.flip(Stream.runCollect(Issues.list(repo)))
      ]).pipe(Effect.provide(forge(own.origin, { client })))
      for (const error of errors) {
        assert.strictEqual(error._tag, "UnsafeRedirect")
        if (error._tag !== "UnsafeRedirect") continue
        assert.strictEqual(error.to, `${foreign.origin}/asset`)
        assert.include(error.message, "leads to a foreign origin")
        assert.notInclude(JSON.stringify(error), "5ecre7")
      }
      assert.deepStrictEqual([own.requests.length, foreign.requests.length], [3, 0])
    })
  )

  it.live("a download follows a redirect without credentials", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => answer(200, {}, "bytes"))
      const own = yield* serve(() => redirect(302, `${foreign.origin}${signed}`))
      const bytes = yield* file.bytes({}).pipe(Effect.provide(forge(own.origin, { client })))
      assert.strictEqual(new TextDecoder().decode(bytes), "bytes")
      assert.strictEqual(own.requests[0]?.headers.authorization, `Bearer ${token}`)
      assert.strictEqual(foreign.requests[0]?.path, signed)
      assert.notProperty(foreign.requests[0]?.headers, "authorization")
      assert.notInclude(JSON.stringify(foreign.requests), token)
    })
  )

  it.live("credentials are attached again when a redirect returns to the service", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(({ path }) => redirect(302, path.slice("/?".length)))
      const own = yield* serve(({ origin, path }) =>
        path === "/back" ? answer(200, {}, "bytes") : redirect(302, `${foreign.origin}/?${origin}/back`)
      )
      yield* file.bytes({}).pipe(Effect.provide(forge(own.origin, { client })))
      assert.notProperty(foreign.requests[0]?.headers, "authorization")
      assert.deepStrictEqual(
        own.requests.map(({ headers }) => headers.authorization),
        [`Bearer ${token}`, `Bearer ${token}`]
      )
    })
  )

  it.live.each([301, 302, 307, 308])("a write does not follow a %i", (status) =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => json(200, issue(1)))
      const own = yield* serve(() => redirect(status, `${foreign.origin}${signed}`))
      const errors = yield* Effect.all([
        Effect.flip(Issues.update({ ...first, title: "New" })),
        Effect.flip(Issues.createComment({ ...first, body: "It rains in" })),
        Effect.flip(Labels.delete({ ...repo, name: "bug" }))
      ]).pipe(Effect.provide(forge(own.origin, { client })))
      for (const error of errors) {
        assert.strictEqual(error._tag, "UnsafeRedirect")
        if (error._tag !== "UnsafeRedirect") continue
        assert.strictEqual(error.to, `${foreign.origin}/asset`)
        assert.include(error.message, "a write to a foreign origin")
        assert.notInclude(JSON.stringify(error), "5ecre7")
      }
      assert.deepStrictEqual([own.requests.length, foreign.requests.length], [3, 0])
    })
  )

  it.live("the signature of a foreign URL is hidden when that redirects again", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => redirect(302, "ftp://127.0.0.1/?sv=5ecre7"))
      const own = yield* serve(() => redirect(302, `${foreign.origin}${signed}`))
      const error = yield* Effect.flip(file.bytes({})).pipe(Effect.provide(forge(own.origin, { client })))
      assert.strictEqual(error._tag, "UnsafeRedirect")
      if (error._tag === "UnsafeRedirect") assert.strictEqual(error.from, `${foreign.origin}/asset`)
      assert.notInclude(JSON.stringify(error), "5ecre7")
    })
  )

  it.live("the signature is hidden when the foreign origin refuses, or is down", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => refusal(403, "SignatureDoesNotMatch"))
      const own = yield* serve(
        inOrder(redirect(302, `${foreign.origin}${signed}`), redirect(302, `http://127.0.0.1:1${signed}`))
      )
      const errors = yield* Effect.flip(file.bytes({})).pipe(
        Effect.replicateEffect(2),
        Effect.provide(forge(own.origin, { client, retry: { attempts: 1 } }))
      )
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["Forbidden", "TransportFailed"]
      )
      assert.notInclude(JSON.stringify(errors), "5ecre7")
    })
  )

  it.live("a redirect to a URL with a user and a password is not followed", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => answer(200))
      const userOf = (origin: string) => origin.replace("//", "//octo:5ecre7@")
      const away = yield* serve(() => redirect(302, userOf(foreign.origin)))
      const within = yield* serve(({ origin }) => redirect(302, userOf(origin)))
      for (const own of [away, within]) {
        const error = yield* Effect.flip(file.bytes({})).pipe(Effect.provide(forge(own.origin, { client })))
        assert.strictEqual(error._tag, "UnsafeRedirect")
        assert.include(error.message, "a user or a password")
        assert.notInclude(JSON.stringify(error), "5ecre7")
      }
      assert.deepStrictEqual(
        [away, within, foreign].map(({ requests }) => requests.length),
        [1, 1, 0]
      )
    })
  )

  it.live("a redirect that repeats the token is not followed, in whatever way it encodes it", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => answer(200))
      const encoded = Array.from(token, (char) => `%${char.charCodeAt(0).toString(16)}`).join("")
      for (const echo of [token, encoded]) {
        const own = yield* serve(() => redirect(302, `${foreign.origin}/?state=${echo}`))
        const error = yield* Effect.flip(file.bytes({})).pipe(Effect.provide(forge(own.origin, { client })))
        assert.strictEqual(error._tag, "UnsafeRedirect")
        assert.include(error.message, "repeats the token")
      }
      assert.lengthOf(foreign.requests, 0)
    })
  )

  it.live("the limits of a foreign origin do not apply to the service", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() =>
        json(200, pong, {
          "x-ratelimit-limit": "10",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600)
        })
      )
      const own = yield* serve(
        inOrder(redirect(302, `${foreign.origin}${signed}`), json(200, issue(1), { "x-ratelimit-remaining": "9" }))
      )
      yield* Effect.replicateEffect(file.bytes({}), 2).pipe(Effect.provide(forge(own.origin, { client })))
      assert.strictEqual(own.requests.length, 2)
    })
  )

  it.live("a Link to a foreign origin is not followed", () =>
    Effect.gen(function* () {
      const foreign = yield* serve(() => json(200, [issue(2)]))
      const own = yield* serve(() =>
        json(200, [issue(1)], { link: `<${foreign.origin}/issues?page=2&sig=5ecre7>; rel="next"` })
      )
      const seen: Array<number> = []
      const error = yield* Issues.list(repo).pipe(
        Stream.runForEach(({ number }) => Effect.sync(() => seen.push(number))),
        Effect.flip,
        Effect.provide(forge(own.origin, { client }))
      )
      assert.deepStrictEqual([seen, error._tag, foreign.requests.length], [[1], "UnsafeRedirect", 0])
      assert.notInclude(JSON.stringify(error), "5ecre7")
    })
  )

  it.live("the upload host is one of the service's own origins", () =>
    Effect.gen(function* () {
      const upload = yield* serve(() => json(201, pong))
      const api = yield* serve(({ path }) =>
        path === "/ping" ? redirect(307, `${upload.origin}/pong`) : json(500, {})
      )
      yield* Effect.andThen(ping({}), send({ release_id: 3, name: "Größe & weather.zip" })).pipe(
        Effect.provide(forge(api.origin, { client, uploadUrl: `${upload.origin}/uploads/` }))
      )
      assert.deepStrictEqual(
        upload.requests.map(({ headers, path }) => [path, headers.authorization]),
        [
          ["/pong", `Bearer ${token}`],
          ["/uploads/releases/3/assets?name=Gr%C3%B6%C3%9Fe%20%26%20weather.zip", `Bearer ${token}`]
        ]
      )
    })
  )
})

const send = Forge.operation("Test.upload", "POST /releases/{release_id}/assets", {
  path: { release_id: Schema.Int },
  query: { name: Schema.String },
  success: Schema.Struct({ ok: Schema.Boolean }),
  host: "upload"
})
