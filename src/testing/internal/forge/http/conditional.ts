/** Validators of answers, and the 304 for whoever has the answer already. */
import { type Answer, answer, type Request, textOf } from "../../exchange.ts"

/** 64 bits of digest (two rounds of FNV-1a with different seeds): enough to tell versions of an answer apart. */
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
 * Gives an answer its ETag. As the real service's it depends on the body, on the media type asked for, and on the
 * token, so that a new token of the same user misses.
 */
export const withETag = (self: Answer, request: Request): Answer => {
  if (self.status < 200 || self.status > 299 || self.status === 204) return self
  const variant = `${request.headers["authorization"] ?? ""}\n${request.headers["accept"] ?? ""}\n`
  return { ...self, headers: { etag: `W/"${digest(variant + textOf(self.body))}"`, ...self.headers } }
}

/** ETags compare weakly: as the same with or without `W/`. */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

const matches = (self: Answer, request: Request): boolean => {
  const tags = request.headers["if-none-match"]
  // RFC 9110: with If-None-Match, If-Modified-Since does not count.
  if (tags !== undefined) {
    const own = opaque(self.headers["etag"] ?? "")
    return tags.trim() === "*" || tags.split(",").some((tag) => opaque(tag) === own)
  }
  const since = request.headers["if-modified-since"]
  const modified = self.headers["last-modified"]
  return since !== undefined && typeof modified === "string" && Date.parse(modified) <= Date.parse(since)
}

/** A 304 in place of an answer that has not changed: without body, `Content-Type` and `Link`. */
export const revalidated = (self: Answer, request: Request): Answer => {
  if (self.status !== 200 || (request.method !== "GET" && request.method !== "HEAD") || !matches(self, request)) {
    return self
  }
  return answer(304, "", { ...self.headers, "content-type": null, link: null })
}
