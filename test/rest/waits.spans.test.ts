/** What the span of a call says of its waits at the gate. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as RateLimit from "../../src/rest/RateLimit.ts"
import * as Probe from "./loopback/support/probe.ts"
import { type Script, scripted } from "./support/http.ts"
import * as Things from "./support/things.ts"
import { begin, epoch, epochSeconds, pass, start } from "./support/time.ts"

const secondary = (seconds: number) => ({
  status: 403,
  headers: { "retry-after": String(seconds) },
  json: { message: "You have exceeded a secondary rate limit" }
})

const thing = { json: { id: 1 } }

/** The spans of operations, with their attributes of waits and their events. */
const spansOf = (probe: Probe.Probe) =>
  probe.spans.map(({ attributes, events, name }) => ({
    name,
    waited: attributes.get("forgecast.waited_ms"),
    attempts: attributes.get("forgecast.attempts"),
    waits: events.map(([event, at, values]): Readonly<Record<string, unknown>> => ({
      event,
      at: Number(at / 1_000_000n) - epoch,
      ...values
    }))
  }))

const untilAt = (millis: number) => new Date(epoch + millis).toISOString()

const watched = Effect.fnUntraced(function* (script: Script, options: RateLimit.Options = {}) {
  yield* begin
  const probe = Probe.make()
  const service = yield* Layer.build(Things.service(scripted(script), { limits: RateLimit.layerMemory(options) }))
  const run = <A, E>(call: Effect.Effect<A, E, Layer.Success<ReturnType<typeof Things.service>>>) =>
    start(call.pipe(Effect.provide(service), probe.watch))
  return { probe, run }
})

it.effect("a call that a secondary limit held back says how long it waited, for what, and until when", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched((_, count) => (count === 0 ? secondary(2) : thing))
    yield* run(Things.get({ id: 1 }))
    yield* pass("3 seconds")
    const wait = {
      event: "forgecast.wait",
      at: 0,
      "forgecast.limit": "secondary",
      "forgecast.resource": "core",
      "forgecast.until": untilAt(2_000)
    }
    assert.deepStrictEqual(spansOf(probe), [{ name: "Things.get", waited: 2_000, attempts: 2, waits: [wait] }])
  })
)

it.effect("the waits of all attempts count, each with an event of its own", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched((_, count) => (count < 2 ? secondary(count + 1) : thing))
    yield* run(Things.get({ id: 1 }))
    yield* pass("5 seconds")
    const [span] = spansOf(probe)
    assert.deepStrictEqual([span?.waited, span?.attempts, span?.waits.map(({ at }) => at)], [3_000, 3, [0, 1_000]])
  })
)

it.effect("a call waits for a primary limit that another one has met", () =>
  Effect.gen(function* () {
    const headers = {
      "x-ratelimit-limit": "60",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": epochSeconds(30_000),
      "x-ratelimit-resource": "core"
    }
    const { probe, run } = yield* watched((_, count) => (count === 0 ? { ...thing, headers } : thing))
    yield* run(Things.get({ id: 1 }))
    yield* pass("5 seconds")
    yield* run(Things.get({ id: 2 }))
    yield* pass("1 minute")
    const [first, second] = spansOf(probe)
    assert.deepStrictEqual([first?.waited, first?.waits], [undefined, []])
    assert.deepStrictEqual(
      second?.waits.map((wait) => wait["forgecast.limit"]),
      ["primary"]
    )
    assert.isAtLeast(Number(second?.waited), 25_000)
  })
)

it.effect("a call that is given up while it waits says how long it has waited", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched(() => secondary(60))
    const { fiber } = yield* run(Things.get({ id: 1 }))
    yield* pass("10 seconds")
    yield* Fiber.interrupt(fiber)
    const [span] = spansOf(probe)
    assert.deepStrictEqual([span?.waited, span?.waits.length], [10_000, 1])
  })
)

it.effect("the wait for a free slot counts, and no limit is named", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched(() => ({ ...thing, takes: "1 second" }), { concurrency: 1 })
    yield* run(Things.get({ id: 1 }))
    yield* run(Things.get({ id: 2 }))
    yield* pass("1 second")
    yield* pass("1 second")
    assert.deepStrictEqual(
      spansOf(probe).map(({ waited, waits }) => [waited, waits.length]),
      [
        [undefined, 0],
        [1_000, 0]
      ]
    )
  })
)

it.effect("the wait for a turn among spaced writes counts", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched(() => ({ ...thing, status: 201 }))
    const spaced = (name: string) => Effect.provideService(Things.create({ name }), RateLimit.WriteInterval, "1 second")
    for (const name of ["a", "b", "c"]) yield* run(spaced(name))
    yield* pass("1 second")
    yield* pass("1 second")
    assert.deepStrictEqual(
      spansOf(probe).map(({ waited }) => waited),
      [undefined, 1_000, 2_000]
    )
  })
)

it.effect("a call that did not wait says nothing of waits", () =>
  Effect.gen(function* () {
    const { probe, run } = yield* watched(() => thing)
    yield* run(Things.get({ id: 1 }))
    yield* pass(0)
    assert.deepStrictEqual(spansOf(probe), [{ name: "Things.get", waited: undefined, attempts: 1, waits: [] }])
  })
)
