/** Headers that a program adds, on real connections. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Releases from "../../../src/forge/Releases.ts"
import { RequestHeaders } from "../../../src/rest/Transport.ts"
import { answer, json, redirect } from "./support/answers.ts"
import { forge, onEachTransport, token } from "./support/client.ts"
import { first, issue, repo } from "./support/records.ts"
import { serve } from "./support/server.ts"

const secret = "a-secret-of-the-proxy"

const added = { "X-Proxy-Token": Redacted.make(secret), "User-Agent": "triage/1", "x-github-api-version": "2026-03-10" }

const sent = { "x-proxy-token": secret, "user-agent": "triage/1", "x-github-api-version": "2026-03-10" }

onEachTransport((client) => {
  it.live("they arrive with reads, writes and redirects of the service", () =>
    Effect.gen(function* () {
      const server = yield* serve(({ path }) =>
        path.includes("/repos/") ? redirect(307, "/repositories/1") : json(200, issue(1))
      )
      yield* Effect.all([Issues.get(first), Issues.update({ ...first, title: "New" })]).pipe(
        Effect.provideService(RequestHeaders, added),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.lengthOf(server.requests, 4)
      for (const { headers } of server.requests) {
        assert.containSubset(headers, {
          ...sent,
          authorization: `Bearer ${token}`,
          accept: "application/vnd.github+json"
        })
      }
    })
  )

  it.live("a redirect that repeats a secret of them is not followed", () =>
    Effect.gen(function* () {
      const storage = yield* serve(() => answer(200, {}, "bytes"))
      const server = yield* serve(() => redirect(302, `${storage.origin}/file?token=${secret}`))
      const error = yield* Effect.flip(Releases.downloadAsset.text({ ...repo, asset_id: 7 })).pipe(
        Effect.provideService(RequestHeaders, added),
        Effect.provide(forge(server.origin, { client }))
      )
      assert.strictEqual(error._tag, "UnsafeRedirect")
      assert.include(error.message, "repeats a secret header")
      assert.notInclude(JSON.stringify(error), secret)
      assert.lengthOf(storage.requests, 0)
    })
  )
})
