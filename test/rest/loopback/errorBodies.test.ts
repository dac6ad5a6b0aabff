/** Bodies of errors: bounded, and whatever they hold, an error comes of them and no defect. */
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

/** Sends a byte now and then, without end. */
const endlessDrip =
  (status: number, everyMillis: number): Answer =>
  (response) => {
    response.writeHead(status)
    const timer = setInterval(() => response.write("x"), everyMillis)
    response.on("close", () => clearInterval(timer))
  }

onEachTransport((client) => {
  it.live("one without an end is cut off, and its connection closed", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endless(418))
      const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(error._tag, "UnexpectedStatus")
      if (error._tag === "UnexpectedStatus") assert.strictEqual(error.body, "x".repeat(1_000))
      yield* eventually("the connection is closed", () => server.abandoned === 1)
    })
  )

  it.live("so is that of a redirect, which is followed", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(302, { location: "/elsewhere" }), json(200, issue(1))))
      const { number } = yield* get.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(number, 1)
    })
  )

  it.live("so are those of answers that are tried again", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(endless(500), endless(502), json(200, issue(1))))
      const { number } = yield* get.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(number, 1)
      yield* eventually("their connections are closed", () => server.abandoned === 2)
    })
  )

  it.live("one that drips without end does not hold the call up", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => endlessDrip(404, 10))
      const error = yield* Effect.flip(get).pipe(
        Effect.provide(forge(server.origin, { client, timeouts: { silence: "150 millis" } }))
      )
      assert.strictEqual(error._tag, "NotFound")
    })
  )

  it.live("one that falls silent, or breaks off, is an error all the same", () =>
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

  it.live("the bound can be set", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => refusal(404, "x".repeat(300)))
      const [whole, cut] = yield* Effect.all([
        Effect.flip(get),
        Effect.flip(get).pipe(Effect.provideService(ErrorBodyLimit, 200))
      ]).pipe(Effect.provide(forge(server.origin, { client })))
      assert.deepStrictEqual([messageOf(whole), messageOf(cut)], ["x".repeat(300), null])
    })
  )

  describe("whatever it holds", () => {
    const bodies: ReadonlyArray<readonly [name: string, body: string, message: string | null]> = [
      ["nothing", "", null],
      ["HTML", "<html>Bad gateway</html>", null],
      ["a bare string", `"Not Found"`, "Not Found"],
      ["a number", "404", null],
      ["null", "null", null],
      ["a list", `["Not Found"]`, null],
      ["an empty object", "{}", null],
      ["a message that is none", `{"message":{"en":"Not Found"},"documentation_url":404}`, null],
      ["half a JSON", `{"message":"Not`, null],
      ["broken characters", "\ud800", null],
      ["errors that are none", `{"message":"No","errors":"no"}`, "No"],
      ["errors of all kinds", `{"message":"No","errors":[null,1,[],{},{"index":1e999,"value":1e999},"no"]}`, "No"],
      ["keys that mean something", `{"message":"No","__proto__":{"x":1},"errors":[{"__proto__":1}]}`, "No"]
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

  describe("headers that make no sense", () => {
    const limits: ReadonlyArray<readonly [name: string, headers: Readonly<Record<string, string>>]> = [
      ["a reset far beyond time", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "99999999999999999" }],
      ["a reset that is infinite", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1e400" }],
      ["a Retry-After without end", { "retry-after": "9".repeat(25) }],
      ["a Retry-After beyond time", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }],
      ["a Retry-After that is none", { "retry-after": "soon" }],
      ["a negative one", { "retry-after": "-5", "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "-1" }],
      ["a Date that is none", { date: "today", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }],
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

    it.live("announcements that are none", () =>
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

    it.live("a redirect's Location that is empty leads to itself", () =>
      Effect.gen(function* () {
        const server = yield* serve(() => redirect(302, ""))
        const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
        assert.strictEqual(error._tag, "UnsafeRedirect")
      })
    )
  })
})
