/** Bodies of errors: bounded, and never the cause of a defect, whatever they contain. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import { ErrorBodyLimit } from "../../../src/rest/Transport.ts"
import { answer, endless, json, redirect, refusal } from "./support/answers.ts"
import { eventually, forge, onEachTransport } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

const get = Issues.get(first)

const messageOf = (error: object): unknown => Reflect.get(error, "serviceMessage")

/** Sends a byte at intervals, without end. */
const endlessDrip =
  (status: number, everyMillis: number): Answer =>
  (response) => {
    response.writeHead(status)
    const timer = setInterval(() => response.write("x"), everyMillis)
    response.on("close", () => clearInterval(timer))
  }

onEachTransport((client) => {
  it.live("an endless body is cut off, and its connection closed", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endless(418))
      const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "UnexpectedStatus")
      if (error._tag === "UnexpectedStatus") assert.strictEqual(error.body, "x".repeat(1_000))
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("the endless body of a redirect is cut off, and the redirect followed", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(302, { location: "/elsewhere" }), json(200, issue(1))))
      const { number } = yield* get.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(number, 1)
    })
  )

  it.live("the endless bodies of retried responses are cut off", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(500), endless(502), json(200, issue(1))))
      const { number } = yield* get.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(number, 1)
      yield* eventually("their connections are closed", () => server.abandoned === 2)
    })
  )

  it.live("an endless slow body does not delay the call forever", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endlessDrip(404, 10))
      const error = yield* Effect.flip(get).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { silence: "150 millis" } }))
      )
      assert.strictEqual(error._tag, "NotFound")
    })
  )

  it.live("a body that falls silent or breaks off does not hide the error", () =>
    Effect.gen(function* () {
      const silent: Answer = (response) => {
        response.writeHead(404, { "content-length": 100 })
        response.write("{")
      }
      const broken: Answer = (response) => {
        response.writeHead(404, { "content-length": 100 })
        response.write("{", () => response.socket?.resetAndDestroy())
      }
      const server = yield* serve(inOrder(silent, broken))
      const tags = yield* Effect.flip(get).pipe(
        Effect.map(({ _tag }) => _tag),
        Effect.replicateEffect(2),
        Effect.provide(forge(server.origin, { client, timeouts: { silence: "150 millis" } }))
      )
      assert.deepStrictEqual([tags, server.requests.length], [["NotFound", "NotFound"], 2])
    })
  )

  it.live("the limit is configurable", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => refusal(404, "x".repeat(300)))
      const [whole, cut] = yield* Effect.all([
        Effect.flip(get),
        Effect.flip(get).pipe(Effect.provideService(ErrorBodyLimit, 200))
      ]).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([messageOf(whole), messageOf(cut)], ["x".repeat(300), null])
    })
  )

  describe("an error body of", () => {
    const bodies: ReadonlyArray<readonly [name: string, body: string, message: string | null]> = [
      ["nothing", "", null],
      ["HTML", "<html>Bad gateway</html>", null],
      ["a bare string", `"Not Found"`, "Not Found"],
      ["a number", "404", null],
      ["null", "null", null],
      ["a list", `["Not Found"]`, null],
      ["an empty object", "{}", null],
      ["a message that is not a string", `{"message":{"en":"Not Found"},"documentation_url":404}`, null],
      ["half of a JSON text", `{"message":"Not`, null],
      ["broken characters", "\ud800", null],
      ["errors that are not a list", `{"message":"No","errors":"no"}`, "No"],
      ["errors of all types", `{"message":"No","errors":[null,1,[],{},{"index":1e999,"value":1e999},"no"]}`, "No"],
      ["keys with a special meaning", `{"message":"No","__proto__":{"x":1},"errors":[{"__proto__":1}]}`, "No"]
    ]

    it.live.each(bodies)("$0", ([, body, message]) =>
      Effect.gen(function* () {
        for (const [status, tag] of [
          [404, "NotFound"],
          [422, "ValidationFailed"],
          [403, "Forbidden"],
          [418, "UnexpectedStatus"]
        ] as const) {
          const server = yield* serve(() => answer(status, { "content-type": "application/json" }, body))
          const error = yield* Effect.flip(Labels.create({ ...repo, name: "bug" })).pipe(
            Effect.provide(forge(server.origin, { client }))
          )
          assert.strictEqual(error._tag, tag)
          assert.strictEqual(messageOf(error), message)
        }
      })
    )
  })

  describe("invalid headers", () => {
    const limits: ReadonlyArray<readonly [name: string, headers: Readonly<Record<string, string>>]> = [
      ["a reset beyond any date", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999999999" }],
      ["an infinite reset", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1e400" }],
      ["an endless Retry-After", { "retry-after": "9".repeat(25) }],
      ["a Retry-After beyond any date", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }],
      ["a Retry-After that cannot be parsed", { "retry-after": "soon" }],
      ["negative numbers", { "retry-after": "-5", "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "-1" }],
      ["a Date that cannot be parsed", { date: "today", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }],
      ["words for numbers", { "x-ratelimit-limit": "many", "x-ratelimit-remaining": "none", "x-ratelimit-reset": "" }]
    ]

    it.live.each(limits)("$0", ([, headers]) =>
      Effect.gen(function* () {
        const server = yield* serve((_, nth) =>
          nth === 1 ? json(200, issue(1), headers) : refusal(nth % 2 === 0 ? 429 : 503, "No", headers)
        )
        // Typed failures are fine here, defects are not.
        yield* Issues.get
          .withReply(first)
          .pipe(Effect.ignore, Effect.replicateEffect(4), Effect.provide(forge(server.origin, { client })))
        assert.isAtLeast(server.requests.length, 1)
      })
    )

    it.live("deprecation, link and ETag headers that cannot be parsed", () =>
      Effect.gen(function* () {
        const server = yield* serve(() =>
          json(200, issue(1), { deprecation: "@9999999999999999", sunset: "soon", link: "<<>", etag: "" })
        )
        const { deprecation } = yield* Issues.get
          .withReply(first)
          .pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual(deprecation, { since: null, sunset: null })
      })
    )

    it.live("a redirect with an empty Location", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => redirect(302, ""))
        const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(error._tag, "UnsafeRedirect")
      })
    )
  })
})
