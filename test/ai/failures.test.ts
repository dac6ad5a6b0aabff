/** Failures as results that a model can act on. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/testing/TestClock"
import * as ForgeTools from "../../src/ai/ForgeTools.ts"
import { ToolFailure } from "../../src/ai/ToolError.ts"
import * as Issues from "../../src/forge/Issues.ts"
import * as Secrets from "../../src/forge/Secrets.ts"
import * as Retry from "../../src/rest/Retry.ts"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import { type Answer, answer, makeClient, serviceOn } from "../forge/support/wire.ts"

const tools = ForgeTools.toolkit({ operations: { Issues, Secrets } })

const issue = { owner: "acme", repo: "web", issue_number: 1 }

const failing = (response: Answer) =>
  Effect.flip(tools.call("issues_get", issue)).pipe(
    Effect.provide(tools.layer),
    Effect.provide(serviceOn(makeClient(() => response).client)),
    Effect.provideService(Retry.RetryPolicy, { attempts: 1, within: "1 minute", base: 0, cap: 0 }),
    Effect.provideService(RateLimit.MaxWait, 0),
    Effect.tap((failure) => Effect.sync(() => assert.isTrue(Schema.is(ToolFailure)(failure))))
  )

it.effect("says when a limit ends", () =>
  Effect.gen(function* () {
    const reset = { "x-ratelimit-limit": "60", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "3600" }
    const failure = yield* failing(answer(403, { message: "API rate limit exceeded" }, reset))
    assert.deepStrictEqual([failure.error, failure.retryAt], ["RateLimited", "1970-01-01T01:00:00.000Z"])
    assert.strictEqual(failure.details?.["kind"], "primary")
  })
)

it.effect("says when an outage is likely over", () =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1 minute")
    const failure = yield* failing(answer(503, { message: "Down" }, { "retry-after": "30" }))
    assert.deepStrictEqual([failure.error, failure.retryAt], ["ServiceUnavailable", "1970-01-01T00:01:30.000Z"])
  })
)

it.effect("says what the service finds wrong", () =>
  Effect.gen(function* () {
    const errors = [{ resource: "Issue", field: "title", code: "missing_field" }]
    const { client } = makeClient(() => answer(422, { message: "Validation Failed", errors }))
    const failure = yield* Effect.flip(tools.call("issues_create", { owner: "acme", repo: "web", title: "It" })).pipe(
      Effect.provide(tools.layer),
      Effect.provide(serviceOn(client))
    )
    assert.deepStrictEqual([failure.error, failure.errors], ["ValidationFailed", errors])
  })
)

it.effect("says little of what only programs read", () =>
  Effect.gen(function* () {
    const failure = yield* failing(answer(404, { message: "Not Found", documentation_url: "https://docs.github.com" }))
    assert.deepStrictEqual(Object.keys(failure), ["error", "message"])
  })
)

it.effect("shows no secret, of the token and of what was passed", () =>
  Effect.gen(function* () {
    const { client } = makeClient(() => answer(422, { message: "No: hunter2hunter2 and a-token-for-tests" }))
    const failure = yield* Effect.flip(tools.call("issues_get", issue)).pipe(
      Effect.provide(tools.layer),
      Effect.provide(serviceOn(client))
    )
    assert.notInclude(JSON.stringify(failure), "a-token-for-tests")
  })
)
