/** The GraphQL service on a port, as on github.com (`/graphql`) and on an Enterprise Server (`/api/graphql`). */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Handle } from "../../../src/testing/ForgeHandle.ts"
import { json, refusal } from "../../rest/loopback/support/answers.ts"
import { type LoopbackServer, serve } from "../../rest/loopback/support/server.ts"
import { type Asked, execute } from "./service.ts"

/** Serves a simulated state. The points of an hour are counted, and a response tells what is left. */
export const serveGraphQL = (handle: Handle, points = 5_000): Effect.Effect<LoopbackServer, never, Scope.Scope> => {
  let used = 0
  return serve(({ body, headers, method, path }) => (response, request) => {
    if (headers.authorization === undefined) return refusal(401, "Bad credentials")(response, request)
    if (method !== "POST" || !/^(?:\/api)?\/graphql$/.test(path)) return refusal(404, "Not Found")(response, request)
    used++
    const limits = {
      "x-ratelimit-limit": String(points),
      "x-ratelimit-remaining": String(Math.max(0, points - used)),
      "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + 3_600),
      "x-ratelimit-used": String(used),
      "x-ratelimit-resource": "graphql"
    }
    const answered =
      used > points
        ? Promise.resolve({ errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded for user ID 1." }] })
        : execute(handle, "octo", JSON.parse(body) as Asked, points - used)
    // A failure of the service itself ends the test, by a response that no test expects.
    void answered.then(
      (value) => json(200, value, limits)(response, request),
      (error: unknown) => refusal(500, String(error))(response, request)
    )
  })
}
