/** Who sends a request. */
import type { Request } from "../../../Exchange.ts"
import type { World } from "../state/model.ts"

/** Returns the login of the request's credential; null if there is none, undefined if it is invalid. */
export const viewerOf = (world: World, request: Request): string | null | undefined => {
  const header = request.headers["authorization"]
  if (header === undefined) return null
  const token = /^(?:bearer|token)\s+(\S+)$/i.exec(header.trim())?.[1]
  return token === undefined ? undefined : world.tokens.get(token)?.login
}
