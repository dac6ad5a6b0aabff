/** Requests as they arrive: method, path, query, headers, body, host. */
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { answer, json } from "./support/answers.ts"
import { forge, onEachTransport, type Options, token } from "./support/client.ts"
import { first, issue, label, repo } from "./support/records.ts"
import { type Answer, serve } from "./support/server.ts"

/** The request that a program sends to a server with one response. */
const sent = Effect.fnUntraced(function* (
  program: Effect.Effect<unknown, unknown, Forge.Forge>,
  options: Options & { readonly answer: Answer; readonly below?: string }
) {
  const server = yield* serve(() => options.answer)
  yield* program.pipe(Effect.provide(forge(`${server.origin}${options.below ?? ""}`, options)))
  const [request] = server.requests
  assert.strictEqual(server.requests.length, 1)
  return request ?? assert.fail("nothing was sent")
})

const none = answer(204)

onEachTransport((client) => {
  it.live("sends a read", () =>
    Effect.gen(function* () {
      const request = yield* sent(Issues.get(first), { client, answer: json(200, issue(1)) })
      assert.deepStrictEqual([request.method, request.path, request.body], ["GET", "/repos/acme/web/issues/1", ""])
      const { headers } = request
      assert.strictEqual(headers.accept, "application/vnd.github+json")
      assert.strictEqual(headers["user-agent"], "forgecast")
      assert.strictEqual(headers["x-github-api-version"], "2022-11-28")
      assert.strictEqual(headers.authorization, `Bearer ${token}`)
      assert.notProperty(headers, "content-type")
      assert.notProperty(headers, "content-length")
      assert.notProperty(headers, "transfer-encoding")
    })
  )

  it.live("sends a write with a JSON body", () =>
    Effect.gen(function* () {
      const { body, headers, method, path } = yield* sent(
        Issues.create({ ...repo, title: "Größe 🌧️", body: undefined, labels: [], milestone: null }),
        { client, answer: json(201, issue(1)) }
      )
      assert.deepStrictEqual([method, path], ["POST", "/repos/acme/web/issues"])
      assert.strictEqual(body, `{"title":"Größe 🌧️","labels":[],"milestone":null}`)
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["content-length"], String(Buffer.byteLength(body)))
      assert.strictEqual(headers.accept, "application/vnd.github+json")
    })
  )

  it.live("sends a DELETE with a body, and one without", () =>
    Effect.gen(function* () {
      const withBody = yield* sent(Issues.removeAssignees({ ...first, assignees: ["octo"] }), {
        client,
        answer: json(200, issue(1))
      })
      assert.deepStrictEqual(
        [withBody.method, withBody.path, withBody.body, withBody.headers["content-type"]],
        ["DELETE", "/repos/acme/web/issues/1/assignees", `{"assignees":["octo"]}`, "application/json"]
      )
      const without = yield* sent(Issues.unlock(first), { client, answer: none })
      assert.deepStrictEqual([without.method, without.body], ["DELETE", ""])
      assert.notProperty(without.headers, "content-type")
    })
  )

  it.live("encodes the segments of a path, whatever they contain", () =>
    Effect.gen(function* () {
      const name = "help wanted/ü?#%"
      const removed = yield* sent(Labels.removeFromIssue({ ...first, name }), { client, answer: json(200, []) })
      assert.strictEqual(removed.path, "/repos/acme/web/issues/1/labels/help%20wanted%2F%C3%BC%3F%23%25")
      const updated = yield* sent(Labels.update({ ...repo, name, new_name: name }), {
        client,
        answer: json(200, label(name))
      })
      assert.strictEqual(updated.path, "/repos/acme/web/labels/help%20wanted%2F%C3%BC%3F%23%25")
      assert.strictEqual(updated.body, JSON.stringify({ new_name: name }))
    })
  )

  it.live("sends a query with lists and timestamps, and omits undefined parameters", () =>
    Effect.gen(function* () {
      const { path } = yield* sent(
        Stream.runDrain(
          Issues.list({
            ...repo,
            labels: ["bug", "help wanted/ü&=+"],
            state: "all",
            assignee: undefined,
            milestone: "*",
            since: DateTime.makeUnsafe("2026-01-31T12:00:00+02:00")
          })
        ),
        { client, answer: json(200, []) }
      )
      const [pathname, query] = path.split("?")
      assert.strictEqual(pathname, "/repos/acme/web/issues")
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(query)), {
        labels: "bug,help wanted/ü&=+",
        state: "all",
        milestone: "*",
        since: "2026-01-31T10:00:00Z",
        per_page: "100"
      })
    })
  )

  it.live("uses the Layer's options: base URL, user agent, version, vendor", () =>
    Effect.gen(function* () {
      const { headers, path } = yield* sent(Issues.get(first), {
        client,
        below: "/api/v3/",
        userAgent: "triage/1.0 (+https://example.com)",
        apiVersion: "2026-03-10",
        vendor: "acme",
        answer: json(200, issue(1))
      })
      assert.strictEqual(path, "/api/v3/repos/acme/web/issues/1")
      assert.strictEqual(headers["user-agent"], "triage/1.0 (+https://example.com)")
      assert.strictEqual(headers["x-github-api-version"], "2026-03-10")
      assert.strictEqual(headers.accept, "application/vnd.acme+json")
    })
  )
})
