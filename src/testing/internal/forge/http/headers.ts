/**
 * The headers of the service: those of all responses, the response to a browser that asks before it sends a request,
 * ETags with the 304 for a client that is up to date, and the requested part of a file (RFC 9110).
 */
import type { Response, Request } from "../../../Exchange.ts"
import { response, bytesOf, httpDate } from "../../exchange.ts"

const exposed = [
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "X-GitHub-OTP",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Used",
  "X-RateLimit-Resource",
  "X-RateLimit-Reset",
  "X-OAuth-Scopes",
  "X-Accepted-OAuth-Scopes",
  "X-Poll-Interval",
  "X-GitHub-Media-Type",
  "X-GitHub-SSO",
  "X-GitHub-Request-Id",
  "Deprecation",
  "Sunset",
  "Warning"
].join(", ")

/** Any page may read the responses. */
export const crossOrigin: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed
}

const allowedHeaders = [
  "Authorization",
  "Content-Type",
  "If-Match",
  "If-Modified-Since",
  "If-None-Match",
  "If-Unmodified-Since",
  "Accept-Encoding",
  "X-GitHub-OTP",
  "X-Requested-With",
  "User-Agent",
  "GraphQL-Features",
  "X-Github-Next-Global-ID",
  "X-GitHub-Api-Version",
  "X-Fetch-Nonce"
].join(", ")

/** The response to `OPTIONS`, on any path. */
export const preflight: Response = response(204, "", {
  "access-control-allow-headers": allowedHeaders,
  "access-control-allow-methods": "GET, POST, PATCH, PUT, DELETE",
  "access-control-max-age": "86400"
})

export const cacheHeaders = (isPublic: boolean): Readonly<Record<string, string>> => ({
  "cache-control": `${isPublic ? "public" : "private"}, max-age=60, s-maxage=60`,
  vary: "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding"
})

/** Has the service's format, and is the same for the same sequence of requests. */
export const requestId = (count: number): string => {
  const digits = count.toString(16).toUpperCase()
  return `C0DE:${digits.padStart(6, "0")}:0000000:0000000:${digits.padStart(8, "0")}`
}

/**
 * A digest of 64 bits (as MurmurHash3 mixes them, with two multipliers): enough to tell versions of a response apart. Four
 * bytes at a time, since each response needs one, and a page can have a megabyte.
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
export const withETag = (self: Response, request: Request): Response => {
  if (self.status < 200 || self.status > 299 || self.status === 204) return self
  const { headers } = request
  const variant = [headers["authorization"], headers["accept"], self.headers["link"]].join("\n")
  return { ...self, headers: { etag: `W/"${hex(digest(digest([0, 1], variant), self.body))}"`, ...self.headers } }
}

/** ETags compare weakly: with or without `W/`. */
const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

const matches = (self: Response, request: Request): boolean => {
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

/** Replaces an unchanged response with a 304, without body, `Content-Type` and `Link`. */
export const revalidated = (self: Response, request: Request): Response => {
  if (self.status !== 200 || (request.method !== "GET" && request.method !== "HEAD") || !matches(self, request)) {
    return self
  }
  return response(304, "", { ...self.headers, "content-type": null, link: null })
}

interface File {
  readonly content: Uint8Array
  /** A strong validator, with its quotation marks. */
  readonly etag: string
  /** Epoch milliseconds; undefined if the service does not say it. */
  readonly modified?: number
  readonly headers: Readonly<Record<string, string>>
}

/** The first and last byte that a range asks for; null if there are none, undefined if it is not a single range. */
const rangeOf = (header: string, size: number): readonly [first: number, last: number] | null | undefined => {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (from === "" && to === "") return undefined
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined
  return first > last ? null : [first, last]
}

/** A part is only of use for the version that the client has the rest of. */
const isSame = ({ etag, modified }: File, { headers }: Request): boolean => {
  const wanted = headers["if-range"]
  return wanted === undefined || wanted === etag || (modified !== undefined && wanted === httpDate(modified))
}

/** Sends a file as the request asks for it. `unsatisfiable` is the body of the 416. */
export const fileResponse = (file: File, request: Request, unsatisfiable: string): Response => {
  const { content, etag, modified } = file
  const headers = {
    "accept-ranges": "bytes",
    etag,
    ...(modified === undefined ? {} : { "last-modified": httpDate(modified) }),
    ...file.headers
  }
  const known = request.headers["if-none-match"]
  if (known !== undefined && known.split(",").some((tag) => tag.trim() === etag)) return response(304, "", headers)
  const { range } = request.headers
  const asked = range === undefined || !isSame(file, request) ? undefined : rangeOf(range, content.length)
  if (asked === null) {
    const size = { "content-range": `bytes */${content.length}` }
    return response(416, unsatisfiable, { "content-type": "application/xml", ...size })
  }
  if (asked === undefined) return response(200, content, headers)
  const [first, last] = asked
  return response(206, content.subarray(first, last + 1), {
    ...headers,
    "content-range": `bytes ${first}-${last}/${content.length}`
  })
}
