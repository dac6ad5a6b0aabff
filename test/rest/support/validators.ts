/** A service that responds to conditional requests. */
import type { Answer, Sent } from "./http.ts"

/** A service with an ETag or a date, which responds with a 304 to a matching conditional request. */
export const versioned = (answer: Answer & { readonly etag?: string; readonly modified?: string }) => {
  const validators = {
    ...(answer.etag === undefined ? {} : { etag: answer.etag }),
    ...(answer.modified === undefined ? {} : { "last-modified": answer.modified })
  }
  return ({ headers }: Sent): Answer => {
    const { "if-modified-since": since, "if-none-match": match } = headers
    const same = match === undefined ? since !== undefined && since === answer.modified : match === answer.etag
    return same
      ? { status: 304, headers: validators }
      : { ...answer, headers: { "x-github-request-id": "A:1", ...answer.headers, ...validators } }
  }
}

/** The condition of each request: an ETag, a date. */
export const conditions = (sent: ReadonlyArray<Sent>) =>
  sent.map(({ headers }) => [headers["if-none-match"], headers["if-modified-since"]])
