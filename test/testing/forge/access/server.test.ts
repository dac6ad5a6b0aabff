/** What only a connection shows: compression, and what browsers ask before they send a request. */
import * as Http from "node:http"
import * as Zlib from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgeSimulator } from "../../../../src/testing/ForgeSimulator.ts"
import * as SimulatorServer from "../../../../src/testing/node.ts"
import * as Simulated from "../../../../src/testing/ForgeSimulator.ts"
import { repo, seed } from "../support.ts"

interface Raw {
  readonly status: number | undefined
  readonly headers: Http.IncomingHttpHeaders
  readonly body: Buffer
}

/** Sends a request as it is, without a client that would decompress the answer. */
const raw = (method: string, path: string, headers: Http.OutgoingHttpHeaders = {}, text = "") =>
  Effect.flatMap(ForgeSimulator, ({ baseUrl }) =>
    Effect.callback<Raw>((resume) => {
      const all = { "user-agent": "test", authorization: `Bearer ${Simulated.token}`, ...headers }
      Http.request(`${baseUrl}${path}`, { method, headers: all }, (message) => {
        const chunks: Array<Buffer> = []
        message.on("data", (chunk: Buffer) => chunks.push(chunk))
        message.on("end", () =>
          resume(Effect.succeed({ status: message.statusCode, headers: message.headers, body: Buffer.concat(chunks) }))
        )
      }).end(text)
    })
  )

const served = SimulatorServer.layerForge(seed)

const listing = `${repo}/issues`

describe("compression", () => {
  it.live("is used if the client accepts it", () =>
    Effect.gen(function* () {
      const plain = yield* raw("GET", listing)
      expect(plain.headers["content-encoding"]).toBeUndefined()
      for (const accepted of ["gzip", "br, gzip;q=0.5", "*", "GZIP"]) {
        const zipped = yield* raw("GET", listing, { "accept-encoding": accepted })
        expect([accepted, zipped.headers["content-encoding"]]).toEqual([accepted, "gzip"])
        expect(zipped.body.length).toBeLessThan(plain.body.length / 2)
        expect(Number(zipped.headers["content-length"])).toBe(zipped.body.length)
        expect(Zlib.gunzipSync(zipped.body).equals(plain.body)).toBe(true)
        expect([zipped.headers["etag"], zipped.headers["vary"]]).toEqual([
          plain.headers["etag"],
          "Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding"
        ])
      }
      for (const refused of ["gzip;q=0", "br", "identity", "gzip;q=0.0"]) {
        const identity = yield* raw("GET", listing, { "accept-encoding": refused })
        expect([refused, identity.headers["content-encoding"]]).toEqual([refused, undefined])
      }
    }).pipe(Effect.provide(served))
  )

  it.live("leaves out what is not worth it", () =>
    Effect.gen(function* () {
      const accepted = { "accept-encoding": "gzip" }
      const small = yield* raw("GET", "/zen", accepted)
      expect([small.headers["content-encoding"], small.body.length > 0]).toEqual([undefined, true])
      const first = yield* raw("GET", listing, accepted)
      const again = yield* raw("GET", listing, { ...accepted, "if-none-match": first.headers["etag"] ?? "" })
      expect([again.status, again.headers["content-encoding"], again.body.length]).toEqual([304, undefined, 0])
    }).pipe(Effect.provide(served))
  )

  it.live("tells the same to HEAD, but not a length that is not known", () =>
    Effect.gen(function* () {
      const plain = yield* raw("HEAD", listing)
      expect(Number(plain.headers["content-length"])).toBeGreaterThan(1024)
      const zipped = yield* raw("HEAD", listing, { "accept-encoding": "gzip" })
      expect([zipped.status, zipped.headers["content-encoding"], zipped.headers["content-length"]]).toEqual([
        200,
        "gzip",
        undefined
      ])
      expect(zipped.headers["etag"]).toBe(plain.headers["etag"])
    }).pipe(Effect.provide(served))
  )
})

const app = "https://app.example.com"

describe("a page of another origin", () => {
  it.live("may not read anything, unless its origin is allowed", () =>
    Effect.gen(function* () {
      for (const origin of ["https://evil.example", "null", `${app}.evil.example`, app.replace("https", "http")]) {
        for (const [method, path] of [
          ["OPTIONS", listing],
          ["GET", listing],
          ["GET", `${repo}/issues/99`]
        ] as const) {
          const { headers } = yield* raw(method, path, { origin })
          const shared = Object.keys(headers).filter((name) => name.startsWith("access-control-"))
          expect([method, path, origin, shared]).toEqual([method, path, origin, []])
        }
      }
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { origins: [app] })))
  )

  it.live("may send any request, and read the response, if its origin is allowed", () =>
    Effect.gen(function* () {
      const asked = yield* raw("OPTIONS", `${repo}/issues/1`, {
        origin: app,
        "access-control-request-private-network": "true",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type,x-github-api-version"
      })
      expect([asked.status, asked.body.length]).toEqual([204, 0])
      expect(asked.headers["access-control-allow-origin"]).toBe(app)
      expect(asked.headers["access-control-allow-private-network"]).toBe("true")
      expect(asked.headers["vary"]).toBe("Origin")
      expect(asked.headers["access-control-allow-methods"]).toBe("GET, POST, PATCH, PUT, DELETE")
      expect(asked.headers["access-control-max-age"]).toBe("86400")
      const allowed = asked.headers["access-control-allow-headers"]?.toLowerCase().split(", ")
      expect(allowed).toEqual(
        expect.arrayContaining(["authorization", "content-type", "if-none-match", "x-github-api-version"])
      )
      expect(asked.headers["x-ratelimit-used"]).toBeUndefined()
      const read = yield* raw("GET", `${repo}/issues/1`, { origin: app })
      expect(read.headers["x-ratelimit-used"]).toBe("1")
      expect(read.headers["vary"]).toBe("Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, Origin")
      const exposed = read.headers["access-control-expose-headers"]?.toLowerCase().split(", ")
      expect(exposed).toEqual(
        expect.arrayContaining(["etag", "link", "location", "retry-after", "x-ratelimit-remaining", "deprecation"])
      )
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { origins: [app] })))
  )

  it.live("may read refusals, too", () =>
    Effect.gen(function* () {
      for (const [path, headers, status] of [
        [`${repo}/issues/99`, {}, 404],
        ["/user", { authorization: "Bearer wrong" }, 401],
        ["/nothing", {}, 501]
      ] as const) {
        const refused = yield* raw("GET", path, { ...headers, origin: app })
        expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([status, app])
      }
      const asked = yield* raw("OPTIONS", "/nothing", { authorization: "Bearer wrong", origin: app })
      expect(asked.status).toBe(204)
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { origins: [app] })))
  )
})

describe("a host name", () => {
  it.live("is answered to if no web page can make it its own, or if it is allowed", () =>
    Effect.gen(function* () {
      const statuses: Record<string, number | undefined> = {}
      for (const host of [
        "localhost",
        "LOCALHOST:1234",
        "web.localhost",
        "127.0.0.1:80",
        "192.168.1.9",
        "[::1]:8080",
        "simulator:8080",
        "Simulator",
        "evil.example",
        "evil.example:80",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "simulator.evil.example",
        "a b"
      ]) {
        statuses[host] = (yield* raw("GET", listing, { host })).status
      }
      expect(statuses).toEqual({
        localhost: 200,
        "LOCALHOST:1234": 200,
        "web.localhost": 200,
        "127.0.0.1:80": 200,
        "192.168.1.9": 200,
        "[::1]:8080": 200,
        "simulator:8080": 200,
        Simulator: 200,
        "evil.example": 421,
        "evil.example:80": 421,
        "localhost.evil.example": 421,
        "127.0.0.1.evil.example": 421,
        "simulator.evil.example": 421,
        "a b": 421
      })
      // Nothing that is refused reaches the service.
      expect((yield* (yield* ForgeSimulator).requests).length).toBe(8)
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { hosts: ["simulator"] })))
  )
})

describe("a body", () => {
  const create = (text: string, chunked: boolean) =>
    raw("POST", listing, chunked ? {} : { "content-length": Buffer.byteLength(text) }, text)
  const limit = 200
  const titled = (length: number) => `{"title":"${"a".repeat(length - '{"title":""}'.length)}"}`

  it.live("has a longest length, whether it is stated or not", () =>
    Effect.gen(function* () {
      for (const chunked of [false, true]) {
        expect([chunked, (yield* create(titled(limit), chunked)).status]).toEqual([chunked, 201])
        const refused = yield* create(titled(limit + 1), chunked)
        expect([chunked, refused.status, refused.body.toString()]).toEqual([
          chunked,
          413,
          '{"message":"The simulator takes bodies of up to 200 bytes."}'
        ])
      }
      expect((yield* (yield* ForgeSimulator).requests).length).toBe(2)
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { maxBody: limit })))
  )

  it.live("is not kept beyond that length: a client that goes on is answered, and the server goes on", () =>
    Effect.gen(function* () {
      const long = "a".repeat(1_000_000)
      expect((yield* create(long, true)).status).toBe(413)
      expect((yield* raw("GET", listing)).status).toBe(200)
    }).pipe(Effect.provide(SimulatorServer.layerForge(seed, { maxBody: limit })))
  )
})
