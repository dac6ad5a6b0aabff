/** ETags of answers, and the 304 for a client that has the answer already. */
import type { Answer, Request } from "../../../Exchange.ts"
import { answer, textOf } from "../../exchange.ts"

/** A digest of 64 bits (FNV-1a twice, with different seeds): enough to tell versions of an answer apart. */
const digest = (text: string): string => {
  let a = 0x811c9dc5
  let b = 0x01000193
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("")
}

/**
 * Adds an ETag. Like the real service's, it depends on the body, the requested media type and the token, so that it
 * does not match under a new token of the same user.
 */
export const withETag = (self: Answer, request: Request): Answer => {
  if (self.status < 200 || self.status > 299 || self.status === 204) return self
  const variant = `${request.headers["authorization"] ?? ""}\n${request.headers["accept"] ?? ""}\n`
  return { ...self, headers: { etag: `W/"${digest(variant + textOf(self.body))}"`, ...self.headers } }
}

/** ETags compare weakly: with or without `W/`. */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

const matches = (self: Answer, request: Request): boolean => {
  const tags = request.headers["if-none-match"]
  // RFC 9110: If-None-Match takes precedence over If-Modified-Since.
  if (tags !== undefined) {
    const own = opaque(self.headers["etag"] ?? "")
    return tags.trim() === "*" || tags.split(",").some((tag) => opaque(tag) === own)
  }
  const since = request.headers["if-modified-since"]
  const modified = self.headers["last-modified"]
  return since !== undefined && typeof modified === "string" && Date.parse(modified) <= Date.parse(since)
}

/** Replaces an unchanged answer with a 304, without body, `Content-Type` and `Link`. */
export const revalidated = (self: Answer, request: Request): Answer => {
  if (self.status !== 200 || (request.method !== "GET" && request.method !== "HEAD") || !matches(self, request)) {
    return self
  }
  return answer(304, "", { ...self.headers, "content-type": null, link: null })
}
