/** Who may connect over HTTP, and how many sessions there are. */
import { createHash, timingSafeEqual } from "node:crypto"
import { isIP } from "node:net"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"
import type { Listening } from "./options.ts"
import type { Sessions } from "./sessions.ts"

/** Inputs of tools are small, but files of a proposal are not. */
const mostBytes = ByteSize.mebibytes(8)

/** The most sessions at once. With one more, that which nobody has used for longest ends. */
const mostSessions = 1000

const header = "mcp-session-id"

const isSame = (one: string, other: string): boolean => {
  const digest = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/** The name in a `Host` header, without its port. */
const nameIn = (host: string): string =>
  host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase()

const refused = (status: number, message: string, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.text(`${message}\n`, { status, headers })

/**
 * Lets in who may connect. A page of somebody else that has its name point to this machine is known by its `Host`
 * (DNS rebinding); requests of any page (`Origin`) are refused by the endpoint.
 */
export const access = (
  { hosts, token }: Pick<Listening, "hosts" | "token">,
  sessions: Sessions,
  most = mostSessions
) => {
  const names = new Set(["localhost", ...hosts.map((host) => host.toLowerCase())])
  const isKnown = (host: string | undefined): boolean =>
    host !== undefined && (isIP(nameIn(host)) !== 0 || names.has(nameIn(host)))
  const isAllowed = (authorization: string | undefined): boolean =>
    token === null || isSame(/^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "", Redacted.value(token))
  // The last one was used last.
  const alive = new Set<string>()
  const use = (id: string): void => {
    alive.delete(id)
    alive.add(id)
  }
  const forget = (id: string): void => {
    alive.delete(id)
    sessions.end(id)
  }

  return HttpRouter.middleware(
    (effect) => {
      /** Ends sessions until there are not too many. Their clients get 404, and begin a new one. */
      const endOldest = Effect.suspend(() =>
        Effect.forEach(
          [...alive].slice(0, Math.max(0, alive.size - most)),
          (id) => {
            forget(id)
            const request = new Request("http://localhost/mcp", { method: "DELETE", headers: { [header]: id } })
            const ended = Effect.provideService(
              effect,
              HttpServerRequest.HttpServerRequest,
              HttpServerRequest.fromWeb(request)
            )
            // In a fiber of its own, as the router changes the context of the fiber that it runs in.
            return Effect.flatMap(Effect.forkChild(ended), (fiber) => Fiber.await(fiber))
          },
          { discard: true }
        )
      )
      return Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        if (!isKnown(request.headers["host"])) {
          return refused(421, "This host is not known: start the command with --allow-host")
        }
        if (!isAllowed(request.headers["authorization"])) {
          return refused(401, "This server needs a token: Authorization: Bearer …", { "www-authenticate": "Bearer" })
        }
        const id = request.headers[header]
        if (id !== undefined && alive.has(id)) use(id)
        const response = yield* Effect.provideService(effect, HttpServerRequest.MaxBodySize, mostBytes)
        if (id !== undefined) {
          if (request.method === "DELETE" && response.status === 204) forget(id)
          return response
        }
        // The id of a new session is put into the head of the response at last.
        yield* HttpEffect.appendPreResponseHandler((_, head) => {
          const begun = head.headers[header]
          if (begun === undefined) return Effect.succeed(head)
          use(begun)
          return Effect.as(endOldest, head)
        })
        return response
      })
    },
    { global: true }
  )
}
