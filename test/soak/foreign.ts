/** A server of another origin, which keeps what a credential must never reach. */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

export interface Foreign {
  readonly origin: string
  /** All requests so far, as text. */
  readonly arrived: ReadonlyArray<string>
}

export const serveForeign: Effect.Effect<Foreign, never, Scope.Scope> = Effect.gen(function* () {
  const arrived: Array<string> = []
  const server = Http.createServer((request, response) => {
    arrived.push(`${request.method} ${request.url} ${request.rawHeaders.join("\n")}`)
    request.resume()
    response.writeHead(404, { "content-type": "application/json" }).end('{"message":"Not Found"}')
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  // The address is an `AddressInfo` when a server listens on a port.
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, arrived }
})
