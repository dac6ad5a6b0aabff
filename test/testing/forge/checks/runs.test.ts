import { describe, expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as Checks from "../../../../src/forge/Checks.ts"
import * as ForgeSimulator from "../../../../src/testing/ForgeSimulator.ts"
import { jwt, publicKey } from "../access/keys.ts"
import { ask, tokens } from "../commits/support.ts"
import { dig, send } from "../support.ts"
import { testOn } from "../../../testOn.ts"

const web: ForgeSimulator.RepositorySeed = {
  owner: "acme",
  name: "web",
  collaborators: ["octo"],
  files: { "README.md": "# web\n" },
  pulls: [{ title: "Topic", head: "topic", files: { "a.ts": "a\n" } }],
  checks: [
    { name: "build", conclusion: "failure", completed_at: "2020-01-01T00:00:00Z" },
    { name: "build", title: "Fine", summary: "All of it", details_url: "https://ci.example.org/1" },
    { name: "lint", status: "in_progress", started_at: "2020-01-02T00:00:00Z" },
    { name: "topic", ref: "topic" }
  ]
}

const layer = Layer.unwrap(
  Effect.map(
    Effect.promise(() => publicKey),
    (public_key) =>
      ForgeSimulator.layerHttpClient({
        tokens,
        repositories: [web],
        apps: [
          { slug: "builder", id: 7, public_key, installations: [{ account: "acme", id: 70 }] },
          { slug: "other", id: 8, public_key, installations: [{ account: "acme", id: 80 }] }
        ]
      })
  )
)

const test = testOn(layer)

/** A token of an app's installation. */
const tokenOf = Effect.fnUntraced(function* (app: 7 | 8) {
  const token = yield* jwt({ iss: String(app), iat: 0, exp: 540 })
  const { json } = yield* send(`POST /app/installations/${app}0/access_tokens`, { token })
  return String(dig(json, "token"))
})

const list = (query = "", ref = "main") => ask("GET /commits/{ref}/check-runs", `/commits/${ref}/check-runs${query}`)
const shaOf = (ref: string) =>
  Effect.map(ask("GET /commits/{ref}", `/commits/${ref}`), ({ json }) => String(dig(json, "sha")))
const create = (body: object, token: string) => ask("POST /check-runs", "/check-runs", { body, token })
const update = (id: unknown, body: object, token: string) =>
  ask("PATCH /check-runs/{check_run_id}", `/check-runs/${String(id)}`, { body, token })

describe("check runs", () => {
  test.each([
    ["", ["lint", "build"]],
    ["?filter=all", ["lint", "build", "build"]],
    ["?check_name=build", ["build"]],
    ["?status=in_progress", ["lint"]],
    ["?status=completed&filter=all", ["build", "build"]],
    ["?app_id=15368", ["lint", "build"]],
    ["?app_id=7", []],
    ["?per_page=1&page=2", ["build"]]
  ] as const)("are listed by %s", function* ([query, names]) {
    const { json } = yield* list(query)
    expect(dig(json, "check_runs", "*", "name")).toEqual(names)
    expect(dig(json, "total_count")).toBe(query.includes("per_page") ? 2 : names.length)
  })

  test("have what the seed says", function* () {
    const [lint, build] = dig((yield* list()).json, "check_runs") as ReadonlyArray<object>
    expect(build).toMatchObject({
      status: "completed",
      conclusion: "success",
      head_sha: yield* shaOf("main"),
      details_url: "https://ci.example.org/1",
      output: { title: "Fine", summary: "All of it", text: null, annotations_count: 0 },
      app: { id: 15368, slug: "github-actions", owner: { login: "github" } },
      pull_requests: []
    })
    expect(lint).toMatchObject({
      status: "in_progress",
      conclusion: null,
      started_at: "2020-01-02T00:00:00Z",
      completed_at: null,
      check_suite: { id: dig(build, "check_suite", "id") }
    })
    const failed = dig((yield* list("?filter=all")).json, "check_runs", 2)
    expect(failed).toMatchObject({ conclusion: "failure", completed_at: "2020-01-01T00:00:00Z" })
    const one = yield* ask("GET /check-runs/{id}", `/check-runs/${String(dig(lint, "id"))}`)
    expect(one.json).toEqual(lint)
    const topic = yield* list("", "topic")
    expect(dig(topic.json, "check_runs", 0, "pull_requests", "*", "number")).toEqual([1])
  })

  test("of what does not exist are refused", function* () {
    const unknown = yield* list("", "nothing")
    expect([unknown.status, dig(unknown.json, "message")]).toEqual([422, "No commit found for SHA: nothing"])
    expect((yield* list("?status=done")).status).toBe(422)
    expect((yield* list("?filter=some")).status).toBe(422)
    expect((yield* ask("GET /check-runs/{id}", "/check-runs/1")).status).toBe(404)
  })

  test("are made and changed by an app", function* () {
    const token = yield* tokenOf(7)
    const head_sha = yield* shaOf("topic")
    const { headers, json, status } = yield* create({ name: "test", head_sha, external_id: "42" }, token)
    const id = dig(json, "id")
    expect([status, json]).toMatchObject([
      201,
      { status: "queued", conclusion: null, external_id: "42", app: { slug: "builder" }, completed_at: null }
    ])
    expect(headers["location"]).toBe(`https://api.github.com/repos/acme/web/check-runs/${String(id)}`)
    const started = yield* update(id, { status: "in_progress", started_at: "2020-01-01T00:00:00Z" }, token)
    expect(started.json).toMatchObject({ status: "in_progress", started_at: "2020-01-01T00:00:00Z" })
    const output = { title: "Tests", summary: "3 passed" }
    const done = yield* update(id, { conclusion: "success", output }, token)
    expect(done.json).toMatchObject({
      status: "completed",
      conclusion: "success",
      completed_at: "1970-01-01T00:00:00Z",
      output
    })
    const again = yield* update(id, { status: "queued" }, token)
    expect(again.json).toMatchObject({ status: "queued", conclusion: null, completed_at: null, output })
    const named = yield* update(id, { name: "tests", details_url: "https://ci.example.org" }, token)
    expect(named.json).toMatchObject({ name: "tests", details_url: "https://ci.example.org", status: "queued" })
    expect(dig((yield* list("?app_id=7", "topic")).json, "total_count")).toBe(1)
    const whole = yield* create({ name: "whole", head_sha, conclusion: "neutral" }, token)
    expect(whole.json).toMatchObject({
      status: "completed",
      conclusion: "neutral",
      check_suite: { id: dig(json, "check_suite", "id") }
    })
  })

  test("are not made by users, nor changed by other apps", function* () {
    const head_sha = yield* shaOf("main")
    const user = yield* create({ name: "test", head_sha }, "acme")
    expect([user.status, dig(user.json, "message")]).toEqual([403, "You must authenticate via a GitHub App."])
    const token = yield* tokenOf(7)
    const made = yield* create({ name: "test", head_sha }, token)
    const other = yield* update(dig(made.json, "id"), { conclusion: "success" }, yield* tokenOf(8))
    expect([other.status, dig(other.json, "message")]).toEqual([403, expect.stringContaining("Invalid app_id `8`")])
    expect((yield* update(1, { conclusion: "success" }, token)).status).toBe(404)
  })

  test("have names, commits and conclusions that exist", function* () {
    const token = yield* tokenOf(7)
    const head_sha = yield* shaOf("main")
    const wrong: ReadonlyArray<readonly [body: object, message: string]> = [
      [{ head_sha }, `Invalid request.\n\n"name" wasn't supplied.`],
      [{ name: "a" }, `Invalid request.\n\n"head_sha" wasn't supplied.`],
      [{ name: "a", head_sha: "main" }, "No commit found for SHA: main"],
      [{ name: "a", head_sha, status: "completed" }, `Invalid request.\n\n"conclusion" wasn't supplied.`],
      [{ name: "a", head_sha, status: "done" }, "Validation Failed"],
      [{ name: "a", head_sha, conclusion: "fine" }, "Validation Failed"],
      [{ name: "a", head_sha, output: { title: "T" } }, `Invalid request.\n\n"summary" wasn't supplied.`]
    ]
    for (const [body, message] of wrong) {
      const reply = yield* create(body, token)
      expect([reply.status, dig(reply.json, "message")]).toEqual([422, message])
    }
  })

  testOn(ForgeSimulator.layer({ repositories: [web] }))("are decoded by the client", function* () {
    const runs = yield* Stream.runCollect(Checks.listRuns({ owner: "acme", repo: "web", ref: "main" }))
    expect(runs.map(({ name }) => name)).toEqual(["lint", "build"])
  })
})
