/** Headers that every answer of the service has, and the answer to a browser that asks before it sends a request. */
import type { Answer } from "../../../Exchange.ts"
import { answer } from "../../exchange.ts"

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

/** Any page may read the answers. */
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

/** The answer to `OPTIONS`, on any path. */
export const preflight: Answer = answer(204, "", {
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
