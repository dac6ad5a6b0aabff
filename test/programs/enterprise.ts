/**
 * The simulator as programs reach an Enterprise Server: by HTTPS, under a name of its own and without a port. They come
 * through a proxy, since nobody has that name.
 */
import * as Http from "node:http"
import * as Net from "node:net"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Seed } from "../../src/testing/ForgeSeed.ts"
import { ForgeSimulator } from "../../src/testing/ForgeSimulator.ts"
import { readTls } from "../../src/testing/internal/node/command/certificates.ts"
import { serveForge } from "../../src/testing/internal/node/server.ts"
import { temporary } from "../services/daemon.ts"
import { type Ran, run } from "./program.ts"

export const host = "git.example"

const publicUrl = `https://${host}`

/** What programs need in their environment to reach it. */
export class Reached extends Context.Service<Reached, Readonly<Record<string, string>>>()("test/programs/Reached") {}

/** A proxy on loopback, which leads to what listens there in the place of the host. */
const proxyTo = (portOf: (asked: number) => number) =>
  Effect.acquireRelease(
    Effect.callback<readonly [server: Http.Server, sockets: Set<Net.Socket>]>((resume) => {
      const sockets = new Set<Net.Socket>()
      const server = Http.createServer()
      server.on("connect", (request, client: Net.Socket, head) => {
        const [, name, port] = /^(.+):(\d+)$/.exec(request.url ?? "") ?? []
        if (name !== host) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n")
        const service = Net.connect(portOf(Number(port)), "127.0.0.1", () => {
          client.write("HTTP/1.1 200 Connection established\r\n\r\n")
          service.write(head)
          client.pipe(service).pipe(client)
        })
        for (const [one, other] of [
          [client, service],
          [service, client]
        ] as const) {
          sockets.add(one)
          one.on("error", () => other.destroy())
          one.on("close", () => (sockets.delete(one), other.destroy()))
        }
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed([server, sockets])))
    }),
    ([server, sockets]) =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )

/** Serves a seed at the host, with the paths of an Enterprise Server. */
export const layerEnterprise = (seed: Seed): Layer.Layer<ForgeSimulator | Reached> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const options = { host: "127.0.0.1", hosts: [], publicUrl, tls: "made" } as const
      const certificate = yield* Effect.acquireRelease(
        Effect.promise(() => readTls(options, seed)),
        (made) => Effect.promise(async () => made?.remove?.())
      )
      if (certificate?.ca === undefined) throw new Error("No certificate was made")
      const { handle, listensOn } = yield* serveForge(seed, { publicUrl, prefix: "/api/v3", tls: certificate })
      const api = Number(new URL(listensOn).port)
      const [proxy] = yield* proxyTo((asked) => (asked === 443 ? api : asked))
      // A server that listens on a port has an `AddressInfo`.
      const { port } = proxy.address() as Net.AddressInfo
      const reached = {
        HTTPS_PROXY: `http://127.0.0.1:${port}`,
        SSL_CERT_FILE: certificate.ca,
        GIT_SSL_CAINFO: certificate.ca
      }
      return Context.make(ForgeSimulator, handle).pipe(Context.add(Reached, reached))
    })
  )

/** A folder with the settings of one user, and the programs that run there against the service. */
export interface Desk {
  readonly home: string
  /** Runs a program, which is to succeed, and returns what it prints: `run(home, "gh pr view", "1")`. */
  readonly run: (cwd: string, line: string, ...args: ReadonlyArray<string>) => Effect.Effect<string>
  /** Runs a program to its end, however that is. */
  readonly attempt: (cwd: string, line: string, ...args: ReadonlyArray<string>) => Effect.Effect<Ran>
}

/** Makes a desk. What programs have in their environment beside the service is told. */
export const deskWith = Effect.fnUntraced(function* (own: Readonly<Record<string, string>>) {
  const home = yield* temporary("forgecast-desk-")
  const env = { ...(yield* Reached), ...own, HOME: home }
  const attempt: Desk["attempt"] = (cwd, line, ...args) => {
    const [command = "", ...first] = line.split(" ")
    return run(command, [...first, ...args], { cwd, env })
  }
  const desk: Desk = {
    home,
    attempt,
    run: (cwd, line, ...args) =>
      Effect.map(attempt(cwd, line, ...args), ({ code, errors, output }) => {
        if (code !== 0) throw new Error(`${[line, ...args].join(" ")}: ${code} ${errors}${output}`)
        return output
      })
  }
  return desk
})
