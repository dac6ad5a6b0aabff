/** What a plan takes for known of an answer is what the service answers, for each write that has an example. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { forge, now } from "../../docs/examples/operations/index.ts"
import { seedOf } from "../../docs/examples/operations/seed.ts"
import { Forge } from "../../src/forge/Forge.ts"
import * as operations from "../../src/forge/index.ts"
import type { Takes } from "../../src/rest/Operation.ts"
import { isBodyReader, isWrite, type Send } from "../../src/rest/Call.ts"
import * as Transport from "../../src/rest/Transport.ts"
import { ForgeSimulator } from "../../src/testing/index.ts"
import { keeping } from "../../src/workflow/internal/keeping.ts"
import { assumedOf } from "../../src/workflow/internal/plan/foreseen.ts"

const fieldsOf = (schema: unknown): ReadonlyArray<string> => {
  const { fields = {} } = schema as { readonly fields?: object }
  return Object.keys(fields)
}

/** What differs, by operation. */
const differing = (found: Array<unknown>) =>
  Transport.around({
    request:
      (next): Send =>
      (call, reader, since) => {
        if (!isWrite(call) || !isBodyReader(reader) || reader.schema === undefined) return next(call, reader, since)
        const kept = keeping(reader)
        const names = fieldsOf(reader.schema)
        return Effect.tap(next(call, kept.reader, since), () =>
          Effect.sync(() => {
            const text = kept.text()
            const answer = (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>
            for (const [name, value] of Object.entries(assumedOf(call))) {
              if (!names.includes(name) || value === undefined) continue
              const wrong = differs(value, answer[name] ?? null)
              if (wrong) found.push([call.operation, name, value, answer[name]])
            }
          })
        )
      }
  })

/** What is known may be a part of what is there. */
const differs = (known: unknown, there: unknown): boolean => {
  // A text in the place of a record does not decode, and counts as not known.
  if (typeof known !== "object" || known === null) return known !== there && typeof there !== "object"
  if (typeof there !== "object" || there === null) return true
  if (Array.isArray(known) && (there as ReadonlyArray<unknown>).length !== known.length) return true
  return Object.entries(known).some(([name, value]) => differs(value, (there as Record<string, unknown>)[name]))
}

const examples = Object.entries(forge).flatMap(([module, operations]) =>
  Object.entries(operations as Readonly<Record<string, Effect.Effect<unknown, unknown, Forge>>>).map(
    ([name, example]) => [`${module}.${name}`, example] as const
  )
)

const writes = new Set(
  Object.entries(operations).flatMap(([module, exports]) =>
    Object.entries(exports as object).flatMap(([name, operation]: readonly [string, Partial<Takes<never>>]) =>
      operation.declaration?.template.startsWith("GET ") === false ? [`${module}.${name}`] : []
    )
  )
)

describe("what is known of an answer before its write is sent", () => {
  it.effect("is what the service answers, in all examples", () =>
    Effect.gen(function* () {
      const found: Array<unknown> = []
      for (const [name, example] of examples) {
        if (!writes.has(name)) continue
        yield* TestClock.setTime(Date.parse(now))
        yield* Effect.updateService(example, Forge, differing(found)).pipe(
          Effect.provide(ForgeSimulator.layer(seedOf(name)), { local: true })
        )
      }
      assert.deepStrictEqual(found, [])
    })
  )
})
