/** What a kept answer is confirmed with. */
import type { Credential } from "../Credentials.ts"
import type { Entry, Validators } from "../HttpCache.ts"
import { validatorsOf } from "./replyHeaders.ts"
import type { Received } from "./attempt.ts"

/** What to ask with whether a kept answer still holds: ETags depend on the token, dates do not. */
export const usable = (kept: Entry | undefined, current: Credential): Validators | undefined => {
  if (kept === undefined) return undefined
  const { etag, lastModified } = kept.validators
  if (etag !== undefined && kept.fingerprint === current.fingerprint) return { etag }
  return lastModified === undefined ? undefined : { lastModified }
}

/** Those of an answer that a 304 has confirmed. The ETag of another token is of no use to this one. */
export const confirmed = (kept: Entry, { credential, headers }: Received<unknown>): Validators => {
  const { etag: _, ...dated } = kept.validators
  const still = credential.fingerprint === kept.fingerprint ? kept.validators : dated
  return { ...still, ...validatorsOf(headers) }
}
