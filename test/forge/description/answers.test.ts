/** The service's description beside our records: what it allows in a response, we read. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { check } from "../../testing/forge/description.ts"
import { type Operation, operations } from "../operations/all.ts"
import { answer, makeClient, serviceOn } from "../support/wire.ts"
import { unread } from "./differences.ts"
import { smallestValueOf, successesOf, valuesOf } from "./official.ts"
import { depth, runs } from "../../depth.ts"

/** Reads a response. Returns where it failed; undefined if it did not. */
const problemOf = async ({ call }: Operation, status: number, body: unknown): Promise<string | undefined> => {
  const { client } = makeClient(() => answer(status, body))
  const result = await Effect.runPromise(Effect.result(Effect.provide(call, serviceOn(client))))
  if (Result.isSuccess(result)) return undefined
  const { failure } = result
  return failure._tag === "DecodeFailed" ? failure.path.replaceAll(/\[\d+\]/g, "[]") : failure._tag
}

const answered = operations.flatMap((row) =>
  row.declaration.result === undefined
    ? []
    : successesOf(row.described).map((success) => ({ ...success, name: row.name, row }))
)

// The last test sums up what the others found.
describe("responses that the service describes", { shuffle: false }, () => {
  const used = new Set<string>()

  /** Reads responses. Fails for those that are unread without a listed reason. */
  const reading = (row: Operation, status: number) => {
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

  it.each(answered)("the smallest of $name $status is read", async ({ row, schema, status }) => {
    const { read, unlisted } = reading(row, status)
    await read(smallestValueOf(schema))
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
  })

  it.each(answered)("any of $name $status is read", async ({ row, schema, status }) => {
    const { read, unlisted } = reading(row, status)
    await fc.assert(fc.asyncProperty(valuesOf(schema), read), { numRuns: runs(30), seed: 20270115 })
    assert.deepStrictEqual(Object.fromEntries(unlisted), {})
  })

  // Fewer runs do not find them all.
  it.runIf(depth === "whole")("need every listed difference", () => {
    assert.deepStrictEqual([...used].toSorted(), Object.keys(unread).toSorted())
  })
})

/** The service sends addresses that are none: a homepage may be empty, and paths have all letters. */
const addressed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, field: unknown) =>
    typeof field !== "string" ? field : name === "homepage" && field === "" ? null : encoded(field)
  )

const encoded = (text: string): string =>
  text.startsWith("https://") ? text.replace(/[^!-~]/g, encodeURIComponent) : text

/** An outdated comment has no position, which the description forgets. */
const isKnown = (problem: string): boolean => problem.endsWith("/position must be integer")

describe("the responses of the tests", () => {
  it.each(operations.filter(({ body, type }) => body !== undefined && type === undefined))(
    "are those that the service describes for $name",
    ({ body, described, name }) => {
      const problems = successesOf(described).map(({ schema, status }) =>
        check(`${name} ${status}`, schema, addressed(body)).filter((problem) => !isKnown(problem))
      )
      // A status of several is enough.
      assert.isTrue(
        problems.some((each) => each.length === 0),
        problems.flat().join("\n")
      )
    }
  )
})
