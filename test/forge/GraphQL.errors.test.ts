import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { ForgeError, GraphQLFailed } from "../../src/forge/ForgeError.ts"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Samples from "../../src/testing/Samples.ts"
import { pass } from "../rest/support/time.ts"
import { fails } from "./support/proof.ts"
import { type Answer, answer, exchange, makeClient, serviceOn } from "./support/wire.ts"

const query = 'query Q { repository(owner: "a", name: "b") { name } viewer { login } }'
const mutation = "mutation M { a: addStar(input: {}) { clientMutationId } b: addStar(input: {}) { clientMutationId } }"
const call = GraphQL.request(query, {})

const error = (type: string | undefined, message: string, path: ReadonlyArray<string | number> = ["repository"]) => ({
  ...(type === undefined ? {} : { type }),
  path,
  locations: [{ line: 1, column: 11 }],
  message
})

const notFound = error("NOT_FOUND", "Could not resolve to a Repository with the name 'a/b'.")
const forbidden = error("FORBIDDEN", "Resource not accessible by integration")

const sizeOf = (failure: unknown): number =>
  JSON.stringify(Schema.encodeUnknownSync(Schema.toCodecJson(GraphQLFailed))(failure)).length

const refused = (data: unknown, ...errors: ReadonlyArray<unknown>): Answer => answer(200, { data, errors })

describe("errors in a 200", () => {
  it.effect("are NotFound if nothing was found", () =>
    Effect.gen(function* () {
      for (const data of [null, undefined, { repository: null }, { repository: { issue: null, list: [null] } }]) {
        const failure = yield* fails(call, refused(data, notFound))
        assert.strictEqual(failure._tag, "NotFound", JSON.stringify(data))
        assert.include(failure.message, "query Q: 200 repository: Could not resolve to a Repository")
      }
    })
  )

  it.effect.each(["FORBIDDEN", "INSUFFICIENT_SCOPES"])("are Forbidden if all are %s", (type) =>
    Effect.gen(function* () {
      const sso = { "x-github-sso": "required; url=https://github.com/orgs/acme/sso" }
      const body = { data: { repository: null }, errors: [error(type, "No"), forbidden] }
      const failure = yield* fails(call, answer(200, body, sso))
      assert.containSubset(failure, { _tag: "Forbidden", status: 200, ssoUrl: "https://github.com/orgs/acme/sso" })
    })
  )

  it.effect("keep the data beside them", () =>
    Effect.gen(function* () {
      const data = { repository: null, viewer: { login: "octo" } }
      const failure = yield* fails(call, refused(data, notFound))
      assert.instanceOf(failure, GraphQLFailed)
      assert.containSubset(failure, {
        errors: [{ ...notFound, extensions: {} }],
        data,
        status: 200,
        serviceMessage: "repository: Could not resolve to a Repository with the name 'a/b'."
      })
    })
  )

  it.effect("of several types, or of none, are GraphQLFailed", () =>
    Effect.gen(function* () {
      const mixed = yield* fails(call, refused({ repository: null }, notFound, forbidden))
      assert.containSubset(mixed, { _tag: "GraphQLFailed", data: { repository: null } })
      const invalid = { message: "Field 'x' doesn't exist", extensions: { code: "undefinedField", fieldName: "x" } }
      const failure = yield* fails(call, answer(200, { errors: [invalid] }))
      assert.containSubset(failure, {
        _tag: "GraphQLFailed",
        errors: [{ ...invalid, type: null, path: [], locations: [] }],
        data: null
      })
    })
  )

  it.effect("show their first three messages", () =>
    Effect.gen(function* () {
      const four = ["a", "b", "c", "d"].map((name) => error(undefined, `no ${name}`, [name, 0]))
      const failure = yield* fails(call, refused(null, ...four))
      assert.strictEqual(
        failure.message,
        "query Q: 200 a.0: no a; b.0: no b; c.0: no c (POST https://api.github.com/graphql)"
      )
      assert.containSubset(failure, { errors: four })
    })
  )

  it.effect("with data that the schema refuses have none", () =>
    Effect.gen(function* () {
      const At = Schema.Struct({ viewer: Schema.Struct({ createdAt: Schema.DateTimeUtcFromString }) })
      const checked = GraphQL.request(query, {}, { schema: At })
      const whole = yield* fails(checked, refused({ viewer: { createdAt: "2020-01-01T00:00:00Z" } }, notFound))
      assert.containSubset(whole, { data: { viewer: { createdAt: DateTime.makeUnsafe("2020-01-01T00:00:00Z") } } })
      const part = yield* fails(checked, refused({ viewer: { createdAt: 7 } }, notFound))
      assert.containSubset(part, { _tag: "GraphQLFailed", data: null })
    })
  )

  it.effect("cross process borders, with their data as JSON", () =>
    Effect.gen(function* () {
      const codec = Schema.toCodecJson(ForgeError)
      const isForgeError = Schema.is(ForgeError)
      const failure = yield* fails(call, refused({ repository: null, viewer: { login: "octo" } }, notFound))
      if (!isForgeError(failure)) return assert.fail("it is an error of the service")
      const text = JSON.stringify(Schema.encodeSync(codec)(failure))
      assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(JSON.parse(text)), failure)
    })
  )

  it.effect("need not be as the specification says", () =>
    Effect.gen(function* () {
      const malformed = [
        "text",
        null,
        7,
        {},
        { message: 1, path: "a", locations: [null, { line: "x" }], extensions: [] }
      ]
      const failure = yield* fails(call, refused(undefined, ...malformed))
      const empty = { message: "", type: null, path: [], locations: [], extensions: {} }
      assert.containSubset(failure, {
        _tag: "GraphQLFailed",
        errors: [
          { ...empty, message: "text" },
          empty,
          empty,
          empty,
          {
            ...empty,
            locations: [
              { line: 0, column: 0 },
              { line: 0, column: 0 }
            ]
          }
        ]
      })
    })
  )

  it.effect("have extensions of any name, and of any number that JSON can hold", () =>
    Effect.gen(function* () {
      const extensions = '{"a":1e400,"b":{"c":[-1e400,2]},"__proto__":{"d":1}}'
      const body = `{"errors":[{"message":"No","extensions":${extensions}}]}`
      const failure = yield* fails(call, answer(200, body, { "content-type": "application/graphql-response+json" }))
      assert.instanceOf(failure, GraphQLFailed)
      assert.strictEqual(
        JSON.stringify(failure.errors[0]?.extensions),
        '{"a":null,"b":{"c":[null,2]},"__proto__":{"d":1}}'
      )
    })
  )

  it.effect("are bounded, and the error says how many are left out", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 3_000 }, (_, index) =>
        error("SOME", `no ${index} ${"x".repeat(100)}`, ["a", index])
      )
      const failure = yield* fails(call, refused(null, ...many))
      if (failure._tag !== "GraphQLFailed") return assert.fail(failure._tag)
      assert.deepStrictEqual([failure.errors.length, failure.omitted], [100, 2_900])
      assert.containSubset(failure.errors[99], many[99])
      assert.include(failure.message, "no 0 ")
      assert.include(failure.message, "2900 more errors are left out")
      assert.isAtMost(failure.message.length, 600)
      assert.isAtMost(sizeOf(failure), 60_000)
    })
  )

  it.effect("are bounded, however large one of them is", () =>
    Effect.gen(function* () {
      const long = "y".repeat(5_000)
      const large = {
        message: long,
        type: long,
        path: Array.from({ length: 100 }, () => long),
        locations: Array.from({ length: 1_000 }, () => ({ line: 1, column: 2 })),
        extensions: { code: "undefinedField", long, deep: JSON.parse("[".repeat(1_000) + "]".repeat(1_000)) as unknown }
      }
      const failure = yield* fails(call, refused(null, large, large, large, large, large, large))
      if (failure._tag !== "GraphQLFailed") return assert.fail(failure._tag)
      const { errors, omitted } = failure
      assert.strictEqual(errors.length + omitted, 6)
      assert.isAbove(omitted, 0)
      assert.strictEqual(errors[0]?.extensions["code"], "undefinedField")
      assert.isAtMost(sizeOf(failure), 60_000)
    })
  )

  it.effect("beside data that is nested deeper than calls may be are errors all the same", () =>
    Effect.gen(function* () {
      for (const depth of [1_000, 5_000, 20_000, 200_000]) {
        const text = `{"data":{"a":${"[".repeat(depth)}${"]".repeat(depth)}},"errors":[{"message":"No"}]}`
        const type = { "content-type": "application/graphql-response+json" }
        const failure = yield* fails(call, answer(200, text, type))
        assert.strictEqual(failure._tag, "GraphQLFailed")
      }
    })
  )

  it.effect("count as long as all of them are of one type, kept or not", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 300 }, () => notFound)
      assert.strictEqual((yield* fails(call, refused(null, ...many)))._tag, "NotFound")
      assert.strictEqual((yield* fails(call, refused(null, ...many, forbidden)))._tag, "GraphQLFailed")
    })
  )

  it("that were stored without a count left none out", () => {
    const codec = Schema.toCodecJson(GraphQLFailed)
    const stored = Samples.error("GraphQLFailed")
    const { omitted, ...before } = Schema.encodeSync(codec)(stored) as Readonly<Record<string, Schema.Json>>
    assert.strictEqual(omitted, 0)
    assert.deepStrictEqual(Schema.decodeUnknownSync(codec)(before), stored)
  })

  it.effect("never show the token", () =>
    Effect.gen(function* () {
      const token = "a-token-for-tests"
      const body = refused(
        { viewer: { login: token } },
        { message: `no ${token}`, type: token, path: [token], extensions: { a: [token] } }
      )
      const failure = yield* fails(call, body)
      assert.notInclude(JSON.stringify(failure), token)
      assert.containSubset(failure, { data: { viewer: { login: "<redacted>" } } })
    })
  )

  it.effect("fail the span", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.NativeSpan> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        }
      })
      yield* Effect.provideService(fails(call, refused({ viewer: { login: "octo" } }, notFound)), Tracer.Tracer, tracer)
      const span = spans.find(({ name }) => name === "query Q")
      assert.containSubset(span?.status, { exit: { _tag: "Failure" } })
      assert.containSubset(Object.fromEntries(span?.attributes ?? []), {
        "forgecast.resource": "graphql",
        "forgecast.attempts": 1,
        "http.response.status_code": 200
      })
    })
  )
})

describe("responses that are not GraphQL", () => {
  it.effect.each<readonly [body: unknown, found: string]>([
    ["<html>", "Expected JSON, found 6 characters that are not JSON"],
    ["", "Expected JSON, found 0 characters that are not JSON"],
    [{}, "Expected data, found undefined"],
    [[], "Expected data, found undefined"],
    [{ data: null }, "Expected data, found null"],
    [{ data: null, errors: [] }, "Expected data, found null"]
  ])("fail to decode: %j", ([body, found]) =>
    Effect.gen(function* () {
      const response = typeof body === "string" ? answer(200, body, { "content-type": "text/html" }) : answer(200, body)
      assert.containSubset(yield* fails(call, response), { _tag: "DecodeFailed", found })
    })
  )

  it.effect("have the error of their status", () =>
    Effect.gen(function* () {
      const message = { message: "Bad credentials" }
      assert.containSubset(yield* fails(call, answer(401, message)), { _tag: "Unauthorized", status: 401 })
      assert.strictEqual((yield* fails(call, answer(403, { message: "No" })))._tag, "Forbidden")
      assert.strictEqual((yield* fails(call, answer(404, { message: "Not Found" })))._tag, "NotFound")
      assert.strictEqual((yield* fails(call, answer(400, { message: "Problems parsing JSON" })))._tag, "BadRequest")
      const html = answer(502, "<html>Unicorn!</html>", { "content-type": "text/html" })
      assert.strictEqual((yield* fails(GraphQL.request(mutation, {}), html))._tag, "ServiceUnavailable")
    })
  )

  it.effect("may have a message only", () =>
    Effect.gen(function* () {
      const failure = yield* fails(
        call,
        answer(200, { message: "Sorry", documentation_url: "https://docs.example.com" })
      )
      assert.containSubset(failure, {
        _tag: "GraphQLFailed",
        serviceMessage: "Sorry",
        documentationUrl: "https://docs.example.com",
        errors: [{ message: "Sorry" }],
        data: null
      })
    })
  )
})

const spent = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-resource": "graphql" }
const patient = Effect.provideService(RateLimit.MaxWait, "2 hours")

/** Runs a call whose first response is a limit, until it has waited for so long. Returns how often it was sent. */
const sentAfter = Effect.fnUntraced(function* (limited: Answer, seconds: ReadonlyArray<number>, document = query) {
  yield* TestClock.setTime(0)
  const { client, sent } = makeClient((_, index) => (index === 0 ? limited : answer(200, { data: {} })))
  const running = yield* Effect.forkChild(
    patient(GraphQL.request(document, {})).pipe(Effect.provide(serviceOn(client)))
  )
  const counts: Array<number> = []
  for (const each of seconds) {
    yield* pass(`${each} seconds`)
    counts.push(sent.length)
  }
  yield* Fiber.interrupt(running)
  return counts
})

describe("a limit", () => {
  const limited = error("RATE_LIMITED", "API rate limit exceeded for user ID 1.", [])
  const until = { ...spent, "x-ratelimit-reset": "600" }
  const secondary = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."

  it.effect.each(["RATE_LIMITED", "RATE_LIMIT"])("of points, %s, is waited for until the window ends", (type) =>
    Effect.gen(function* () {
      const response = answer(200, { errors: [{ ...limited, type }] }, until)
      assert.deepStrictEqual(yield* sentAfter(response, [598, 5]), [1, 2])
      assert.deepStrictEqual(yield* sentAfter(response, [598, 5], mutation), [1, 2])
    })
  )

  it.effect("of points fails at once if the wait is too long, and says until when", () =>
    Effect.gen(function* () {
      const failure = yield* fails(call, answer(200, { errors: [limited] }, until))
      assert.containSubset(failure, {
        _tag: "RateLimited",
        kind: "primary",
        resource: "graphql",
        limit: 5_000,
        remaining: 0,
        retryAt: DateTime.makeUnsafe(600_000),
        serviceMessage: "API rate limit exceeded for user ID 1."
      })
    })
  )

  it.effect("of points holds back all GraphQL of the principal, and nothing else", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, { errors: [limited] }, until))
      yield* Effect.gen(function* () {
        assert.strictEqual((yield* Effect.flip(call))._tag, "RateLimited")
        const held = yield* Effect.flip(GraphQL.request("{ viewer { login } }", {}))
        assert.containSubset(held, { _tag: "RateLimited", resource: "graphql", status: null })
      }).pipe(Effect.provide(serviceOn(client)))
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("without headers pauses for a minute", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sentAfter(answer(200, { errors: [limited] }), [59, 2]), [1, 2])
      const failure = yield* fails(
        Effect.provideService(call, RateLimit.MaxWait, 0),
        answer(200, { errors: [limited] })
      )
      assert.containSubset(failure, { _tag: "RateLimited", kind: "primary", resource: "graphql" })
    })
  )

  it.effect.each<readonly [what: string, response: Answer]>([
    ["a 200 with a message", answer(200, { message: secondary }, { "retry-after": "30" })],
    ["a 200 with an error", answer(200, { errors: [{ message: secondary }] }, { "retry-after": "30" })],
    ["a 403", answer(403, { message: secondary }, { "retry-after": "30" })]
  ])("against abuse may be %s", ([, response]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* sentAfter(response, [29, 2]), [1, 2])
      const failure = yield* fails(Effect.provideService(call, RateLimit.MaxWait, 0), response)
      assert.containSubset(failure, { _tag: "RateLimited", kind: "secondary" })
    })
  )

  it.effect("is not what an error quotes", () =>
    Effect.gen(function* () {
      const quoting = { message: 'Parse error on "You have exceeded a secondary rate limit" (STRING)' }
      assert.strictEqual((yield* fails(call, answer(200, { errors: [quoting] })))._tag, "GraphQLFailed")
      const typed = error("NOT_FOUND", "API rate limit exceeded is not a repository")
      assert.strictEqual((yield* fails(call, refused(null, typed)))._tag, "NotFound")
    })
  )

  it.effect("does not repeat a mutation of which a part was carried out", () =>
    Effect.gen(function* () {
      const response = answer(200, { data: { a: { clientMutationId: null }, b: null }, errors: [limited] }, until)
      const { client, sent } = makeClient(() => response)
      yield* Effect.gen(function* () {
        const failure = yield* Effect.flip(GraphQL.request(mutation, {}))
        assert.containSubset(failure, { _tag: "GraphQLFailed", data: { a: { clientMutationId: null }, b: null } })
        assert.strictEqual((yield* Effect.flip(call))._tag, "RateLimited", "the gate knows the limit")
      }).pipe(Effect.provide(serviceOn(client)))
      assert.lengthOf(sent, 1)
    })
  )

  it.effect("does repeat a query with a part of its data", () =>
    Effect.gen(function* () {
      const response = answer(200, { data: { viewer: { login: "octo" } }, errors: [limited] }, until)
      assert.deepStrictEqual(yield* sentAfter(response, [598, 5]), [1, 2])
    })
  )

  it.effect("that the headers of a success state holds back the next call", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* exchange(
        Effect.andThen(call, call),
        answer(200, { data: {} }, until),
        answer(200, { data: {} })
      )
      assert.lengthOf(sent, 1)
      assert.containSubset(result, { failure: { _tag: "RateLimited", resource: "graphql", status: null } })
    })
  )
})
