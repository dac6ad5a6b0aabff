/** The further cases of the rows: inputs that are sent, inputs that are rejected, responses that are read. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { fails, refuses } from "../support/proof.ts"
import { answer, exchange } from "../support/wire.ts"
import { type Operation, operations } from "./all.ts"

/** The value has these main fields; one without fields is equal. */
const has = (value: unknown, expected: unknown) => {
  const isWhole = typeof expected !== "object" || expected === null || Object.keys(expected).length === 0
  if (isWhole) assert.deepStrictEqual(value, expected)
  else assert.containSubset(value, expected)
}

/** Listings ask for the largest pages. */
const sized = ({ kind }: Operation) => (kind === "list" ? { per_page: 100 } : {})

const taken = operations.flatMap((operation) =>
  [[{}] as const, ...(operation.row.takes ?? [])].map(([given, sends]) => ({
    name: operation.name,
    operation,
    given,
    sends
  }))
)

const refused = operations.flatMap((operation) =>
  (operation.row.refuses ?? []).map(([path, given, reason = ""]) => ({
    name: operation.name,
    operation,
    path,
    given,
    reason
  }))
)

const read = operations.flatMap((operation) =>
  (operation.row.reads ?? []).map(([response, value]) => ({ name: operation.name, operation, response, value }))
)

const unread = operations.flatMap((operation) =>
  (operation.row.unread ?? []).map(([path, response]) => ({ name: operation.name, operation, path, response }))
)

describe("an operation", () => {
  it.effect.each(taken)("$name sends $given", ({ given, operation, sends }) =>
    Effect.gen(function* () {
      const input = { ...operation.smallest, ...given }
      const usual = Object.fromEntries(Object.entries(operation.row.sends ?? {}).filter(([name]) => !(name in given)))
      const success = answer(
        operation.kind === "nothing" || operation.kind === "question" ? 204 : 200,
        operation.body,
        operation.type === undefined ? {} : { "content-type": operation.type }
      )
      const { result, sent } = yield* exchange(operation.callWith(input), success)
      assert.deepStrictEqual(sent, [operation.sendsFor({ ...sized(operation), ...input }, { ...usual, ...sends })])
      has(yield* Effect.fromResult(result), operation.value)
    })
  )

  it.effect.each(refused)("$name refuses $path: $given", ({ given, operation, path, reason }) =>
    Effect.gen(function* () {
      const input = { ...operation.smallest, ...given }
      const failure = yield* refuses(path, operation.callWith(input))
      assert.include(failure.reason, reason)
      const outcome = operation.described.call(input)
      yield* refuses(path, Stream.isStream(outcome) ? Stream.runDrain(outcome) : outcome)
    })
  )

  it.effect.each(read)("$name reads $value", ({ operation, response, value }) =>
    Effect.gen(function* () {
      const status = response === undefined ? 204 : 200
      const { result } = yield* exchange(operation.call, answer(status, response))
      has(yield* Effect.fromResult(result), value)
    })
  )

  it.effect.each(unread)("$name does not read $response", ({ operation, path, response }) =>
    Effect.gen(function* () {
      assert.containSubset(yield* fails(operation.call, answer(200, response)), { _tag: "DecodeFailed", path })
    })
  )

  it.effect.each(operations)(
    "$name refuses fields that it does not have, unless they are undefined",
    ({ callWith, row }) =>
      Effect.gen(function* () {
        const plain = yield* exchange(callWith({ ...row.whole, unheard_of: undefined }), answer(400))
        assert.lengthOf(plain.sent, 1)
        const { reason } = yield* refuses("unheard_of", callWith({ ...row.whole, unheard_of: [], heard_of: null }))
        assert.strictEqual(
          reason,
          "is not a field of the input, nor is heard_of; `pick` of forgecast/rest/Operation leaves out the fields of other records"
        )
      })
  )
})
