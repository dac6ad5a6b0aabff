/** Reads in flight, with a stub for the next step. */
import { assert, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as Result from "effect/Result"
import type { Decoded, Reader } from "../../../src/rest/Call.ts"
import type { Flight, OngoingCall } from "../../../src/rest/internal/pipeline/call.ts"
import { shared } from "../../../src/rest/internal/pipeline/shared.ts"
import type { Failure } from "../../../src/rest/RestError.ts"
import { one, ongoing, other } from "./support.ts"

const text: Reader<string> = (text) => Result.succeed(text)

const decoded = (value: string): Decoded<string> => ({
  value,
  status: 200,
  headers: Headers.empty,
  requestedUrl: "",
  url: "",
  budget: undefined,
  cached: false
})

/** The next step: waits until it is let go. Counts what has begun and what was interrupted. */
const slow = Effect.gen(function* () {
  const go = yield* Deferred.make<Decoded<string>, Failure>()
  const seen = { begun: 0, interrupted: 0 }
  const next = () => {
    seen.begun++
    return Effect.onInterrupt(Deferred.await(go), () => Effect.sync(() => void seen.interrupted++))
  }
  return { seen, next, end: Deferred.succeed(go, decoded("value")) }
})

/** Calls of one transport, which share what is in flight. */
const calls = Effect.sync(() => {
  const flights = new Map<string, Flight>()
  const read = (more: Parameters<typeof ongoing>[0] = {}) => ongoing({ ...more, service: { flights } })
  return { flights, read }
})

const ask = (call: OngoingCall, next: () => Effect.Effect<Decoded<string>, Failure>, reader = text) =>
  shared(call, one, reader, undefined, next)

/** Lets fibers run until they wait. */
const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Two callers at once, of whom the second may differ. */
const two = (first: Parameters<typeof ongoing>[0], second: Parameters<typeof ongoing>[0], reader = text) =>
  Effect.gen(function* () {
    const { flights, read } = yield* calls
    const { end, next, seen } = yield* slow
    const [a, b] = [yield* read(first), yield* read(second)]
    const fibers = [yield* Effect.forkChild(ask(a, next)), yield* Effect.forkChild(ask(b, next, reader))]
    yield* settled
    const { begun } = seen
    yield* end
    const values = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
    return { begun, values: values.map(({ value }) => value), second: b.recorder, left: flights.size }
  })

it.effect("callers at the same time share a read", () =>
  Effect.gen(function* () {
    const { begun, left, second, values } = yield* two({}, {})
    assert.deepStrictEqual([begun, values, second.cache, left], [1, ["value", "value"], "shared", 0])
  })
)

const different: ReadonlyArray<readonly [string, Parameters<typeof ongoing>[0], Reader<string>?]> = [
  ["another policy", { policies: { timeToLive: 1 } }],
  ["a reload", { policies: { cacheMode: "reload" } }],
  ["another operation", { asked: { operation: "Things.other" } }],
  ["another media type", { asked: { accept: "text/plain" } }],
  ["another reader", {}, (text) => Result.succeed(text)],
  ["no wish to share", { policies: { shareReads: false } }],
  ["a POST that only reads", { asked: { method: "POST", onlyReads: true } }]
]
for (const [name, second, reader] of different) {
  it.effect(`a caller with ${name} asks alone`, () =>
    Effect.map(two({}, second, reader), ({ begun }) => assert.strictEqual(begun, 2))
  )
}

it.effect("readers that look for the same share a read", () =>
  Effect.gen(function* () {
    const reader = (): Reader<string> => Object.assign((text: string) => Result.succeed(text), { looksFor: { a: [1] } })
    const { read } = yield* calls
    const { end, next, seen } = yield* slow
    const fibers = [
      yield* Effect.forkChild(ask(yield* read(), next, reader())),
      yield* Effect.forkChild(ask(yield* read(), next, reader()))
    ]
    yield* settled
    yield* end
    yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
    assert.strictEqual(seen.begun, 1)
  })
)

it.effect("a read ends when its last caller leaves, and not before", () =>
  Effect.gen(function* () {
    const { flights, read } = yield* calls
    const { next, seen } = yield* slow
    const first = yield* Effect.forkChild(ask(yield* read(), next))
    const second = yield* Effect.forkChild(ask(yield* read(), next))
    yield* settled
    yield* Fiber.interrupt(first)
    assert.deepStrictEqual([seen.interrupted, flights.size], [0, 1])
    yield* Fiber.interrupt(second)
    assert.deepStrictEqual([seen.interrupted, flights.size], [1, 0])
  })
)

it.effect("nobody joins a read that began before a write ended", () =>
  Effect.gen(function* () {
    const { read } = yield* calls
    const { end, next, seen } = yield* slow
    const first = yield* Effect.forkChild(ask(yield* read(), next))
    yield* settled
    yield* ask(yield* read({ asked: { method: "POST" } }), () => Effect.succeed(decoded("written")))
    const second = yield* Effect.forkChild(ask(yield* read(), next))
    yield* settled
    assert.strictEqual(seen.begun, 2)
    yield* end
    yield* Fiber.join(first)
    yield* Fiber.join(second)
  })
)

it.effect("a read that was asked as somebody else in the end is not passed on", () =>
  Effect.gen(function* () {
    const { read } = yield* calls
    const { end, next, seen } = yield* slow
    const call = yield* read()
    const first = yield* Effect.forkChild(ask(call, next))
    const second = yield* Effect.forkChild(ask(yield* read(), next))
    yield* settled
    call.recorder.principal = other.principal
    yield* end
    yield* Fiber.join(first)
    yield* Fiber.join(second)
    assert.strictEqual(seen.begun, 2)
  })
)
