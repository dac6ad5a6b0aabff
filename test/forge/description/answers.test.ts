/** The service's description beside our records: what it allows in a response, we read. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { contract } from "../support/contract.ts"
import type { Row } from "../support/contractRow.ts"
import { answer, makeClient, serviceOn } from "../support/wire.ts"
import { unread } from "./differences.ts"
import { described, successesOf, valuesOf } from "./official.ts"

/** Reads a response. Returns where it failed; undefined if it did not. */
const problemOf = async ({ call }: Row, status: number, body: unknown): Promise<string | undefined> => {
  const { client } = makeClient(() => answer(status, body))
  const result = await Effect.runPromise(Effect.result(Effect.provide(call, serviceOn(client))))
  if (Result.isSuccess(result)) return undefined
  const { failure } = result
  return failure._tag === "DecodeFailed" ? failure.path.replaceAll(/\[\d+\]/g, "[]") : failure._tag
}

const answered = described.flatMap((operation) => {
  const row = contract.find(({ name }) => name === operation.name) ?? assert.fail(`${operation.name} is missing`)
  const { result } = operation.call.declaration
  return result === undefined ? [] : successesOf(operation).map((success) => ({ ...success, name: row.name, row }))
})

// The last test sums up what the others found.
describe("responses that the service describes", { shuffle: false }, () => {
  const used = new Set<string>()

  /** Reads responses. Fails for those that are unread without a listed reason. */
  const reading = (row: Row, status: number) => {
    const unlisted = new Map<string, string>()
    return {
      unlisted,
      read: async (body: unknown) => {
        const problem = await problemOf(row, status, body)
        if (problem === undefined) return
        const key = `${row.name} ${problem}`
        if (key in unread) used.add(key)
        else unlisted.set(key, JSON.stringify(body).slice(0, 1_000))
      }
    }
  }

  it.each(answered)("the examples of $name $status are read", async ({ examples, row, status }) => {
    const { read, unlisted } = reading(row, status)
    for (const example of examples) await read(example)
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
  })

  it.each(answered)("any of $name $status is read", async ({ row, schema, status }) => {
    const { read, unlisted } = reading(row, status)
    await fc.assert(fc.asyncProperty(valuesOf(schema), read), { numRuns: 30, seed: 20270115 })
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
  })

  it("need every listed difference", () => {
    assert.deepStrictEqual([...used].toSorted(), Object.keys(unread).toSorted())
  })
})
