/** GraphQL over a socket, executed by the reference implementation with the service's own schema. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as GraphQL from "../../../src/forge/GraphQL.ts"
import * as ForgeSimulator from "../../../src/testing/ForgeSimulator.ts"
import { forge, onEachTransport } from "../../rest/loopback/support/client.ts"
import { serveGraphQL } from "./server.ts"

const issues = ForgeSimulator.issues(250)
const simulator = ForgeSimulator.layer({
  users: [{ login: "octo" }],
  repositories: [{ owner: "acme", name: "web", issues, collaborators: { octo: "write" } }]
})

const repo = { owner: "acme", name: "web" }

const list = `query List($owner: String!, $name: String!, $after: String, $first: Int!) {
  repository(owner: $owner, name: $name) {
    issues(first: $first, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { number title labels(first: 10) { nodes { name } } }
    }
  }
}`

const Listed = Schema.Struct({
  repository: Schema.NullOr(
    Schema.Struct({
      issues: Schema.Struct({
        totalCount: Schema.Int,
        pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) }),
        nodes: Schema.Array(
          Schema.Struct({
            number: Schema.Int,
            title: Schema.String,
            labels: Schema.Struct({ nodes: Schema.Array(Schema.Struct({ name: Schema.String })) })
          })
        )
      })
    })
  )
})

const connection = ({ repository }: typeof Listed.Type) => repository?.issues
const options = { schema: Listed, connection }

onEachTransport((client) => {
  /** Runs a program on a server with that many points. */
  const on = <A, E>(
    program: Effect.Effect<A, E, Forge.Forge | ForgeSimulator.ForgeSimulator>,
    path = "",
    points = 5_000
  ) =>
    Effect.gen(function* () {
      const handle = yield* ForgeSimulator.ForgeSimulator
      const server = yield* serveGraphQL(handle, points)
      const value = yield* Effect.provide(program, forge(`${server.origin}${path}`, { client }))
      return { value, requests: server.requests, handle }
    }).pipe(Effect.provide(Layer.fresh(simulator)))

  describe.each(["", "/api/v3"])("a service at %s/", (path) => {
    it.live("lists a connection of several pages, once each, with its pages to resume from", () =>
      Effect.gen(function* () {
        const { handle, requests, value } = yield* on(
          Effect.gen(function* () {
            const all = yield* Stream.runCollect(GraphQL.paginate(list, { ...repo, first: 100 }, options))
            const [page] = yield* Stream.runCollect(
              Stream.take(GraphQL.paginate.pages(list, { ...repo, first: 7 }, options), 1)
            )
            const rest = yield* Stream.runCollect(
              GraphQL.paginate.pages(list, { ...repo, first: 100 }, { ...options, from: page?.next ?? undefined })
            )
            return { all, page, rest: rest.flatMap(({ items }) => items) }
          }),
          path
        )
        const stored = (yield* handle.repository("acme/web")).issues.filter(({ is_pull_request }) => !is_pull_request)
        assert.isAbove(stored.length, 200)
        assert.deepStrictEqual(
          value.all,
          stored.map(({ labels, number, title }) => ({
            number,
            title,
            labels: { nodes: labels.map((name) => ({ name })) }
          }))
        )
        assert.strictEqual(value.page?.total_count, stored.length)
        assert.deepStrictEqual(value.rest, value.all.slice(7))
        assert.strictEqual(requests[0]?.path, path === "" ? "/graphql" : "/api/graphql")
        assert.strictEqual(requests[0]?.headers["content-type"], "application/json")
      })
    )
  })

  it.live("comments on an issue by its id", () =>
    Effect.gen(function* () {
      const { handle } = yield* on(
        Effect.gen(function* () {
          const Found = Schema.Struct({ repository: Schema.Struct({ issue: Schema.Struct({ id: Schema.String }) }) })
          const found = yield* GraphQL.request(
            "query Id($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { issue(number: 3) { id } } }",
            repo,
            { schema: Found }
          )
          yield* GraphQL.request(
            `mutation Comment($id: ID!, $body: String!) {
              addComment(input: { subjectId: $id, body: $body }) { commentEdge { node { body } } }
            }`,
            { id: found.repository.issue.id, body: "It rains in." }
          )
        })
      )
      const { issues } = yield* handle.repository("acme/web")
      assert.containSubset(issues[2]?.comments.at(-1), { user: "octo", body: "It rains in." })
    })
  )

  it.live("finds nothing, in part or in all", () =>
    Effect.gen(function* () {
      const lookup = `query Look($a: Int!, $b: Int!) {
        a: repository(owner: "acme", name: "web") { issue(number: $a) { number } }
        b: repository(owner: "acme", name: "web") { issue(number: $b) { number } }
      }`
      const { value } = yield* on(
        Effect.all([
          Effect.flip(GraphQL.request(lookup, { a: 9_998, b: 9_999 })),
          Effect.flip(GraphQL.request(lookup, { a: 1, b: 9_999 })),
          Effect.flip(GraphQL.request("{ viewer { loginn } }", {})),
          Effect.flip(Stream.runDrain(GraphQL.paginate(list, { ...repo, name: "no", first: 100 }, options))),
          Effect.flip(Stream.runDrain(GraphQL.paginate(list, { ...repo, first: 101 }, options)))
        ])
      )
      assert.containSubset(value, [
        { _tag: "NotFound", operation: "query Look" },
        {
          _tag: "GraphQLFailed",
          errors: [{ type: "NOT_FOUND", path: ["b", "issue"] }],
          data: { a: { issue: { number: 1 } }, b: { issue: null } }
        },
        { _tag: "GraphQLFailed", errors: [{ type: null, path: [] }], data: null },
        { _tag: "NotFound", serviceMessage: "repository: Could not resolve to a Repository with the name 'acme/no'." },
        { _tag: "GraphQLFailed", errors: [{ type: "EXCESSIVE_PAGINATION" }], data: { repository: null } }
      ])
    })
  )

  it.live("stops at the end of its points", () =>
    Effect.gen(function* () {
      const viewer = GraphQL.request("{ viewer { login } rateLimit { remaining } }", {})
      const { requests, value } = yield* on(
        Effect.all([viewer, GraphQL.request.withReply("{ viewer { login } }", {}), Effect.flip(viewer)]),
        "",
        2
      )
      assert.deepStrictEqual(value[0], { viewer: { login: "octo" }, rateLimit: { remaining: 1 } })
      assert.containSubset(value[1].rateLimit, { resource: "graphql", limit: 2, remaining: 0, used: 2 })
      assert.containSubset(value[2], { _tag: "RateLimited", kind: "primary", resource: "graphql" })
      assert.lengthOf(requests, 2)
    })
  )
})
