/** Revalidation of a cached response: the validators to send, and the headers after a 304. */
import type * as Headers from "effect/http/Headers"
import type { Credential } from "../../Credentials.ts"
import type { Dialect } from "../../Dialect.ts"
import type { Entry, Validators } from "../../HttpCache.ts"
import { notable, validatorsOf } from "../response/replyHeaders.ts"
import { httpDate, sentAt } from "../response/serverTime.ts"

/** The validators to revalidate a cached response with. ETags depend on the token, dates do not. */
export const usable = (kept: Entry | undefined, current: Credential): Validators | undefined => {
  if (kept === undefined) return undefined
  const { etag, lastModified } = kept.validators
  if (etag !== undefined && kept.fingerprint === current.fingerprint) return { etag }
  return lastModified === undefined ? undefined : { lastModified }
}

/**
 * The validators of a response that is cached, as the service last `sent` it or confirmed it. A date of the second in
 * which it was sent is none: a change that follows in that second has the same date, so a 304 would not reveal it.
 */
export const lasting = (headers: Headers.Headers, sent: Headers.Headers): Validators => {
  const { lastModified, ...others } = validatorsOf(headers)
  if (lastModified === undefined) return others
  const date = sentAt(sent)
  const modified = httpDate(lastModified)
  return date !== undefined && modified !== undefined && date <= modified ? others : { ...others, lastModified }
}

/**
 * Whether a 304 confirms the response that the sent validators belong to. With another ETag or date than the sent one,
 * it is about another version. With a sent date, any ETag may be new: it was made for another token.
 */
export const confirms = (sent: Validators | undefined, headers: Readonly<Record<string, string>>): boolean => {
  const { etag, "last-modified": lastModified } = headers
  if (sent?.etag !== undefined) return etag === undefined || etag === sent.etag || opaque(etag) === opaque(sent.etag)
  if (sent?.lastModified === undefined) return false
  return lastModified === undefined || lastModified === sent.lastModified
}

/** Two ETags are compared without the mark of a weak one (RFC 9110). */
const opaque = (etag: string): string => (etag.startsWith("W/") ? etag.slice(2) : etag)

/**
 * The headers of a cached response that a 304 has confirmed. Headers that the 304 leaves out, such as Link, stay. An
 * ETag that was made for another token is dropped.
 */
export const confirmed = (
  { fingerprint, headers }: Entry,
  confirmation: { readonly headers: Readonly<Record<string, string>>; readonly credential: Credential },
  dialect: Dialect
): Readonly<Record<string, string>> => {
  const news = notable(confirmation.headers, dialect)
  if (confirmation.credential.fingerprint === fingerprint) return { ...headers, ...news }
  const { etag: _, ...dated } = headers
  return { ...dated, ...news }
}
