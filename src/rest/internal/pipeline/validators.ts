/** How a kept answer is confirmed: what is asked with, and what holds from then on. */
import type { Credential } from "../../Credentials.ts"
import type { Entry, Validators } from "../../HttpCache.ts"
import { notable } from "../answer/replyHeaders.ts"
import type { Received } from "./attempt.ts"

/** What to ask with whether a kept answer still holds: ETags depend on the token, dates do not. */
export const usable = (kept: Entry | undefined, current: Credential): Validators | undefined => {
  if (kept === undefined) return undefined
  const { etag, lastModified } = kept.validators
  if (etag !== undefined && kept.fingerprint === current.fingerprint) return { etag }
  return lastModified === undefined ? undefined : { lastModified }
}

/**
 * The headers of a kept answer that a 304 has confirmed: those that it leaves out, such as Link, stay. The ETag of
 * another token is of no use to this one.
 */
export const confirmed = (
  { fingerprint, headers }: Entry,
  confirmation: Received<unknown>
): Readonly<Record<string, string>> => {
  const { etag: _, ...dated } = headers
  const still = confirmation.credential.fingerprint === fingerprint ? headers : dated
  return { ...still, ...notable(confirmation.headers) }
}
