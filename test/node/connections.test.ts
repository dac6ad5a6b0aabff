/** How `ForgeNode` connects: through proxies, with a private authority, by a unix socket, with a dispatcher of your own. */
import { rm } from "node:fs/promises"
import * as Http from "node:http"
import * as Https from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Agent } from "@effect/platform-node/Undici"
import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Issues from "../../src/forge/Issues.ts"
import * as ForgeNode from "../../src/node/ForgeNode.ts"
import { forge, token } from "../rest/loopback/support/client.ts"
import { first, issue, repo } from "../rest/loopback/support/records.ts"
import { serve } from "../rest/loopback/support/server.ts"
import { json } from "../rest/loopback/support/answers.ts"
import * as Certificates from "./support/certificates.ts"
import { serveProxy } from "./support/proxy.ts"

const login = "user:p%40ss"
const password = "p@ss"

interface Service {
  readonly port: number
  readonly tokens: ReadonlyArray<string | undefined>
}

/** The service over TLS. With `isPrivate`, only clients with a certificate may connect. */
const serveTls = (isPrivate = false) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<readonly [Https.Server, Array<string | undefined>]>((resume) => {
        const tokens: Array<string | undefined> = []
        const server = Https.createServer(
          { ...Certificates.server, ca: Certificates.authority, requestCert: isPrivate, rejectUnauthorized: isPrivate },
          (request, response) => {
            tokens.push(request.headers.authorization)
            response.end(JSON.stringify(issue(1)))
          }
        )
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed([server, tokens])))
      }),
      ([server]) =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    ),
    ([server, tokens]): Service => ({ port: (server.address() as AddressInfo).port, tokens })
  )

const env = (variables: Record<string, string>) => ConfigProvider.layer(ConfigProvider.fromUnknown(variables))

const tls = { ca: Certificates.authority }

const at = (origin: string, options: ForgeNode.HttpClientOptions = {}, variables: Record<string, string> = {}) =>
  forge(origin, {
    client: ForgeNode.layerHttpClient(options).pipe(Layer.provide(env(variables))),
    retry: { attempts: 1 }
  })

const origin = "https://forge.example"

describe("a proxy", () => {
  it.live.each(["HTTPS_PROXY", "https_proxy", "HTTP_PROXY"])("of %s tunnels, and never sees the token", (name) =>
    Effect.gen(function* () {
      const service = yield* serveTls()
      const proxy = yield* serveProxy({ target: service.port, login: `user:${password}` })
      const read = yield* Issues.get(first).pipe(
        Effect.provide(at(origin, { tls }, { [name]: `http://${login}@${proxy.host}` }))
      )
      assert.strictEqual(read.number, 1)
      assert.deepStrictEqual(service.tokens, [`Bearer ${token}`])
      assert.deepStrictEqual(proxy.asked, ["forge.example:443"])
      assert.include(proxy.seen(), "Basic ")
      assert.notInclude(proxy.seen(), token)
    })
  )

  it.live.each([
    ["a text", (url: string) => url],
    ["redacted", (url: string) => Redacted.make(url)],
    ["without a scheme", (url: string) => url.replace("http://", "")]
  ] as const)("of the options ($0) takes precedence over the environment", ([, made]) =>
    Effect.gen(function* () {
      const service = yield* serveTls()
      const proxy = yield* serveProxy({ target: service.port })
      const layer = at(origin, { tls, proxy: made(`http://${proxy.host}`) }, { HTTPS_PROXY: "http://127.0.0.1:1" })
      yield* Effect.provide(Issues.get(first), layer)
      assert.deepStrictEqual(proxy.asked, ["forge.example:443"])
    })
  )

  it.live.each(["forge.example", "FORGE.example", ".example", "other, *"])(
    "is not used for a host of NO_PROXY: %s",
    (hosts) =>
      Effect.gen(function* () {
        const proxy = yield* serveProxy({ target: 1 })
        for (const name of ["NO_PROXY", "no_proxy"]) {
          const layer = at(origin, {}, { HTTPS_PROXY: `http://${proxy.host}`, [name]: hosts })
          const error = yield* Effect.flip(Effect.provide(Issues.get(first), layer))
          assert.strictEqual(error._tag, "TransportFailed")
        }
        assert.deepStrictEqual(proxy.asked, [])
      })
  )

  it.live("is not used for loopback addresses, nor when the options forbid it", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      const variables = { HTTP_PROXY: "http://127.0.0.1:1", HTTPS_PROXY: "http://127.0.0.1:1" }
      yield* Effect.provide(Issues.get(first), at(server.origin, {}, variables))
      yield* Effect.provide(Issues.get(first), at(server.origin.replace("127.0.0.1", "localhost"), {}, variables))
      yield* Effect.provide(Issues.get(first), at(server.origin, { proxy: false }, { HTTP_PROXY: "no URL" }))
      assert.strictEqual(server.requests.length, 3)
    })
  )

  it.live("that refuses has not sent the request, and its password is in no error", () =>
    Effect.gen(function* () {
      const proxy = yield* serveProxy({ target: 1, login: "other:login" })
      const create = Issues.create({ ...repo, title: "New" })
      const failed = (host: string) =>
        Effect.flip(Effect.provide(create, at(origin, {}, { HTTPS_PROXY: `http://${login}@${host}` })))
      for (const error of [yield* failed(proxy.host), yield* failed("127.0.0.1:1")]) {
        assert.include(error, { _tag: "TransportFailed", mayHaveArrived: false })
        for (const secret of [password, login, Buffer.from(`user:${password}`).toString("base64")]) {
          assert.notInclude(inspect(error, { depth: 20 }), secret)
        }
      }
      assert.deepStrictEqual(proxy.asked, ["forge.example:443"])
    })
  )

  it.effect.each(["http://user:secret@", "ftp://user:secret@proxy", "http://user:secret%@proxy"])(
    "whose URL is invalid fails when the Layer is built, without quoting it: %s",
    (url) =>
      Effect.gen(function* () {
        for (const layer of [
          ForgeNode.layerHttpClient({ proxy: url }),
          ForgeNode.layerHttpClient().pipe(Layer.provide(env({ HTTPS_PROXY: url })))
        ]) {
          const exit = yield* Effect.exit(Effect.scoped(Layer.build(layer)))
          assert.isTrue(Exit.isFailure(exit))
          assert.include(inspect(exit, { depth: 20 }), "is not the URL of an HTTP proxy")
          assert.notInclude(inspect(exit, { depth: 20 }), "secret")
        }
      })
  )
})

describe("a connection", () => {
  it.live("trusts a private authority, and shows a client certificate", () =>
    Effect.gen(function* () {
      const service = yield* serveTls(true)
      const local = `https://127.0.0.1:${service.port}`
      const servername = "forge.example"
      const key = Redacted.make(Certificates.client.key)
      const get = (tls: ForgeNode.Tls | undefined) => Effect.provide(Issues.get(first), at(local, { tls }))
      const known = yield* get({ ca: [Certificates.authority], servername, cert: Certificates.client.cert, key })
      assert.strictEqual(known.number, 1)
      const untrusted = yield* Effect.flip(get(undefined))
      assert.include(untrusted, { _tag: "TransportFailed", mayHaveArrived: false })
      assert.match(
        untrusted.message,
        /: the certificate is not trusted: set tls\.ca .* or NODE_EXTRA_CA_CERTS( \(after .*\))?$/
      )
      assert.strictEqual((yield* Effect.flip(get({ ca: Certificates.authority, servername })))._tag, "TransportFailed")
      assert.strictEqual(service.tokens.length, 1)
    })
  )

  it.live("leads to a unix socket", () =>
    Effect.gen(function* () {
      const socketPath = join(tmpdir(), `forgecast-${process.pid}.sock`)
      const hosts: Array<string | undefined> = []
      yield* Effect.acquireRelease(
        Effect.callback<Http.Server>((resume) => {
          const server = Http.createServer((request, response) => {
            hosts.push(request.headers.host)
            response.end(JSON.stringify(issue(1)))
          })
          server.listen(socketPath, () => resume(Effect.succeed(server)))
        }),
        (server) =>
          Effect.promise(async () => {
            server.closeAllConnections()
            await new Promise((done) => server.close(done))
            await rm(socketPath, { force: true })
          })
      )
      const layer = at("http://localhost", { socketPath }, { HTTP_PROXY: "http://127.0.0.1:1" })
      yield* Effect.provide(Issues.get(first), layer)
      assert.deepStrictEqual(hosts, ["localhost"])
    })
  )

  it.live("is that of a dispatcher that is passed or provided, which stays open", () =>
    Effect.gen(function* () {
      const server = yield* serve(() => json(200, issue(1)))
      const dispatcher = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ allowH2: false })),
        (agent) => Effect.promise(() => agent.destroy())
      )
      const provided = Layer.provide(ForgeNode.layerHttpClient(), Layer.succeed(NodeHttpClient.Dispatcher, dispatcher))
      for (const client of [ForgeNode.layerHttpClient({ dispatcher }), provided]) {
        yield* Effect.provide(Issues.get(first), forge(server.origin, { client }))
      }
      assert.isFalse(dispatcher.destroyed)
      assert.deepStrictEqual([server.requests.length, server.connections], [2, 1])
    })
  )
})
