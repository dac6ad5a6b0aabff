/** How the operations of `RateLimits` are called in tests, and what the service responds. */
import type * as RateLimits from "../../../src/forge/RateLimits.ts"
import { rateLimits } from "../support/refs.ts"
import type { Rows } from "./row.ts"
import * as DateTime from "effect/DateTime"

const { used: _, ...unused } = rateLimits.resources.core
const withCore = (core: object) => ({ ...rateLimits, resources: { ...rateLimits.resources, core } })

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
    },
    reads: [
      [
        { resources: { ...rateLimits.resources, quantum: { limit: 1, used: 0, remaining: 1, reset: 0 } } },
        { resources: { core: { limit: 5_000 }, quantum: { remaining: 1, reset: DateTime.makeUnsafe(0) } } }
      ],
      // Some servers do not say how much was used.
      [withCore(unused), { resources: { core: { used: null, remaining: unused.remaining } } }]
    ],
    unread: [8_640_000_000_001, 1.5, "1800000000", null].map(
      (reset) => ["resources.core.reset", withCore({ ...unused, reset })] as const
    )
  }
}
