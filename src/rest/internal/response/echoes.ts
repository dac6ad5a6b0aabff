/** Removes the token from the headers of a response, in case the service, or a proxy before it, repeats it. */
import * as Headers from "effect/http/Headers"
import { placeholder, type Redact, repeats } from "../text/redact.ts"

/** Sent back as they are, so they are kept whole or not at all. */
const validators: ReadonlySet<string> = new Set(["etag", "last-modified"])

/**
 * The headers without the token: everything made from a response (errors, replies, cursors, cache entries, metrics) is
 * made from these. Validators that hold it are left out. Headers without it are returned as they are.
 */
export const withoutEchoes = (
  headers: Headers.Headers,
  secret: string | undefined,
  redact: Redact
): Headers.Headers => {
  if (secret === undefined) return headers
  let clean: Record<string, string> | undefined
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || !repeats(value, secret)) continue
    clean ??= { ...headers }
    if (validators.has(name)) delete clean[name]
    // A bracket would end the URL.
    else clean[name] = name === "link" ? redact(value).replaceAll(placeholder, "redacted") : redact(value)
  }
  return clean === undefined ? headers : Headers.fromRecordUnsafe(clean)
}
