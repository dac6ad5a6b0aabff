/** How the operations of `RateLimits` are called in tests, and what the service responds. */
import type * as RateLimits from "../../../src/forge/RateLimits.ts"
import { rateLimits } from "../support/refs.ts"
import type { Rows } from "./row.ts"
import * as DateTime from "effect/DateTime"

export const rows: Rows<typeof RateLimits> = {
  get: {
    whole: {},
    response: rateLimits,
    value: {
      resources: {
        core: { remaining: 4_999, reset: DateTime.makeUnsafe(1_800_000_000_000) },
        search: { limit: 30 },
        graphql: { used: 7 }
      }
    }
  }
}
