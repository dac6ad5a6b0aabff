/** A proxy between a client and a server that makes the server slow, or loses its answers. */
import * as Net from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Proxy {
  readonly port: number
  /** How long each answer of the server is held back, in milliseconds. At first 0. */
  delay: number
  /** Ends the delay, and passes on what is held back. Without it, the end of a test may wait for an answer. */
  readonly release: () => void
  /** Ends the connections on which a client has sent this text. What is held back for them is lost. */
  readonly cut: (sent: string) => void
}

/** Starts a proxy of a port on this machine. The scope ends it. */
export const proxyOf = (target: number): Effect.Effect<Proxy, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sockets = new Set<Net.Socket>()
    const sentBy = new Map<Net.Socket, string>()
    const held = new Map<ReturnType<typeof setTimeout>, () => void>()
    const proxy = {
      port: 0,
      delay: 0,
      release: () => {
        proxy.delay = 0
        for (const [timer, pass] of held) {
          clearTimeout(timer)
          pass()
        }
        held.clear()
      },
      cut: (sent: string) => {
        for (const [client, all] of sentBy) if (all.includes(sent)) client.destroy()
      }
    }
    const note = (socket: Net.Socket) => {
      sockets.add(socket)
      // A lost connection is part of the tests.
      socket.on("error", () => {})
      socket.on("close", () => sockets.delete(socket))
    }
    const server = Net.createServer((client) => {
      const upstream = Net.connect(target, "127.0.0.1")
      note(client)
      note(upstream)
      client.pipe(upstream)
      client.on("data", (chunk) => void sentBy.set(client, (sentBy.get(client) ?? "") + chunk.toString("latin1")))
      upstream.on("data", (chunk) => {
        const pass = () => void (client.destroyed || client.write(chunk))
        if (proxy.delay === 0) return pass()
        // Timers of the same delay run in order.
        const timer = setTimeout(() => {
          held.delete(timer)
          pass()
        }, proxy.delay)
        held.set(timer, pass)
      })
      client.on("close", () => {
        sentBy.delete(client)
        upstream.destroy()
      })
      upstream.on("close", () => client.destroy())
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          for (const socket of sockets) socket.destroy()
        })
    )
    const address = server.address()
    if (address === null || typeof address === "string") return yield* Effect.die(new Error("The proxy has no port"))
    proxy.port = address.port
    return proxy
  })
