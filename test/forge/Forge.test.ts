import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as Forge from "../../src/forge/Forge.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Credentials from "../../src/rest/Credentials.ts"
import * as HttpCache from "../../src/rest/HttpCache.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { issue, repo, root } from "./support/records.ts"
import { answer, makeClient, serviceOn } from "./support/wire.ts"

const get = Issues.get({ ...repo, issue_number: 7 })

describe("Forge.layer", () => {
  it.effect("sends requests to github.com, with the API version it supports", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, issue))
      yield* get.pipe(Effect.provide(serviceOn(client)))
      assert.containSubset(sent, [
        {
          url: "https://api.github.com/repos/acme/web/issues/7",
          headers: {
            accept: "application/vnd.github+json",
            "user-agent": "forgecast",
            "x-github-api-version": "2022-11-28"
          }
        }
      ])
    })
  )

  it.effect.each([
    ["hosts.api", { baseUrl: "git.example" }],
    ["hosts.api", { baseUrl: "localhost:3000" }],
    ["hosts.api", { baseUrl: "ftp://git.example" }],
    ["hosts.api", { baseUrl: "https://git.example/?v=3" }],
    ["hosts.api", { baseUrl: "https://" }],
    ["hosts.upload", { uploadUrl: "me:hunter2@git.example" }],
    ["headers.accept", { vendor: "a\nb" }],
    ["headers.user-agent", { userAgent: "triage → 1" }],
    ["headers.x-github-api-version", { apiVersion: "\0" }]
  ] as const)("fails each call with an option that can't be sent, and sends nothing: %s of %j", ([path, options]) =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, issue))
      const error = yield* Effect.flip(get).pipe(Effect.provide(serviceOn(client, options)))
      assert.isTrue(error._tag === "InvalidInput")
      if (error._tag === "InvalidInput") assert.strictEqual(error.path, path)
      assert.include(error.message, `Issues.get: ${path}: `)
      if (path.startsWith("hosts."))
        assert.include(error.message, "the Layer needs a root URL such as https://host/path")
      assert.notInclude(JSON.stringify(error), "hunter2")
      assert.lengthOf(sent, 0)
    })
  )

  it.effect("uses its options", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, issue))
      const options = {
        baseUrl: "https://git.example/api/v3/",
        vendor: "example",
        apiVersion: "2026-03-10",
        userAgent: "triage/1.0"
      }
      yield* get.pipe(Effect.provide(serviceOn(client, options)))
      assert.containSubset(sent, [
        {
          url: "https://git.example/api/v3/repos/acme/web/issues/7",
          headers: {
            accept: "application/vnd.example+json",
            "user-agent": "triage/1.0",
            "x-github-api-version": "2026-03-10"
          }
        }
      ])
    })
  )

  it.effect("serves one host and one principal: two in one program are two Layers", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(() => answer(200, issue))
      const parts = Layer.mergeAll(
        Layer.succeed(HttpClient.HttpClient, client),
        HttpCache.layerMemory(),
        RateLimit.layerMemory()
      )
      const public_ = Forge.layer().pipe(Layer.provide([parts, Credentials.layerAnonymous]))
      const company = Forge.layerEnterprise("git.example").pipe(
        Layer.provide([parts, Credentials.layerToken(Redacted.make("secret"))])
      )
      yield* Effect.all([get.pipe(Effect.provide(public_)), get.pipe(Effect.provide(company))])
      assert.deepStrictEqual(
        sent.map(({ headers, url }) => [url, headers["authorization"]]),
        [
          ["https://api.github.com/repos/acme/web/issues/7", undefined],
          ["https://git.example/api/v3/repos/acme/web/issues/7", "Bearer secret"]
        ]
      )
    })
  )
})

describe("a program", () => {
  it.effect("reads like its task", () =>
    Effect.gen(function* () {
      const { client, sent } = makeClient(({ method, path }) => {
        if (method === "GET") {
          return answer(
            200,
            [7, 8, 9].map((number) => ({ ...issue, number, ...(number === 8 ? { pull_request: { url: "u" } } : {}) }))
          )
        }
        return path.endsWith("/9") ? answer(410, { message: "This issue was deleted" }) : answer(200, issue)
      })
      const triage = Issues.list({ ...repo, labels: ["bug"], state: "open" }).pipe(
        Stream.filter((found) => !found.is_pull_request),
        Stream.mapEffect(
          (found) =>
            Issues.update({ ...repo, issue_number: found.number, assignees: ["octo"] }).pipe(
              Effect.as("assigned"),
              Effect.catchTag("Gone", ({ serviceMessage }) => Effect.succeed(serviceMessage))
            ),
          { concurrency: 4 }
        ),
        Stream.runCollect
      )
      const outcome = yield* triage.pipe(Effect.provide(serviceOn(client)))
      assert.deepStrictEqual(outcome, ["assigned", "This issue was deleted"])
      assert.deepStrictEqual(
        sent.map(({ body, method, path, query }) => [method, path, query, body]),
        [
          ["GET", `${root}/issues`, { labels: "bug", state: "open", per_page: "100" }, undefined],
          ["PATCH", `${root}/issues/7`, {}, { assignees: ["octo"] }],
          ["PATCH", `${root}/issues/9`, {}, { assignees: ["octo"] }]
        ]
      )
    })
  )
})
