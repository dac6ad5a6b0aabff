/** Errors from real responses. `test/forge/errors.test.ts` has every error that a response can cause. */
import { assert, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Forge from "../../../src/forge/Forge.ts"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import * as Milestones from "../../../src/forge/Milestones.ts"
import type { ForgeError } from "../../../src/forge/ForgeError.ts"
import { json, redirect, refusal, requestId, reset } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { assertCrossesBorders, assertFields } from "./support/errors.ts"
import { first, repo } from "./support/records.ts"
import { type Answer, inOrder, serve } from "./support/server.ts"

interface Case {
  readonly name: string
  readonly call: Effect.Effect<unknown, ForgeError, Forge.Forge>
  readonly answer: Answer
  readonly fails: Readonly<Record<string, unknown>> & { readonly _tag: ForgeError["_tag"] }
}

const get = Issues.get(first)
const addLabel = Labels.create({ ...repo, name: "bug" })

const cases: ReadonlyArray<Case> = [
  {
    name: "400",
    call: get,
    answer: refusal(400, "Problems parsing JSON"),
    fails: { _tag: "BadRequest", status: 400, reason: "Problems parsing JSON" }
  },
  {
    name: "401",
    call: get,
    answer: refusal(401, "Bad credentials"),
    fails: {
      _tag: "Unauthorized",
      status: 401,
      serviceMessage: "Bad credentials",
      documentationUrl: "https://docs.example.com/rest"
    }
  },
  {
    name: "403, with the permissions that would do",
    call: addLabel,
    answer: refusal(403, "Resource not accessible by integration", {
      "x-accepted-github-permissions": "issues=write,metadata=read; contents=read"
    }),
    fails: {
      _tag: "Forbidden",
      status: 403,
      acceptedPermissions: [{ issues: "write", metadata: "read" }, { contents: "read" }],
      ssoUrl: null
    }
  },
  {
    name: "404 to an operation that returns nothing",
    call: Milestones.delete({ ...repo, milestone_number: 3 }),
    answer: refusal(404, "Not Found"),
    fails: { _tag: "NotFound", method: "DELETE", operation: "Milestones.delete" }
  },
  {
    name: "422, with issues",
    call: addLabel,
    answer: refusal(
      422,
      "Validation Failed",
      {},
      {
        errors: [{ resource: "Label", code: "already_exists", field: "name", surplus: [1] }, "Name is taken", 7]
      }
    ),
    fails: {
      _tag: "ValidationFailed",
      status: 422,
      errors: [
        { resource: "Label", code: "already_exists", field: "name" },
        { message: "Name is taken" },
        { message: "7" }
      ],
      alreadyExists: true
    }
  },
  {
    name: "a blocked resource",
    call: get,
    answer: json(451, { message: "Repository access blocked", block: { reason: "dmca" } }),
    fails: {
      _tag: "Forbidden",
      status: 451,
      serviceMessage: "Repository access blocked",
      block: { reason: "dmca", html_url: null }
    }
  },
  {
    name: "a 304 to an unconditional request",
    call: get,
    answer: json(304, {}),
    fails: { _tag: "UnexpectedStatus", status: 304 }
  }
]

onEachTransport((client) => {
  it.live.each(cases)("$name", ({ answer, call, fails }) =>
    Effect.gen(function* () {
      const server = yield* serve(() => answer)
      const error = yield* Effect.flip(call).pipe(Effect.provide(forge(server.origin, { client })))
      assertFields(error, { requestId, ...fails })
      assertCrossesBorders(error)
      assert.strictEqual(server.requests.length, 1)
      assert.include(error.message, String(Reflect.get(error, "status")))
    })
  )

  it.live("names the request, and what the service said", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => refusal(404, "Not Found"))
      const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
      const url = `${server.origin}/repos/acme/web/issues/1`
      assertFields(error, {
        operation: "Issues.get",
        method: "GET",
        url,
        message: `Issues.get: 404 Not Found (GET ${url}): it does not exist, or the token may not see it`
      })
    })
  )

  it.live("reports a transient status only after the retries", () =>
    Effect.gen(function* () {
      for (const status of [408, 500, 502, 503, 504]) {
        const server = yield* serve(() => refusal(status, "Unicorn"))
        const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
        assertFields(error, { _tag: "ServiceUnavailable", status, requestId, retryAfter: null })
        assertCrossesBorders(error)
        assert.strictEqual(server.requests.length, 3)
      }
    })
  )

  it.live("reports the Retry-After of a service that is down", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => refusal(503, "Maintenance", { "retry-after": "120" }))
      const error = yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })))
      assertFields(error, { _tag: "ServiceUnavailable", status: 503, retryAfter: Duration.seconds(120) })
      assertCrossesBorders(error)
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.live("encodes and decodes errors without a response too", () =>
    Effect.gen(function* () {
      const server = yield* serve(inOrder(reset, redirect(302, "ftp://127.0.0.1/"), json(200, { id: 1 })))
      const errors = yield* Effect.all([
        Effect.flip(get),
        Effect.flip(get),
        Effect.flip(get),
        Effect.flip(Issues.get({ ...first, owner: "" }))
      ]).pipe(Effect.provide(forge(server.origin, { client, retry: { attempts: 1 } })))
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["TransportFailed", "UnsafeRedirect", "DecodeFailed", "InvalidInput"]
      )
      for (const error of errors) assertCrossesBorders(error)
    })
  )

  it.live("fails with NotModified when a conditional read finds no change", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(304, {}, { etag: `"b"` }))
      const error = yield* Effect.flip(Issues.get.ifChanged(first, { etag: `"a"` })).pipe(
        Effect.provide(forge(server.origin, { client }))
      )
      // The 304 is about another version: its ETag would never match what the caller has.
      assertFields(error, { _tag: "NotModified", status: 304, requestId, validators: { etag: `"a"` } })
      assertCrossesBorders(error)
      assert.strictEqual(server.requests[0]?.headers["if-none-match"], `"a"`)
    })
  )
})
