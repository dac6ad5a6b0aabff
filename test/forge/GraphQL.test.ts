import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as EffectGraphQL from "effect/graphql/GraphQL"
import * as HttpClient from "effect/http/HttpClient"
import * as Schema from "effect/Schema"
import * as GraphQL from "../../src/forge/GraphQL.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as ForgeSimulator from "../../src/testing/ForgeSimulator.ts"
import { fails, proves, refuses, untyped } from "./support/proof.ts"
import { repo } from "./support/records.ts"
import { answer, exchange, makeClient, sending, serviceOn } from "./support/wire.ts"

const viewer = "query Viewer { viewer { login } }"
const octo = { viewer: { login: "octo" } }
const ok = answer(200, { data: octo })
const star = "mutation Star($id: ID!) { addStar(input: { starrableId: $id }) { clientMutationId } }"

/** What graphql-codegen generates: text with the types of its operation. */
class TypedDocumentString<Result, Variables> extends String {
  readonly __apiType?: (variables: Variables) => Result
}

describe("a request", () => {
  it.effect("sends the document with its variables, and returns the data", () =>
    proves(GraphQL.request(viewer, { first: 1, at: DateTime.makeUnsafe(0), none: undefined, nothing: null }), {
      sends: sending("POST", "/graphql", {
        query: viewer,
        variables: { first: 1, at: "1970-01-01T00:00:00.000Z", nothing: null }
      }),
      answer: answer(200, { data: octo, extensions: { cost: 1 } }),
      gives: octo
    })
  )

  it.effect("sends the name of the operation to execute", () =>
    Effect.gen(function* () {
      const both = `${viewer} query Other { viewer { id } }`
      const { sent } = yield* exchange(GraphQL.request(both, {}, { operationName: "Other" }), ok)
      assert.deepStrictEqual(sent[0]?.body, { query: both, variables: {}, operationName: "Other" })
    })
  )

  it.effect("takes typed documents as text, and parsed", () =>
    Effect.gen(function* () {
      const text = new TypedDocumentString<typeof octo, {}>(viewer)
      const { sent } = yield* exchange(GraphQL.request(text, {}), ok)
      assert.deepStrictEqual(sent[0]?.body, { query: viewer, variables: {} })
      const parsed = {
        kind: "Document",
        definitions: [
          {
            kind: "OperationDefinition",
            operation: "query",
            name: { kind: "Name", value: "Viewer" },
            selectionSet: {
              kind: "SelectionSet",
              selections: [{ kind: "Field", name: { kind: "Name", value: "viewer" } }]
            }
          }
        ]
      }
      const printed = yield* exchange(GraphQL.request(parsed, {}), ok)
      assert.deepStrictEqual(printed.sent[0]?.body, { query: "query Viewer { viewer }", variables: {} })
    })
  )

  it.effect("takes an operation of effect/graphql, encodes its variables and decodes its result", () =>
    Effect.gen(function* () {
      const operation = EffectGraphQL.query("Since", {
        document: "query Since($at: DateTime) { viewer { createdAt } }",
        variables: { at: Schema.DateTimeUtcFromString },
        result: Schema.Struct({ viewer: Schema.Struct({ createdAt: Schema.DateTimeUtcFromString }) })
      })
      const at = DateTime.makeUnsafe(0)
      const data = { viewer: { createdAt: "2020-01-01T00:00:00Z" } }
      const { result, sent } = yield* exchange(GraphQL.request(operation, { at }), answer(200, { data }))
      const body = { query: operation.document, operationName: "Since", variables: { at: "1970-01-01T00:00:00.000Z" } }
      assert.deepStrictEqual(sent[0]?.body, body)
      const value = yield* Effect.fromResult(result)
      assert.deepStrictEqual(value.viewer.createdAt, DateTime.makeUnsafe("2020-01-01T00:00:00Z"))
      yield* refuses("at", GraphQL.request(operation, untyped({ at: "today" })))
    })
  )

  it.effect("checks the data by a schema", () =>
    Effect.gen(function* () {
      const schema = Schema.Struct({ viewer: Schema.Struct({ login: Schema.String }) })
      const { result } = yield* exchange(GraphQL.request(viewer, {}, { schema }), ok)
      assert.deepStrictEqual(yield* Effect.fromResult(result), octo)
      const failure = yield* fails(
        GraphQL.request(viewer, {}, { schema }),
        answer(200, { data: { viewer: { login: 1 } } })
      )
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "data.viewer.login", operation: "query Viewer" })
    })
  )

  it.effect("returns the metadata of its response with withReply", () =>
    Effect.gen(function* () {
      const headers = {
        "x-github-request-id": "A:1",
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "4990",
        "x-ratelimit-reset": "60",
        "x-ratelimit-used": "10",
        "x-ratelimit-resource": "graphql"
      }
      const { result } = yield* exchange(GraphQL.request.withReply(viewer, {}), answer(200, { data: octo }, headers))
      assert.containSubset(yield* Effect.fromResult(result), {
        value: octo,
        status: 200,
        requestId: "A:1",
        cached: false,
        rateLimit: { resource: "graphql", limit: 5_000, remaining: 4_990, used: 10 }
      })
    })
  )

  it.effect.each([
    ["https://api.github.com", "https://api.github.com/graphql"],
    ["https://ghe.example.com/api/v3", "https://ghe.example.com/api/graphql"],
    ["https://ghe.example.com/api/v3/", "https://ghe.example.com/api/graphql"],
    ["https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql"],
    ["http://127.0.0.1:8080/forge", "http://127.0.0.1:8080/forge/graphql"]
  ])("below %s goes to %s, with the token", ([baseUrl, url]) =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => ok)
      yield* Effect.provide(GraphQL.request(viewer, {}), serviceOn(client, { baseUrl }))
      assert.strictEqual(sent[0]?.url, url)
      assert.strictEqual(sent[0]?.headers["authorization"], "Bearer a-token-for-tests")
    })
  )

  it.effect("is refused when the document leaves open what to execute", () =>
    Effect.gen(function* () {
      yield* refuses("document", GraphQL.request("", {}))
      yield* refuses("document", GraphQL.request("fragment A on User { login }", {}))
      yield* refuses("document", GraphQL.request("subscription { a }", {}))
      yield* refuses("operationName", GraphQL.request(`${viewer} query Other { viewer { id } }`, {}))
      yield* refuses("operationName", GraphQL.request(viewer, {}, { operationName: "Other" }))
    })
  )

  it.effect("is refused when its variables are no JSON", () =>
    Effect.gen(function* () {
      const { result, sent } = yield* exchange(GraphQL.request(viewer, { first: 1n }))
      assert.deepStrictEqual(sent, [])
      assert.containSubset(result, { failure: { _tag: "InvalidInput", reason: "cannot be encoded as JSON" } })
    })
  )

  it.effect("has no answer in ForgeSimulator.answers, which says so", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Effect.provide(GraphQL.request(viewer, {}), ForgeSimulator.answers({})))
      assert.include(String(exit), "No answer for query Viewer")
    })
  )
})

describe("a lost response", () => {
  const retried = Effect.provideService(Retry.RetryPolicy, { base: 0, cap: 0, attempts: 2 })
  const attempts = <A, E>(call: Parameters<typeof exchange<A, E>>[0], lost = answer(502, "<html>")) =>
    Effect.map(exchange(retried(call), lost, lost), ({ sent }) => sent.length)
  const id = { id: "R_1" }

  it.effect("is followed by another request for a query, and not for a mutation", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attempts(GraphQL.request(viewer, {})), 2)
      assert.strictEqual(yield* attempts(GraphQL.request("{ viewer { login } }", {})), 2)
      assert.strictEqual(yield* attempts(GraphQL.request(star, id)), 1)
      assert.strictEqual(yield* attempts(GraphQL.request(star, id, { repeatable: true })), 2)
      const both = `${viewer} ${star}`
      assert.strictEqual(yield* attempts(GraphQL.request(both, {}, { operationName: "Viewer" })), 2)
      assert.strictEqual(yield* attempts(GraphQL.request(both, id, { operationName: "Star" })), 1)
    })
  )

  const gaveUp = answer(200, {
    data: null,
    errors: [{ message: "Something went wrong while executing your query. This may be the result of a timeout." }]
  })

  it.effect("may be a 200 of a service that gave up", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* attempts(GraphQL.request(viewer, {}), gaveUp), 2)
      assert.strictEqual(yield* attempts(GraphQL.request(star, id), gaveUp), 1)
      const failure = yield* fails(GraphQL.request(star, id), gaveUp)
      assert.containSubset(failure, { _tag: "ServiceUnavailable", operation: "mutation Star", status: 200 })
    })
  )
})

describe("reads and writes", () => {
  it.effect("queries do not wait for their turn among writes, mutations do", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(({ path }) => (path === "/graphql" ? ok : answer(200, { id: 1 })))
      const program = Effect.gen(function* () {
        yield* GraphQL.request(star, { id: 1 })
        yield* GraphQL.request(viewer, {})
        yield* GraphQL.request(viewer, {})
        const queued = yield* Effect.forkChild(GraphQL.request(star, { id: 2 }))
        yield* Effect.yieldNow
        return queued.pollUnsafe()
      })
      const left = yield* Effect.provide(
        Effect.provideService(program, RateLimit.WriteInterval, "1 minute"),
        serviceOn(client)
      )
      assert.isUndefined(left)
      assert.lengthOf(sent, 3)
    })
  )

  it.effect("a read that began before a mutation ended is not shared with a later one", () =>
    Effect.gen(function* () {
      const head = yield* Deferred.make<void>()
      const { client, sent } = makeClient(({ method }) => (method === "GET" ? answer(404) : ok))
      // The responses to reads are under way until the head is released.
      const slow = HttpClient.transform(client, (response, { method }) =>
        method === "GET" ? Effect.tap(response, () => Deferred.await(head)) : response
      )
      const read = Effect.forkChild(Effect.flip(Issues.get({ ...repo, issue_number: 31_415 })), {
        startImmediately: true
      })
      const program = Effect.gen(function* () {
        const before = [yield* read, yield* read]
        yield* GraphQL.request(viewer, {})
        const afterQuery = yield* read
        yield* GraphQL.request(star, { id: 1 })
        const afterMutation = yield* read
        yield* Deferred.succeed(head, undefined)
        yield* Fiber.joinAll([...before, afterQuery, afterMutation])
      })
      yield* Effect.provide(program, serviceOn(slow))
      assert.strictEqual(sent.filter(({ method }) => method === "GET").length, 2)
    })
  )
})
