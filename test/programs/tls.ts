/** The simulator as `forgecast-simulator --tls --prefix /api/v3` serves it. */
import * as Effect from "effect/Effect"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import { readTls } from "../../src/testing/internal/node/command/certificates.ts"
import { serveForge } from "../../src/testing/internal/node/server.ts"

/** Serves a seed over HTTPS. `ca` is the file that clients have to trust. */
export const serveTls = Effect.fnUntraced(function* (seed: Seed) {
  const options = { host: "127.0.0.1", hosts: [], publicUrl: undefined, tls: "made" } as const
  const tls = yield* Effect.acquireRelease(
    Effect.promise(() => readTls(options, seed)),
    (made) => Effect.promise(async () => made?.remove?.())
  )
  if (tls?.ca === undefined) throw new Error("No certificate was made")
  const { handle } = yield* serveForge(seed, { prefix: "/api/v3", tls })
  return { simulator: handle, ca: tls.ca }
})
