/** Effect as `@effect/vitest` imports it: its tests run with the services of the program. */
import type * as Effect from "effect/Effect"
import { environment } from "./suite.ts"

export * from "effect/Effect"

export const runPromise: typeof Effect.runPromise = (effect, options) => environment.run(effect, options)
