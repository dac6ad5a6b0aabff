/**
 * The rate limits that the service keeps for these credentials. Every response states its own, too: see `withReply`, and
 * `RateLimit` for how requests are held back.
 */
import { NotFound } from "../rest/RestError.ts"
import * as Forge from "./Forge.ts"
import { RateLimits } from "./schema/RateLimits.ts"

/**
 * Gets what is left of each budget. The request costs nothing, and it is sent even if they are used up. Fails with
 * `NotFound` on a server without rate limits.
 *
 * GET /rate_limit
 */
export const get = Forge.operation("RateLimits.get", "GET /rate_limit", {
  success: RateLimits,
  errors: [NotFound],
  // A resource of its own, which no budget holds back.
  resource: "rate_limit"
})
