/** What the headers of a response say of its bytes, so that a broken download can go on with the same ones. */
import type * as Headers from "effect/http/Headers"
import type { Misread } from "../../Call.ts"
import { httpDate } from "./serverTime.ts"

const isEncoded = (headers: Headers.Headers): boolean => (headers["content-encoding"] ?? "identity") !== "identity"

/** The codings that HTTP clients decompress. More than four at once are an attack. */
const decompressed = /^(?:(?: *(?:identity|(?:x-)?gzip|deflate|br|zstd) *| *)(?:,|$)){1,4}$/i

/** Why an encoded body cannot be read: HTTP clients pass on the bytes of any other coding. */
export const unreadable = (headers: Headers.Headers): Misread | undefined => {
  const encoding = headers["content-encoding"]
  return encoding === undefined || decompressed.test(encoding)
    ? undefined
    : { path: "", found: `Content-Encoding "${encoding}" is not supported` }
}

/** How many bytes the body will have. For an encoded body, `Content-Length` states the encoded length instead. */
export const lengthOf = (headers: Headers.Headers): number | null => {
  const length = headers["content-length"]
  return length !== undefined && /^\d+$/.test(length) && !isEncoded(headers) ? Number(length) : null
}

/**
 * What proves that another response has the same bytes: a strong ETag, else a date of the last change that is older
 * than the response (RFC 9110, 8.8). Undefined if nothing does, and for encoded bodies, whose bytes have other positions.
 */
export const validatorOf = (headers: Headers.Headers): string | undefined => {
  if (isEncoded(headers)) return undefined
  const { date, etag, "last-modified": modified } = headers
  if (etag !== undefined) return etag.startsWith('"') ? etag : undefined
  const changedAt = httpDate(modified ?? "")
  const sentAt = httpDate(date ?? "")
  return changedAt !== undefined && sentAt !== undefined && changedAt + 1_000 <= sentAt ? modified : undefined
}

/** The part of a representation that a 206 has. */
export interface Part {
  readonly first: number
  /** The length of the whole; null where it is not known. */
  readonly total: number | null
}

/** Reads the `Content-Range` of a single part. */
export const partOf = (headers: Headers.Headers): Part | undefined => {
  const [, first, total] = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/i.exec(headers["content-range"] ?? "") ?? []
  if (first === undefined || isEncoded(headers)) return undefined
  return { first: Number(first), total: total === "*" ? null : Number(total) }
}
