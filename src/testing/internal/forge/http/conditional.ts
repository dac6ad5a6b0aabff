/** ETags of answers, and the 304 for a client that has the answer already. */
import type { Answer, Request } from "../../../Exchange.ts"
import { answer, bytesOf } from "../../exchange.ts"

/**
 * A digest of 64 bits (as MurmurHash3 mixes them, with two multipliers): enough to tell versions of an answer apart. Four
 * bytes at a time, since each answer needs one, and a page can have a megabyte.
 */
const digest = (seed: readonly [number, number], body: string | Uint8Array): readonly [number, number] => {
  const bytes = bytesOf(body)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let a = seed[0] | 0
  let b = seed[1] | 0
  const tail = bytes.length & 3
  const end = bytes.length - tail
  for (let at = 0; at < end; at += 4) {
    const word = Math.imul(view.getInt32(at, true), 0xcc9e2d51)
    const bits = Math.imul((word << 15) | (word >>> 17), 0x1b873593)
    a = (Math.imul(a ^ bits, 5) + 0x6546b64) | 0
    b = (Math.imul(b ^ bits, 9) + 0x5ebca6b) | 0
    a = (a << 13) | (a >>> 19)
    b = (b << 17) | (b >>> 15)
  }
  // What is left of the bytes, and how many they are.
  const rest = tail === 0 ? 0 : bytes.subarray(end).reduce((word, byte) => (word << 8) | byte, 0)
  return [Math.imul(a ^ rest, 0xcc9e2d51) ^ bytes.length, Math.imul(b ^ rest, 0x1b873593) ^ bytes.length]
}

const hex = (numbers: ReadonlyArray<number>): string =>
  numbers.map((number) => (number >>> 0).toString(16).padStart(8, "0")).join("")

/**
 * Adds an ETag. Like the real service's, it depends on the body, the requested media type and the token, so that it
 * does not match under a new token of the same user. It also depends on the links to other pages, since a client keeps
 * them with the body.
 */
export const withETag = (self: Answer, request: Request): Answer => {
  if (self.status < 200 || self.status > 299 || self.status === 204) return self
  const { headers } = request
  const variant = [headers["authorization"], headers["accept"], self.headers["link"]].join("\n")
  return { ...self, headers: { etag: `W/"${hex(digest(digest([0, 1], variant), self.body))}"`, ...self.headers } }
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
