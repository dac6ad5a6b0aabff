import { Organizations } from "forgecast/forge"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Reads an organization. */
export const get = Organizations.get({ org: "acme" }).pipe(
  Effect.map(({ description, name, public_repos }) => ({ name, description, public_repos })),
  Effect.catchTag("NotFound", () => Effect.succeed(null))
)

/** Lists the owners of an organization. */
export const listMembers = Organizations.listMembers({ org: "acme", role: "admin" }).pipe(
  Stream.map(({ login }) => login),
  Stream.runCollect
)
