/** Writes docs/examples/operations/output.json, what the examples return. Their test compares it. */
import "./byName.ts"
import * as Effect from "effect/Effect"
import { writePage } from "./declarations.ts"

// The examples import the package by its name, which is known from here on.
const { examples } = await import("./operationRuns.ts")
const { now } = await import("../../docs/examples/operations/index.ts")

const outputs = Effect.forEach(examples, ({ name, run }) =>
  Effect.map(
    Effect.mapError(run(now), (error) => new Error(`The example of ${name} failed`, { cause: error })),
    ({ output }) => [name, output] as const
  )
)

const text = `${JSON.stringify(Object.fromEntries(await Effect.runPromise(outputs)), null, 2)}\n`

writePage("docs/examples/operations/output.json", text)
