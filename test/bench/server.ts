/**
 * A loopback server with prepared responses, run as a child process. It sends its port to the parent, and ends when the
 * parent disconnects. The repository's name selects its behaviour.
 *
 * It takes its requests from the socket itself: with `node:http`, it would take longer than the clients that it measures.
 */
import { type AddressInfo, createServer, type Socket } from "node:net"
import { issuesPage, oneIssue } from "./issuesPage.ts"

interface Behaviour {
  readonly pages: number
  readonly revalidates: boolean
}

const repositories: Readonly<Record<string, Behaviour>> = {
  fresh: { pages: 1_000_000, revalidates: false },
  kept: { pages: 10, revalidates: true }
}

const firstId = 9_000_000_000
const issues = issuesPage().map((issue, n) => ({ ...issue, id: firstId + n }))
const issueBody = Buffer.from(JSON.stringify(oneIssue()))
const pageBody = Buffer.from(JSON.stringify(issues))
const idsAt = issues.map(({ id }) => pageBody.indexOf(`"id":${id}`) + `"id":`.length)

/** A page with ids of its own: the template with other digits. */
const pageOf = (page: number): Buffer => {
  const body = Buffer.from(pageBody)
  for (const [n, at] of idsAt.entries()) body.write(String(firstId + (page - 1) * issues.length + n), at, "latin1")
  return body
}

const headOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")

/** The headers that the service sends with every response. */
const common = headOf({
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
})

/** The head that is common to all responses of a second. */
let dated = ""
/** The responses to one issue, with their heads; prepared anew each second, for the date. */
const prepared = new Map<string, Buffer>()

const prepare = (): void => {
  dated = `date: ${new Date().toUTCString()}\r\n${common}`
  prepared.clear()
}
prepare()
setInterval(prepare, 1_000).unref()

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

/** The value of a header, from the lines of a request. */
const headerOf = (request: string, name: RegExp): string => name.exec(request)?.[1] ?? ""

const ifNoneMatch = /\r\nif-none-match: ?([^\r]*)/i
const host = /\r\nhost: ?([^\r]*)/i

const once = (name: string, make: () => string, body?: Buffer): Buffer => {
  const kept = prepared.get(name)
  if (kept !== undefined) return kept
  const made = body === undefined ? Buffer.from(make()) : Buffer.concat([Buffer.from(make()), body])
  prepared.set(name, made)
  return made
}

const ok = (length: number, etag: string, more = ""): string =>
  `HTTP/1.1 200 OK\r\n${dated}etag: ${etag}\r\n${more}content-type: application/json; charset=utf-8\r\ncontent-length: ${length}\r\n\r\n`

const unchanged = (etag: string): Buffer =>
  once(etag, () => `HTTP/1.1 304 Not Modified\r\n${dated}etag: ${etag}\r\n\r\n`)

const answerPage = (socket: Socket, request: string, path: string, { pages }: Behaviour, etag: string) => {
  const url = new URL(path, `http://${headerOf(request, host)}`)
  const page = Number(url.searchParams.get("page") ?? 1)
  const body = pages > 10_000 ? pageBody : pageOf(page)
  socket.cork()
  socket.write(ok(body.length, etag, `link: ${linksOf(url, page, pages)}\r\n`), "latin1")
  socket.write(body)
  socket.uncork()
}

/** Answers a request: its request line and headers, without the empty line. */
const answer = (socket: Socket, request: string): void => {
  const [, path = "", repository = "", number] =
    /^GET (\/repos\/[^/ ]+\/([^/? ]+)\/issues(?:\/(\d+))?(?:\?[^ ]*)?) HTTP\/1\.1\r\n/.exec(request) ?? []
  const behaviour = repositories[repository]
  if (behaviour === undefined) {
    // The body of another request would be taken for the next request.
    return void socket.end(`HTTP/1.1 404 Not Found\r\n${dated}connection: close\r\ncontent-length: 0\r\n\r\n`)
  }
  const etag = number === undefined ? `W/"page-${/[?&]page=(\d+)/.exec(path)?.[1] ?? 1}"` : `W/"${number}"`
  if (behaviour.revalidates && headerOf(request, ifNoneMatch) === etag) socket.write(unchanged(etag))
  else if (number === undefined) answerPage(socket, request, path, behaviour, etag)
  // The content of all issues is the same, and so is their validator where nobody asks for it.
  else if (behaviour.revalidates) socket.write(once(path, () => ok(issueBody.length, etag), issueBody))
  else socket.write(once("issue", () => ok(issueBody.length, `W/"1"`), issueBody))
}

const endOfHead = "\r\n\r\n"

const server = createServer({ noDelay: true }, (socket) => {
  /** The start of a request whose head has not arrived completely. */
  let rest = ""
  socket.setEncoding("latin1")
  socket.on("data", (text: string) => {
    rest += text
    for (;;) {
      const end = rest.indexOf(endOfHead)
      if (end === -1) return
      const request = rest.slice(0, end)
      rest = rest.slice(end + endOfHead.length)
      answer(socket, request)
    }
  })
  // A client that closes its connections is none of the server's failures.
  socket.on("error", () => socket.destroy())
})

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
process.once("disconnect", () => process.exit())
