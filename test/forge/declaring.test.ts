import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Wire from "../../src/rest/Wire.ts"
import { Conflict, NotFound, type RestError, ValidationFailed } from "../../src/rest/RestError.ts"
import { all, fails, proves, refuses, untyped } from "./support/proof.ts"
import { issue, repo, root } from "./support/records.ts"
import { answer, asking, exchange, makeClient, sending, serviceOn } from "./support/wire.ts"

const RepoPath = { owner: Schema.NonEmptyString, repo: Schema.NonEmptyString }
const Deployment = Schema.Struct({ id: Schema.Int, created_at: Wire.nullable(Wire.Timestamp) })

const createDeployment = Forge.operation("Deployments.create", "POST /repos/{owner}/{repo}/deployments", {
  path: RepoPath,
  query: { dry_run: Schema.optional(Schema.Boolean) },
  body: { ref: Schema.String, required_contexts: Schema.optional(Schema.Array(Schema.String)) },
  success: Deployment,
  errors: [NotFound, Conflict, ValidationFailed],
  rules: [
    {
      path: "required_contexts",
      reason: "is empty for a tag",
      isBroken: ({ ref, required_contexts }) => String(ref).startsWith("v") && required_contexts === undefined
    }
  ]
})

const getFile = Forge.operation("Files.get", "GET /repos/{owner}/{repo}/contents/{path}", {
  path: { ...RepoPath, path: Schema.String },
  manySegments: ["path"],
  success: Schema.Struct({ sha: Schema.String }),
  accept: "application/vnd.github.object+json"
})

const removeFile = Forge.operation("Files.remove", "DELETE /repos/{owner}/{repo}/contents/{path}", {
  path: { ...RepoPath, path: Schema.String },
  manySegments: ["path"],
  body: { sha: Schema.String },
  statuses: [200]
})

const listRuns = {
  path: { ...RepoPath, ref: Schema.NonEmptyString },
  query: { check_name: Schema.optional(Schema.String) },
  item: Schema.Struct({ id: Schema.Int }),
  envelope: "check_runs",
  errors: [NotFound]
} as const
const runsPath = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs"

const runs = Forge.listing("Checks.listRuns", runsPath, listRuns)
const runsOrNothing = Forge.listing("Checks.listRuns", runsPath, { ...listRuns, statuses: [200, 204] })

describe("an operation that a user declares", () => {
  it.effect("takes path, query and body from one flat input", () =>
    proves(createDeployment({ ...repo, ref: "main", dry_run: false, required_contexts: [] }), {
      sends: {
        ...sending("POST", `${root}/deployments`, { ref: "main", required_contexts: [] }),
        query: { dry_run: "false" }
      },
      answer: answer(201, { id: 1 }),
      gives: { id: 1, created_at: null }
    })
  )

  it.effect("applies its rules", () =>
    Effect.map(refuses("required_contexts", createDeployment({ ...repo, ref: "v1.0" })), ({ message }) => {
      assert.strictEqual(message, "Deployments.create: required_contexts: is empty for a tag")
    })
  )

  it.effect("fails with its own errors, and treats others as unexpected", () =>
    Effect.gen(function* () {
      const call = createDeployment({ ...repo, ref: "main" })
      assert.strictEqual((yield* fails(call, answer(409, { message: "Conflict merging main" })))._tag, "Conflict")
      assert.strictEqual((yield* fails(call, answer(410, { message: "Gone" })))._tag, "UnexpectedStatus")
    })
  )

  it.effect.each<readonly [string, string]>([
    ["docs/ü b/#1?.md", "docs/%C3%BC%20b/%231%3F.md"],
    ["README.md", "README.md"],
    ["", ""]
  ])("keeps the slashes of a path with many segments: %s", ([path, encoded]) =>
    proves(getFile({ ...repo, path }), {
      sends: asking(`${root}/contents/${encoded}`),
      answer: answer(200, { sha: "abc" }),
      gives: { sha: "abc" }
    })
  )

  it.effect.each(["/etc", "a//b", "a/", "../b", "a/../b", "a/./b", "a/\ud83d"])("refuses the path %j", (path) =>
    refuses("path", getFile({ ...repo, path }))
  )

  it.effect("sends its own media type", () =>
    Effect.map(exchange(getFile({ ...repo, path: "a" }), answer(200, { sha: "abc" })), ({ headers }) => {
      assert.strictEqual(headers[0]?.["accept"], "application/vnd.github.object+json")
    })
  )

  it.effect("sends a body with DELETE, and returns nothing without a success schema", () =>
    proves(removeFile({ ...repo, path: "docs/a.md", sha: "abc" }), {
      sends: sending("DELETE", `${root}/contents/docs/a.md`, { sha: "abc" }),
      answer: answer(200, { commit: {} }),
      gives: undefined
    })
  )

  it.effect("needs no path where the template has no parameters", () =>
    Effect.gen(function* () {
      const zen = Forge.operation("Meta.zen", "GET /zen", { success: Schema.String })
      const emojis = Forge.listing("Emojis.list", "GET /emojis", { item: Schema.String })
      yield* proves(zen({}), { sends: asking("/zen"), answer: answer(200, "Keep it"), gives: "Keep it" })
      yield* proves(all(emojis({})), {
        sends: asking("/emojis", { per_page: "100" }),
        answer: answer(200, ["+1"]),
        gives: ["+1"]
      })
      assert.deepStrictEqual([zen.declaration.path, emojis.declaration.path], [{}, {}])
    })
  )

  it.effect("uses the host that it names", () =>
    Effect.gen(function* () {
      const upload = Forge.operation("Assets.upload", "POST /repos/{owner}/{repo}/assets", {
        path: RepoPath,
        host: "upload",
        statuses: [201]
      })
      const hosts = [
        [{}, "https://uploads.github.com"],
        [{ baseUrl: "https://api.github.com/" }, "https://uploads.github.com"],
        [{ baseUrl: "https://api.octo.ghe.com" }, "https://uploads.octo.ghe.com"],
        [{ baseUrl: "https://git.example/api/v3" }, "https://git.example/api/uploads"],
        [{ baseUrl: "http://127.0.0.1:8080" }, "http://127.0.0.1:8080"],
        [{ uploadUrl: "https://up.example/x/" }, "https://up.example/x"]
      ] as const
      for (const [options, host] of hosts) {
        const { client, sent } = makeClient(() => answer(201))
        yield* upload(repo).pipe(Effect.provide(serviceOn(client, options)))
        assert.strictEqual(sent[0]?.url, `${host}/repos/acme/web/assets`)
        assert.strictEqual(sent[0]?.headers["authorization"], "Bearer a-token-for-tests")
      }
    })
  )

  it("exposes its declaration", () => {
    assert.containSubset(createDeployment.declaration, {
      name: "Deployments.create",
      template: "POST /repos/{owner}/{repo}/deployments",
      kind: "operation",
      errors: ["NotFound", "Conflict", "ValidationFailed"],
      repeatable: false,
      statuses: [200, 201, 203],
      resource: "core"
    })
    assert.deepStrictEqual(removeFile.declaration.statuses, [200])
    assert.deepStrictEqual(Object.keys(createDeployment.declaration.path), ["owner", "repo"])
    assert.deepStrictEqual(Object.keys(createDeployment.declaration.query), ["dry_run"])
    assert.deepStrictEqual(Object.keys(createDeployment.declaration.body ?? {}), ["ref", "required_contexts"])
    assert.isTrue(getFile.declaration.repeatable)
  })
})

describe("a listing that a user declares", () => {
  it.effect("streams the items of its envelope", () =>
    proves(all(runs({ ...repo, ref: "feature/ü", check_name: "build" })), {
      sends: asking(`${root}/commits/feature%2F%C3%BC/check-runs`, { check_name: "build", per_page: "100" }),
      answer: answer(200, { total_count: 2, check_runs: [{ id: 1 }, { id: 2, name: "test" }] }),
      gives: [{ id: 1 }, { id: 2 }]
    })
  )

  it.effect("returns the total count", () =>
    proves(runs.page({ ...repo, ref: "main" }), {
      sends: asking(`${root}/commits/main/check-runs`, { per_page: "100" }),
      answer: answer(200, { total_count: 2, incomplete_results: true, check_runs: [{ id: 1 }] }),
      gives: { items: [{ id: 1 }], next: null, total_count: 2, incomplete_results: true }
    })
  )

  it.effect("returns no items for a 204, if the declaration says so", () =>
    Effect.gen(function* () {
      yield* proves(all(runsOrNothing({ ...repo, ref: "main" })), {
        sends: asking(`${root}/commits/main/check-runs`, { per_page: "100" }),
        answer: answer(204),
        gives: []
      })
      const failure = yield* fails(all(runs({ ...repo, ref: "main" })), answer(204))
      assert.containSubset(failure, { _tag: "UnexpectedStatus", status: 204 })
    })
  )

  it.effect("returns no items without its envelope, if the declaration says so", () =>
    Effect.gen(function* () {
      const page = { items: [], next: null, total_count: null, incomplete_results: false }
      const mayBeAbsent = Forge.listing("Checks.listRuns", runsPath, { ...listRuns, mayBeAbsent: true })
      yield* proves(mayBeAbsent.page({ ...repo, ref: "main" }), {
        sends: asking(`${root}/commits/main/check-runs`, { per_page: "100" }),
        answer: answer(200, {}),
        gives: page
      })
      const failure = yield* fails(mayBeAbsent.page({ ...repo, ref: "main" }), answer(200, { check_runs: null }))
      assert.containSubset(failure, { _tag: "DecodeFailed", path: "check_runs" })
    })
  )

  it.effect("names the wrong field of its envelope", () =>
    Effect.gen(function* () {
      const call = all(runs({ ...repo, ref: "main" }))
      const wrongItem = yield* fails(call, answer(200, { total_count: 1, check_runs: [{ id: 1 }, { id: "2" }] }))
      assert.containSubset(wrongItem, { _tag: "DecodeFailed", path: "check_runs[1].id" })
      const noItems = yield* fails(call, answer(200, { total_count: 1 }))
      assert.containSubset(noItems, { _tag: "DecodeFailed", path: "check_runs" })
    })
  )
})

describe("as", () => {
  const WithHtml = Schema.Struct({ number: Schema.Int, body_html: Schema.optionalKey(Schema.String) })

  it.effect("decodes a response with another schema", () =>
    proves(Issues.get.as(WithHtml)({ ...repo, issue_number: 7 }), {
      sends: asking(`${root}/issues/7`),
      answer: answer(200, { ...issue, body_html: "<p>Nothing happens.</p>" }),
      gives: { number: 7, body_html: "<p>Nothing happens.</p>" }
    })
  )

  it.effect("keeps withReply, ifChanged and as", () =>
    Effect.gen(function* () {
      const get = Issues.get.as(Schema.Unknown).as(WithHtml)
      const input = { ...repo, issue_number: 7 }
      const { client } = makeClient(({ headers }) =>
        headers["if-none-match"] === undefined ? answer(200, issue, { etag: '"1"' }) : answer(304)
      )
      const service = serviceOn(client)
      const reply = yield* get.withReply(input).pipe(Effect.provide(service))
      assert.containSubset(reply, { value: { number: 7 }, validators: { etag: '"1"' } })
      const failure = yield* get.ifChanged(input, reply.validators).pipe(Effect.flip, Effect.provide(service))
      assert.strictEqual(failure._tag, "NotModified")
    })
  )

  it.effect("decodes what an operation without a success schema ignores", () =>
    proves(
      removeFile.as(Schema.Struct({ commit: Schema.Struct({ sha: Schema.String }) }))({ ...repo, path: "a", sha: "b" }),
      {
        sends: sending("DELETE", `${root}/contents/a`, { sha: "b" }),
        answer: answer(200, { commit: { sha: "c" } }),
        gives: { commit: { sha: "c" } }
      }
    )
  )

  it.effect("fails with DecodeFailed when the response does not match", () =>
    Effect.gen(function* () {
      const call = Issues.get.as(Schema.Struct({ body_html: Schema.String }))({ ...repo, issue_number: 7 })
      assert.containSubset(yield* fails(call, answer(200, issue)), { _tag: "DecodeFailed", path: "body_html" })
    })
  )
})

describe("an invalid input", () => {
  it.effect.each([undefined, null, 7, "acme/web", []])("is refused: %j", (input) =>
    Effect.gen(function* () {
      const calls: ReadonlyArray<Effect.Effect<void, RestError, Forge.Forge>> = [
        Effect.asVoid(Effect.suspend(() => Issues.get(untyped(input)))),
        Stream.runDrain(Stream.suspend(() => Issues.list(untyped(input)))),
        Effect.asVoid(Effect.suspend(() => Issues.list.page(untyped(input))))
      ]
      for (const call of calls) assert.strictEqual((yield* fails(call))._tag, "InvalidInput")
    })
  )
})
