import { RateLimits } from "forgecast/forge"
import * as Effect from "effect/Effect"

/** Reads what is left of the rate limits. The request itself is free. */
export const get = RateLimits.get({}).pipe(
  Effect.map(({ resources: { core, search } }) => ({
    requests: `${core.remaining} of ${core.limit} an hour`,
    searches: `${search.remaining} of ${search.limit} a minute`
  }))
)
