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
const raw = (method: string, path: string, headers: Http.OutgoingHttpHeaders = {}) =>
  Effect.flatMap(ForgeSimulator, ({ baseUrl }) =>
    Effect.callback<Raw>((resume) => {
      const all = { "user-agent": "test", authorization: `Bearer ${Simulated.token}`, ...headers }
      Http.request(`${baseUrl}${path}`, { method, headers: all }, (message) => {
        const chunks: Array<Buffer> = []
        message.on("data", (chunk: Buffer) => chunks.push(chunk))
        message.on("end", () =>
          resume(Effect.succeed({ status: message.statusCode, headers: message.headers, body: Buffer.concat(chunks) }))
        )
      }).end()
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

describe("a page of another origin", () => {
  it.live("may send any request, and read the answer", () =>
    Effect.gen(function* () {
      const asked = yield* raw("OPTIONS", `${repo}/issues/1`, {
        origin: "https://app.example.com",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization,content-type,x-github-api-version"
      })
      expect([asked.status, asked.body.length]).toEqual([204, 0])
      expect(asked.headers["access-control-allow-origin"]).toBe("*")
      expect(asked.headers["access-control-allow-methods"]).toBe("GET, POST, PATCH, PUT, DELETE")
      expect(asked.headers["access-control-max-age"]).toBe("86400")
      const allowed = asked.headers["access-control-allow-headers"]?.toLowerCase().split(", ")
      expect(allowed).toEqual(
        expect.arrayContaining(["authorization", "content-type", "if-none-match", "x-github-api-version"])
      )
      expect(asked.headers["x-ratelimit-used"]).toBeUndefined()
      const read = yield* raw("GET", `${repo}/issues/1`)
      expect(read.headers["x-ratelimit-used"]).toBe("1")
      const exposed = read.headers["access-control-expose-headers"]?.toLowerCase().split(", ")
      expect(exposed).toEqual(
        expect.arrayContaining(["etag", "link", "location", "retry-after", "x-ratelimit-remaining", "deprecation"])
      )
    }).pipe(Effect.provide(served))
  )

  it.live("may read refusals, too", () =>
    Effect.gen(function* () {
      for (const [path, headers, status] of [
        [`${repo}/issues/99`, {}, 404],
        ["/user", { authorization: "Bearer wrong" }, 401],
        ["/nothing", {}, 501]
      ] as const) {
        const refused = yield* raw("GET", path, headers)
        expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([status, "*"])
      }
      const asked = yield* raw("OPTIONS", "/nothing", { authorization: "Bearer wrong" })
      expect(asked.status).toBe(204)
    }).pipe(Effect.provide(served))
  )
})
