/** What the spans of callers say who share a read. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Probe from "./loopback/support/probe.ts"
import { scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, pass, start } from "./support/time.ts"

it.effect("each caller of a shared read has a span of its own, which says who sent the request", () =>
  Effect.gen(function* () {
    yield* begin
    const probe = Probe.make()
    const http = scripted(() => ({ json: { id: 1 }, takes: "1 second" }))
    const service = yield* Layer.build(Things.service(http))
    for (const caller of ["first", "second"]) {
      const call = Effect.withSpan(Things.get({ id: 1 }), caller)
      yield* start(call.pipe(Effect.provide(service), probe.watch))
    }
    yield* pass(400)
    const late = yield* start(
      Things.get({ id: 1 }).pipe(Effect.withSpan("third"), Effect.provide(service), probe.watch)
    )
    yield* pass(600)
    assert.strictEqual(late.endedAt(), 1_000)
    assert.strictEqual(http.sent.length, 1)
    assert.strictEqual(probe.metric("forgecast_shared_reads_total"), 2)

    const spans = probe.spans.filter(({ name }) => name === "Things.get")
    const callers = spans.map(({ parent }) => Option.getOrUndefined(parent))
    assert.deepStrictEqual(
      callers.map((span) => span?._tag === "Span" && span.name),
      ["first", "second", "third"]
    )
    assert.deepStrictEqual(
      spans.map(({ attributes, status }) => ({ status: status._tag, ...Object.fromEntries(attributes) })),
      [
        { cache: "miss", attempts: 1 },
        { cache: "shared", attempts: 0 },
        { cache: "shared", attempts: 0 }
      ].map(({ attempts, cache }) => ({
        status: "Ended" as const,
        "forgecast.resource": "core",
        "http.response.status_code": 200,
        "forgecast.cache": cache,
        "forgecast.attempts": attempts
      }))
    )
  })
)
