/** Bodies that break off, with a stub for what opens the rest. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Headers from "effect/http/Headers"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import type { Call } from "../../../src/rest/Call.ts"
import type { OngoingCall } from "../../../src/rest/internal/pipeline/call.ts"
import { resumed } from "../../../src/rest/internal/pipeline/resumed.ts"
import type { Failure, TransportFailed } from "../../../src/rest/RestError.ts"
import { lost, ongoing, unavailable } from "./support.ts"

const broken = lost(true)

/** A response: numbers as a body, which breaks off unless it is whole. */
const response = (pieces: ReadonlyArray<number>, headers: Readonly<Record<string, string>>, status = 200) => ({
  status,
  headers: Headers.fromInput(headers),
  value: Stream.fromIterable(pieces.map((piece) => Uint8Array.of(piece))),
  redact: (text: string) => text
})

type Opened = ReturnType<typeof breaking>

const breaking = (...given: Parameters<typeof response>) => {
  const { value, ...head } = response(...given)
  return { ...head, value: Stream.concat(value, Stream.fail(broken)) as Stream.Stream<Uint8Array, TransportFailed> }
}

/** Reads a body. Returns what has arrived, the error if there is one, and what was asked for. */
const reading = (
  first: Opened | ReturnType<typeof response>,
  rests: ReadonlyArray<Effect.Effect<Opened | ReturnType<typeof response>, Failure>> = [],
  given: Parameters<typeof ongoing>[0] = {},
  prepare: (call: OngoingCall) => void = () => {}
) =>
  Effect.gen(function* () {
    const call = yield* ongoing(given)
    // What opened the first response has counted it.
    call.allowance.tries = 1
    prepare(call)
    const asked: Array<Call> = []
    const open = (call: OngoingCall) => {
      asked.push(call.asked)
      call.allowance.tries++
      return rests[asked.length - 1] ?? Effect.fail(unavailable)
    }
    const bytes: Array<number> = []
    const read = Stream.runForEach(resumed(call, first, open), (piece) => Effect.sync(() => void bytes.push(...piece)))
    const fiber = yield* Effect.forkChild(read)
    yield* TestClock.adjust("10 minutes")
    const exit = yield* Fiber.await(fiber)
    return { asked, bytes, call, exit }
  })

const tagged = { "content-length": "4", etag: '"1"' }
const part = (first: number, total = "4") => ({ "content-range": `bytes ${first}-3/${total}`, etag: '"1"' })

it.effect("a whole body passes as it is", () =>
  Effect.gen(function* () {
    const { asked, bytes, exit } = yield* reading(response([1, 2, 3, 4], tagged))
    assert.strictEqual(exit._tag, "Success")
    assert.deepStrictEqual([bytes, asked.length], [[1, 2, 3, 4], 0])
  })
)

it.effect("the rest is asked for by its position and the validator", () =>
  Effect.gen(function* () {
    const { asked, bytes, exit } = yield* reading(breaking([1, 2], tagged), [
      Effect.succeed(breaking([3], part(2), 206)),
      Effect.succeed(response([4], part(3), 206))
    ])
    assert.strictEqual(exit._tag, "Success")
    assert.deepStrictEqual(bytes, [1, 2, 3, 4])
    assert.deepStrictEqual(
      asked.map(({ range }) => range),
      [
        { from: 2, validator: '"1"' },
        { from: 3, validator: '"1"' }
      ]
    )
    assert.deepStrictEqual(asked[0]?.statuses, [200, 206])
  })
)

it.effect("a service without ranges sends the same body again, whose start is left out", () =>
  Effect.gen(function* () {
    const { bytes } = yield* reading(breaking([1, 2], tagged), [Effect.succeed(response([1, 2, 3, 4], tagged))])
    assert.deepStrictEqual(bytes, [1, 2, 3, 4])
  })
)

it.effect("an end before the stated length is a break", () =>
  Effect.gen(function* () {
    const { bytes } = yield* reading(response([1, 2], tagged), [Effect.succeed(response([3, 4], part(2), 206))])
    assert.deepStrictEqual(bytes, [1, 2, 3, 4])
  })
)

it.effect("nothing is asked for when only the end is missing", () =>
  Effect.gen(function* () {
    const { asked, exit } = yield* reading(breaking([1, 2, 3, 4], tagged))
    assert.deepStrictEqual([exit._tag, asked.length], ["Success", 0])
  })
)

it.effect("a body that breaks off before its first byte is asked for as a whole", () =>
  Effect.gen(function* () {
    const { asked, bytes } = yield* reading(breaking([], { "content-length": "4" }), [
      Effect.succeed(response([5, 6, 7, 8], { "content-length": "4" }))
    ])
    assert.deepStrictEqual(bytes, [5, 6, 7, 8])
    assert.isUndefined(asked[0]?.range)
  })
)

it.effect("what may belong to another representation is not passed on", () =>
  Effect.gen(function* () {
    const others = [
      response([9, 9], { ...part(2), etag: '"2"' }, 206),
      response([9, 9], part(1), 206),
      response([9, 9], part(2, "5"), 206),
      response([9, 9, 9, 9], { ...tagged, etag: '"2"' })
    ]
    for (const other of others) {
      const { bytes, exit } = yield* reading(breaking([1, 2], tagged), [Effect.succeed(other)])
      assert.deepStrictEqual([bytes, exit._tag], [[1, 2], "Failure"])
    }
  })
)

it.effect("without a validator, nothing proves what the rest belongs to", () =>
  Effect.gen(function* () {
    const { asked, exit } = yield* reading(breaking([1, 2], { "content-length": "4" }))
    assert.deepStrictEqual([exit._tag, asked.length], ["Failure", 0])
  })
)

it.effect("the tries of the retry policy are those of the whole call", () =>
  Effect.gen(function* () {
    const rest = Effect.succeed(breaking([], part(2), 206))
    const { asked } = yield* reading(breaking([1, 2], tagged), [rest, rest, rest, rest], {
      policies: { retry: { attempts: 3 } }
    })
    assert.strictEqual(asked.length, 2)
  })
)

it.effect("a rest that cannot be opened fails with the break", () =>
  Effect.gen(function* () {
    const error = yield* reading(breaking([1, 2], tagged), [Effect.fail(unavailable)]).pipe(
      Effect.flatMap(({ exit }) => Effect.flip(exit))
    )
    assert.strictEqual(error, broken)
  })
)

it.effect("the time of the body is spent, and a call without time left does not go on", () =>
  Effect.gen(function* () {
    const slow = breaking([1, 2], tagged)
    const value = Stream.onStart(slow.value, Effect.sleep("20 seconds"))
    const rest = Effect.succeed(response([3, 4], part(2), 206))
    const { bytes, call } = yield* reading({ ...slow, value }, [rest])
    assert.deepStrictEqual(bytes, [1, 2, 3, 4])
    assert.strictEqual(call.allowance.spent, 20_000)
    const late = yield* reading(slow, [rest], {}, (call) => (call.allowance.spent = call.policies.callTimeout))
    assert.strictEqual(late.asked.length, 0)
  })
)
