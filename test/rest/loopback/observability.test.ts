/** What a program reports about its requests: spans, metrics, debug logs, and trace headers when enabled. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as Tracer from "effect/Tracer"
import * as Issues from "../../../src/forge/Issues.ts"
import * as HttpCache from "../../../src/rest/HttpCache.ts"
import * as Transport from "../../../src/rest/Transport.ts"
import { answer, json, redirect, refusal, reset, silence } from "./support/answers.ts"
import { forge, onEachTransport, timed } from "./support/client.ts"
import * as Probe from "./support/probe.ts"
import { first, issue, repo, search } from "./support/records.ts"
import { inOrder, serve } from "./support/server.ts"

const get = Issues.get(first)

const attributesOf = ({ attributes }: Tracer.Span) => Object.fromEntries(attributes)

const budget = (remaining: number, resource = "core") => ({
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
  "x-ratelimit-resource": resource
})

onEachTransport((client) => {
  it.live("an operation has one span, below its caller's, however many attempts it makes", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(
        inOrder(reset, refusal(502, "Bad gateway"), redirect(301, "/elsewhere"), json(200, issue(1)))
      )
      yield* get.pipe(
        Effect.withSpan("triage"),
        Effect.provide(forge(server.origin, { client, retry: { attempts: 4 } })),
        probe.watch
      )
      assert.deepStrictEqual(
        probe.spans.map(({ kind, name, status }) => [name, kind, status._tag]),
        [
          ["triage", "internal", "Ended"],
          ["Issues.get", "client", "Ended"]
        ]
      )
      const [caller, span] = probe.spans
      assert.isDefined(span)
      if (span === undefined) return
      assert.strictEqual(Option.getOrUndefined(span.parent), caller)
      assert.deepStrictEqual(attributesOf(span), {
        "forgecast.resource": "core",
        "http.response.status_code": 200,
        "forgecast.cache": "miss",
        "forgecast.attempts": 3
      })
    })
  )

  it.live("the span records how the cache served it", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(({ headers, method }) => {
        if (method === "PUT") return answer(204)
        return headers["if-none-match"] === undefined ? json(200, issue(1), { etag: `"a"` }) : json(304, {})
      })
      const fresh = Effect.provideService(get, HttpCache.TimeToLive, "1 minute")
      const off = Effect.provideService(get, HttpCache.CacheMode, "off")
      yield* Effect.all([get, get, fresh, off, Issues.lock(first)]).pipe(
        Effect.provide(forge(server.origin, { client })),
        probe.watch
      )
      assert.deepStrictEqual(
        probe.spans.map((span) => {
          const attributes = attributesOf(span)
          return [
            attributes["forgecast.cache"],
            attributes["http.response.status_code"],
            attributes["forgecast.attempts"]
          ]
        }),
        [
          ["miss", 200, 1],
          ["revalidated", 304, 1],
          ["hit", undefined, 0],
          ["off", 200, 1],
          ["off", 204, 1]
        ]
      )
      assert.strictEqual(probe.metric("forgecast_cache_hits_total"), 2)
      assert.strictEqual(probe.metric("forgecast_requests_total"), 4)
    })
  )

  it.live("the span of a failure ends with it, and with the status that caused it", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(inOrder(refusal(404, "Not Found"), answer(200, {}, "<html>"), reset))
      yield* Effect.replicateEffect(Effect.flip(get), 3).pipe(
        Effect.provide(forge(server.origin, { client, retry: { attempts: 1 } })),
        probe.watch
      )
      assert.deepStrictEqual(
        probe.spans.map((span) => [
          attributesOf(span)["http.response.status_code"],
          span.status._tag === "Ended" && span.status.exit._tag === "Failure"
            ? span.status.exit.cause.reasons.map((reason) =>
                reason._tag === "Fail" ? tagOf(reason.error) : reason._tag
              )
            : []
        ]),
        [
          [404, ["NotFound"]],
          [200, ["DecodeFailed"]],
          [undefined, ["TransportFailed"]]
        ]
      )
    })
  )

  it.live("the span of an interrupted call ends", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(() => silence)
      yield* get.pipe(Effect.timeoutOption("60 millis"), Effect.provide(forge(server.origin, { client })), probe.watch)
      assert.deepStrictEqual(
        probe.spans.map(({ name, status }) => [name, status._tag]),
        [["Issues.get", "Ended"]]
      )
    })
  )

  it.live("each page of a listing has its own span, with its resource", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(({ path }) =>
        json(
          200,
          { total_count: 2, items: [{ number: 1 }] },
          path.includes("page=2") ? {} : { link: `<${path}&page=2>; rel="next"`, ...budget(29, "search") }
        )
      )
      yield* Stream.runDrain(search({ q: "rain", per_page: 1 })).pipe(
        Effect.provide(forge(server.origin, { client })),
        probe.watch
      )
      assert.deepStrictEqual(
        probe.spans.map((span) => [span.name, attributesOf(span)["forgecast.resource"]]),
        [
          ["Search.issues", "search"],
          ["Search.issues", "search"]
        ]
      )
      assert.strictEqual(probe.metric("forgecast_rate_limit_remaining"), 29)
    })
  )

  it.live("requests have no trace headers by default", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      yield* get.pipe(Effect.withSpan("triage"), Effect.provide(forge(server.origin, { client })))
      for (const name of ["traceparent", "tracestate", "b3", "baggage", "x-b3-traceid"]) {
        assert.notProperty(server.requests[0]?.headers, name)
      }
    })
  )

  it.live("requests have the trace of the operation when enabled", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(() => json(200, issue(1)))
      const policies = Layer.succeed(Transport.PropagateTrace, true)
      const forCall = Effect.provideService(get, Transport.PropagateTrace, true)
      yield* forCall.pipe(Effect.provide(forge(server.origin, { client })), probe.watch)
      yield* get.pipe(Effect.provide(forge(server.origin, { client }).pipe(Layer.provide(policies))), probe.watch)
      assert.strictEqual(server.requests.length, 2)
      // An operation still has one span, the parent of the service's own.
      assert.strictEqual(probe.spans.length, 2)
      for (const [index, { headers }] of server.requests.entries()) {
        const span = probe.spans[index]
        assert.strictEqual(headers["traceparent"], `00-${span?.traceId.padStart(32, "0")}-${span?.spanId}-01`)
        assert.strictEqual(headers["b3"], `${span?.traceId}-${span?.spanId}-1`)
      }
    })
  )

  timed("requests, retries, waits and the remaining budget are counted", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(
        inOrder(
          refusal(502, "Bad gateway"),
          redirect(301, "/elsewhere"),
          refusal(429, "You have exceeded a secondary rate limit"),
          json(200, issue(1), budget(4_321))
        )
      )
      yield* get.pipe(Effect.provide(forge(server.origin, { client, limits: { pause: 200 } })), probe.watch)
      assert.strictEqual(server.requests.length, 4)
      assert.strictEqual(probe.metric("forgecast_requests_total"), 4)
      assert.strictEqual(probe.metric("forgecast_retries_total"), 2)
      assert.strictEqual(probe.metric("forgecast_waits_total"), 1)
      assert.isAtLeast(probe.metric("forgecast_wait_milliseconds_total"), 20)
      assert.strictEqual(probe.metric("forgecast_rate_limit_remaining"), 4_321)
    })
  )

  it.live("a retry that is not sent is not counted", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(() => refusal(429, "Slow down", { "retry-after": "60" }))
      yield* Effect.flip(get).pipe(Effect.provide(forge(server.origin, { client })), probe.watch)
      assert.strictEqual(server.requests.length, 1)
      assert.strictEqual(probe.metric("forgecast_requests_total"), 1)
      assert.strictEqual(probe.metric("forgecast_retries_total"), 0)
      assert.strictEqual(probe.spans[0]?.attributes.get("forgecast.attempts"), 1)
    })
  )

  timed("retries and waits are logged at debug level, and nothing at other levels", () =>
    Effect.gen(function* () {
      const probe = Probe.make()
      const server = yield* serve(
        inOrder(refusal(502, "Bad gateway"), refusal(429, "Slow down"), json(200, [issue(1)]))
      )
      yield* Stream.runDrain(Issues.list(repo)).pipe(
        Effect.provide(forge(server.origin, { client, limits: { pause: 200 } })),
        probe.watch
      )
      const lines = probe.logs.filter((line) => line.includes("level=DEBUG"))
      assert.isTrue(lines.some((line) => line.includes("Retrying") && line.includes("Issues.list")))
      assert.isTrue(lines.some((line) => line.includes("Waiting for a rate limit")))
      assert.notMatch(probe.logs.join("\n"), /level=(?:INFO|WARN|ERROR|FATAL)/)
    })
  )
})

const tagOf = (error: unknown) =>
  typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined
