/** Requests as they arrive: method, path, query, headers, body, host. */
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import * as Credentials from "../../../src/rest/Credentials.ts"
import * as Operation from "../../../src/rest/Operation.ts"
import { answer, json } from "./support/answers.ts"
import { forge, onEachTransport, type Options, token } from "./support/client.ts"
import { first, issue, label, milestone, put, repo } from "./support/records.ts"
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

  it.live("sends an empty object when all fields are omitted", () =>
    Effect.gen(function* () {
      const { body } = yield* sent(Issues.lock({ ...first, lock_reason: undefined }), { client, answer: none })
      assert.strictEqual(body, "{}")
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

  it.live("keeps the slashes of a path with many segments", () =>
    Effect.gen(function* () {
      const { path } = yield* sent(put({ ...repo, path: "docs/ä b/#1?.md", message: "m", content: "" }), {
        client,
        answer: json(200, { commit: { sha: "a" } })
      })
      assert.strictEqual(path, "/repos/acme/web/contents/docs/%C3%A4%20b/%231%3F.md")
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

  it.live("sends a timestamp in a body, from a Date or a DateTime", () =>
    Effect.gen(function* () {
      for (const due_on of [new Date("2026-02-01T00:00:00Z"), DateTime.makeUnsafe("2026-02-01T00:00:00Z")]) {
        const { body } = yield* sent(Milestones.create({ ...repo, title: "v1", due_on }), {
          client,
          answer: json(201, milestone("v1"))
        })
        assert.strictEqual(body, `{"title":"v1","due_on":"2026-02-01T00:00:00Z"}`)
      }
    })
  )

  it.live(
    "sends no Authorization header without credentials, and only the fields of the operation that are picked",
    () =>
      Effect.gen(function* () {
        const record = { surplus: "x", page: 3, title: "Old" }
        const input = Operation.pick(Issues.update, { ...first, ...record, title: "New" })
        const { body, headers, path } = yield* sent(Issues.update(input), {
          client,
          credentials: Credentials.layerAnonymous,
          answer: json(200, issue(1))
        })
        assert.deepStrictEqual([path, body], ["/repos/acme/web/issues/1", `{"title":"New"}`])
        assert.notProperty(headers, "authorization")
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

  it.live("sends the operation's media type", () =>
    Effect.gen(function* () {
      const html = "application/vnd.github.html+json"
      const rendered = Forge.operation("Test.rendered", "GET /repos/{owner}/{repo}/readme", {
        path: { owner: Schema.String, repo: Schema.String },
        success: Schema.Struct({ body_html: Schema.String }),
        accept: html
      })
      const { headers } = yield* sent(rendered(repo), { client, answer: json(200, { body_html: "<p>" }) })
      assert.strictEqual(headers.accept, html)
    })
  )

  it.live("derives the upload host from the base URL of an Enterprise Server", () =>
    Effect.gen(function* () {
      const upload = Forge.operation("Test.upload", "POST /repos/{owner}/{repo}/releases/{release_id}/assets", {
        path: { owner: Schema.String, repo: Schema.String, release_id: Schema.Int },
        query: { name: Schema.String, label: Schema.optional(Schema.String) },
        success: Schema.Struct({ id: Schema.Int }),
        host: "upload"
      })
      const { path } = yield* sent(upload({ ...repo, release_id: 3, name: "a b.zip" }), {
        client,
        below: "/api/v3",
        answer: json(201, { id: 1 })
      })
      assert.strictEqual(path, "/api/uploads/repos/acme/web/releases/3/assets?name=a%20b.zip")
    })
  )

  it.live("sends nothing when the input is rejected", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => none)
      const refused: ReadonlyArray<readonly [string, Effect.Effect<unknown, { readonly _tag: string }, Forge.Forge>]> =
        [
          ["owner", Issues.get({ ...first, owner: "" })],
          ["issue_number", Issues.get({ ...first, issue_number: 0 })],
          ["per_page", Issues.list.page({ ...repo, per_page: 0 })],
          ["per_page", Issues.list.page({ ...repo, per_page: 101 })],
          ["color", Labels.create({ ...repo, name: "bug", color: "#d73a4a" })],
          ["assignees", Issues.addAssignees({ ...first, assignees: Array.from({ length: 11 }, (_, i) => `octo${i}`) })],
          ["repo", Issues.get({ ...first, repo: ".." })],
          ["path", put({ ...repo, path: "a/../../b", message: "m", content: "" })]
        ]
      for (const [path, call] of refused) {
        const error = yield* Effect.flip(call).pipe(Effect.provide(forge(server.origin, { client })))
        assert.deepStrictEqual([error._tag, Reflect.get(error, "path")], ["InvalidInput", path])
      }
      assert.strictEqual(server.requests.length, 0)
      assert.strictEqual(server.connections, 0)
    })
  )
})
