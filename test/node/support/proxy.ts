/** A real HTTP proxy on loopback, which knows one name: every tunnel leads to the same server. */
import * as Http from "node:http"
import * as Net from "node:net"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Proxy {
  /** Host and port. */
  readonly host: string
  /** What tunnels were asked for. */
  readonly asked: ReadonlyArray<string>
  /** All bytes that clients sent, as text. */
  readonly seen: () => string
}

export interface Options {
  /** The port that tunnels lead to. */
  readonly target: number
  /** The user and password to ask for. */
  readonly login?: string
}

const listening = (server: Http.Server): Effect.Effect<Http.Server> =>
  Effect.callback((resume) => {
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  })

export const serveProxy = ({ login, target }: Options): Effect.Effect<Proxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Net.Socket>()
    const asked: Array<string> = []
    let seen = ""
    const isLogin = (header: string | undefined): boolean =>
      login === undefined || header === `Basic ${Buffer.from(login).toString("base64")}`
    const server = Http.createServer()
    server.on("connection", (socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.prependListener("data", (bytes: Buffer) => (seen += bytes.toString("latin1")))
    })
    server.on("connect", (request: Http.IncomingMessage, client: Net.Socket, head: Buffer) => {
      asked.push(request.url ?? "")
      seen += `${request.rawHeaders.join("\n")}\n`
      if (!isLogin(request.headers["proxy-authorization"])) {
        return void client.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
      }
      const upstream = Net.connect(target, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 Connection established\r\n\r\n")
        upstream.write(head)
        client.pipe(upstream).pipe(client)
      })
      sockets.add(upstream)
      upstream.on("error", () => client.destroy())
      client.on("error", () => upstream.destroy())
    })
    yield* Effect.acquireRelease(listening(server), () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resume(Effect.void))
      })
    )
    const { port } = server.address() as AddressInfo
    return { host: `127.0.0.1:${port}`, asked, seen: () => seen }
  })
