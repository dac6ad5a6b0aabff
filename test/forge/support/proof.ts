/** Assertions about an operation: what it sends and returns, or that it rejects its input. */
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import type * as Forge from "../../../src/forge/Forge.ts"
import { InvalidInput } from "../../../src/rest/RestError.ts"
import { type Answer, exchange, type Sent } from "./wire.ts"

type Call<A, E> = Effect.Effect<A, E, Forge.Forge>

/** Runs a stream to its end. */
export const all = <A, E>(stream: Stream.Stream<A, E, Forge.Forge>): Call<ReadonlyArray<A>, E> =>
  Stream.runCollect(stream)

/** The call sends this one request, and returns this value for this response. */
export const proves = Effect.fnUntraced(function* <A, E>(
  call: Call<A, E>,
  expected: { readonly sends: Sent; readonly answer: Answer; readonly gives: A }
) {
  const { result, sent } = yield* exchange(call, expected.answer)
  assert.deepStrictEqual(sent, [expected.sends])
  assert.deepStrictEqual(yield* Effect.fromResult(result), expected.gives)
})

/** The call fails with this error after these requests. */
export const fails = Effect.fnUntraced(function* <A, E>(call: Call<A, E>, ...answers: ReadonlyArray<Answer>) {
  const { result, sent } = yield* exchange(call, ...answers)
  assert.lengthOf(sent, answers.length)
  if (Result.isSuccess(result)) throw new Error("expected the call to fail")
  return result.failure
})

/** The call rejects this field, and nothing is sent. */
export const refuses = Effect.fnUntraced(function* <A, E>(path: string, call: Call<A, E>) {
  const failure = yield* fails(call)
  if (!(failure instanceof InvalidInput)) throw new Error(`expected InvalidInput, found ${String(failure)}`)
  assert.strictEqual(failure.path, path)
  assert.strictEqual(failure.message, `${failure.operation}: ${path}: ${failure.reason}`)
  return failure
})

/** An input that JavaScript, or a spread, may pass despite the types. */
export const untyped = (input: unknown): never => input as never
