/** Rate limits in responses: short ones are waited out, long ones fail. */
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Issues from "../../../src/forge/Issues.ts"
import * as Labels from "../../../src/forge/Labels.ts"
import { json, refusal, requestId } from "./support/answers.ts"
import { forge, onEachTransport } from "./support/client.ts"
import { assertCrossesBorders, assertFields } from "./support/errors.ts"
import { first, label as labelOf, repo } from "./support/records.ts"
import { serve } from "./support/server.ts"

const get = Issues.get(first)
const addLabel = Labels.create({ ...repo, name: "bug" })

const inAnHour = () => String(Math.floor(Date.now() / 1_000) + 3_600)

onEachTransport((client) => {
  const limits = [
    {
      name: "a primary limit",
      status: 403,
      headers: () => ({
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": inAnHour(),
        "x-ratelimit-resource": "core"
      }),
      message: "API rate limit exceeded for user ID 1.",
      fails: { kind: "primary", resource: "core", limit: 5_000, remaining: 0 },
      seconds: 3_600
    },
    {
      name: "a secondary limit with a time",
      status: 429,
      headers: () => ({ "retry-after": "60" }),
      message: "You have exceeded a secondary rate limit.",
      fails: { kind: "secondary", resource: "core" },
      seconds: 60
    },
    {
      name: "a secondary limit with a date",
      status: 403,
      headers: () => ({ "retry-after": new Date(Date.now() + 90_000).toUTCString() }),
      message: "Slow down",
      fails: { kind: "secondary", resource: "core" },
      seconds: 90
    },
    {
      name: "a secondary limit known only by its message",
      status: 403,
      headers: () => ({}),
      message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
      fails: { kind: "secondary", resource: "core" },
      seconds: 60
    }
  ]

  it.live.each(limits)(
    "fails with RateLimited when $name lasts too long",
    ({ fails, headers, message, seconds, status }) =>
      Effect.gen(function* () {
        const server = yield* serve(() => refusal(status, message, headers()))
        const asked = Date.now()
        const error = yield* Effect.flip(get).pipe(
          Effect.provide(forge(server.origin, { client, limits: { pause: "1 minute" } }))
        )
        // The error has the service's message, although the gate would refuse another attempt.
        assertFields(error, { _tag: "RateLimited", status, requestId, serviceMessage: message, ...fails })
        assertCrossesBorders(error)
        assert.strictEqual(server.requests.length, 1)
        assert.isTrue(error._tag === "RateLimited")
        if (error._tag !== "RateLimited") return
        // Headers have whole seconds.
        const limitedAt = DateTime.toEpochMillis(error.retryAt) - seconds * 1_000
        assert.isAtLeast(limitedAt, asked - 2_000)
        assert.isAtMost(limitedAt, Date.now() + 2_000)
      })
  )

  it.live("refuses a request that would be limited, without sending it", () =>
    Effect.gen(function* () {
      const server = yield* serve(() =>
        refusal(403, "API rate limit exceeded", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inAnHour() })
      )
      const error = yield* Effect.flip(get).pipe(
        Effect.andThen(Effect.flip(get)),
        Effect.provide(forge(server.origin, { client }))
      )
      assertFields(error, { _tag: "RateLimited", status: null, requestId: null, kind: "primary", remaining: 0 })
      assertCrossesBorders(error)
      assert.strictEqual(server.requests.length, 1)
    })
  )

  it.live("waits out a short limit and retries, even a write", () =>
    Effect.gen(function* () {
      const server = yield* serve((_, nth) =>
        nth === 1 ? refusal(429, "You have exceeded a secondary rate limit") : json(201, labelOf("bug"))
      )
      const label = yield* addLabel.pipe(Effect.provide(forge(server.origin, { client })))
      assert.strictEqual(label.name, "bug")
      assert.deepStrictEqual(
        server.requests.map(({ body, method }) => [method, body]),
        [
          ["POST", `{"name":"bug"}`],
          ["POST", `{"name":"bug"}`]
        ]
      )
    })
  )
})
