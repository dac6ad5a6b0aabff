/**
 * A loopback server with prepared responses, run as a child process. It sends its port to the parent, and ends when the
 * parent disconnects. The repository's name selects its behaviour.
 */
import { createServer } from "node:http"
import { gzipSync } from "node:zlib"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"
import { issuesPage } from "./issuesPage.ts"

interface Behaviour {
  readonly pages: number
  readonly latency: number
  readonly revalidates: boolean
  /** Whether it compresses what is accepted compressed. */
  readonly compresses?: boolean
}

const repositories: Readonly<Record<string, Behaviour>> = {
  fresh: { pages: 1_000_000, latency: 0, revalidates: false },
  kept: { pages: 10, latency: 0, revalidates: true },
  distant: { pages: 100, latency: 20, revalidates: true },
  compressed: { pages: 100, latency: 0, revalidates: false, compresses: true },
  large: { pages: 2_000, latency: 0, revalidates: true }
}

const firstId = 9_000_000_000
const issues = issuesPage().map((issue, n) => ({ ...issue, id: firstId + n }))
const issueBody = Buffer.from(JSON.stringify(issues[0]))
const pageBody = Buffer.from(JSON.stringify(issues))
const idsAt = issues.map(({ id }) => pageBody.indexOf(`"id":${id}`) + `"id":`.length)

/** A page with ids of its own: the template with other digits. */
const pageOf = (page: number): Buffer => {
  const body = Buffer.from(pageBody)
  for (const [n, at] of idsAt.entries()) body.write(String(firstId + (page - 1) * issues.length + n), at, "latin1")
  return body
}

const zipped = new Map<number, Buffer>()

/** The same compressed, once for each page. */
const zippedPage = (page: number): Buffer => {
  const kept = zipped.get(page) ?? gzipSync(pageOf(page))
  zipped.set(page, kept)
  return kept
}

/** The headers that the service sends with every response. */
const common = Object.entries({
  server: "github.com",
  "cache-control": "private, max-age=60, s-maxage=60",
  vary: "Accept, Authorization, Cookie, X-GitHub-OTP,Accept-Encoding, Accept, X-Requested-With",
  "x-oauth-scopes": "repo",
  "x-accepted-oauth-scopes": "repo",
  "x-github-media-type": "github.v3; format=json",
  "x-github-api-version-selected": "2022-11-28",
  "x-ratelimit-limit": "5000",
  "x-ratelimit-remaining": "4987",
  "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 3_600),
  "x-ratelimit-used": "13",
  "x-ratelimit-resource": "core",
  "access-control-expose-headers": "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit",
  "access-control-allow-origin": "*",
  "strict-transport-security": "max-age=31536000; includeSubdomains; preload",
  "x-frame-options": "deny",
  "x-content-type-options": "nosniff",
  "x-xss-protection": "0",
  "referrer-policy": "origin-when-cross-origin, strict-origin-when-cross-origin",
  "content-security-policy": "default-src 'none'",
  "x-github-request-id": "C0FE:1A2B:3C4D5E:6F7A8B:65F0C0DE"
}).flat()

const linksOf = (url: URL, page: number, pages: number): string => {
  const link = (target: number, rel: string) => {
    url.searchParams.set("page", String(target))
    return `<${url.href}>; rel="${rel}"`
  }
  return [
    ...(page > 1 ? [link(page - 1, "prev")] : []),
    ...(page < pages ? [link(page + 1, "next"), link(pages, "last")] : []),
    ...(page > 1 ? [link(1, "first")] : [])
  ].join(", ")
}

const server = createServer({ keepAliveTimeout: 60_000 })

server.on("request", (request, response) => {
  const [, repository = "", number] = /^\/repos\/[^/]+\/([^/?]+)\/issues(?:\/(\d+))?/.exec(request.url ?? "") ?? []
  const behaviour = repositories[repository]
  const answer = (): void => {
    if (behaviour === undefined) return void response.writeHead(404, common).end()
    const url = new URL(request.url ?? "", `http://${request.headers.host}`)
    const page = Number(url.searchParams.get("page") ?? 1)
    const etag = `W/"${number ?? `page-${page}`}"`
    const headers = [...common, "etag", etag]
    if (behaviour.revalidates && request.headers["if-none-match"] === etag) {
      return void response.writeHead(304, headers).end()
    }
    const isZipped =
      number === undefined && behaviour.compresses === true && /gzip/.test(String(request.headers["accept-encoding"]))
    if (isZipped) headers.push("content-encoding", "gzip")
    const body = isZipped
      ? zippedPage(page)
      : number !== undefined
        ? issueBody
        : behaviour.pages > 10_000
          ? pageBody
          : pageOf(page)
    headers.push("content-type", "application/json; charset=utf-8", "content-length", String(body.length))
    if (number === undefined) headers.push("link", linksOf(url, page, behaviour.pages))
    response.writeHead(200, headers).end(body)
  }
  if (behaviour === undefined || behaviour.latency === 0) answer()
  else void setTimeout(behaviour.latency).then(answer)
})

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
process.once("disconnect", () => process.exit())
