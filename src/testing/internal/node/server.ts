/**
 * Serves simulators over HTTP, compressed for clients that accept it. It answers to some hosts, pages and sizes of
 * bodies only.
 */
import { randomBytes } from "node:crypto"
import * as Http from "node:http"
import * as Https from "node:https"
import { type AddressInfo, isIP } from "node:net"
import * as Zlib from "node:zlib"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import type * as Scope from "effect/Scope"
import type { Outcome, Request, Response } from "../../Exchange.ts"
import type { Seed } from "../../ForgeSeed.ts"
import type { Received } from "../../Journal.ts"
import { bytesOf, json, lost, response, sentHeaders } from "../exchange.ts"
import { makeForge } from "../forge/handle.ts"
import { urlsOf } from "../forge/http/origins.ts"
import type { Beside } from "../forge/service.ts"
import { serveGit } from "./git/serve.ts"
import { makeStatePages } from "./statePage.ts"

/** What the user of a server allows. */
interface Allowed {
  /** Host names beside `localhost`, IP addresses, and the address that the server listens on. */
  readonly hosts?: ReadonlyArray<string>
  /** Origins whose pages may read the responses. */
  readonly origins?: ReadonlyArray<string>
  /** Most bytes of a body. */
  readonly maxBody?: number
  /** Hosts beside this machine that deliveries of hooks go to. */
  readonly deliverTo?: ReadonlyArray<string>
}

/** 64 MiB. */
const maxBodyDefault = 64 * 1024 * 1024

interface Border {
  /** Why a request is refused, as the response to it. */
  readonly refusal: (message: Http.IncomingMessage) => Response | undefined
  readonly maxBody: number
  readonly tooLarge: Response
  /** The response with the headers that let a page of an allowed origin read it, and no page of another one. */
  readonly shared: (response: Response, message: Http.IncomingMessage) => Response
}

/** The name in a `Host` header, without its port and the brackets of IPv6. Undefined without a readable one. */
const nameOf = (host: string | undefined): string | undefined => {
  if (host === undefined) return undefined
  const [, name] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? []
  return name === undefined || name === "" ? undefined : name.replace(/^\[|\]$/g, "").replace(/\.$/, "")
}

/** A page can point its own host name at this machine, but it cannot make an address or `localhost` its own. */
const isLocal = (name: string): boolean => isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost")

const crossOrigin = /^access-control-/

const makeBorder = (allowed: Allowed, listensOn: string): Border => {
  const hosts = new Set([listensOn, ...(allowed.hosts ?? [])].map((host) => host.toLowerCase()))
  const origins = new Set(allowed.origins)
  const maxBody = allowed.maxBody ?? maxBodyDefault
  const tooLarge = json(413, { message: `The simulator takes bodies of up to ${maxBody} bytes.` })
  return {
    maxBody,
    tooLarge,
    refusal: ({ headers }) => {
      const name = nameOf(headers.host)
      if (name === undefined || (!isLocal(name) && !hosts.has(name))) {
        const named = name === undefined ? "a request without a host" : `the host ${name}`
        return json(421, { message: `The simulator does not respond to ${named}, unless it is allowed.` })
      }
      return Number(headers["content-length"] ?? 0) > maxBody ? tooLarge : undefined
    },
    shared: (response, { headers: { origin, ...asked } }) => {
      // What is beside the API, such as git and the pages that sign users in, is for no other origin.
      const isShared = origin !== undefined && origins.has(origin) && response.foreign !== true
      const own = Object.entries(response.headers).filter(([name]) => isShared || !crossOrigin.test(name))
      if (!isShared) return { ...response, headers: Object.fromEntries(own) }
      const { vary } = response.headers
      return {
        ...response,
        headers: {
          ...Object.fromEntries(own),
          "access-control-allow-origin": origin,
          // A page of the web that asks for an address of this machine asks for that, too.
          ...(asked["access-control-request-private-network"] === undefined
            ? {}
            : { "access-control-allow-private-network": "true" }),
          vary: typeof vary === "string" ? `${vary}, Origin` : "Origin"
        }
      }
    }
  }
}

/** Below this, in bytes, compression saves nothing. */
const least = 1024

const isAccepted = (message: Http.IncomingMessage): boolean =>
  String(message.headers["accept-encoding"] ?? "")
    .split(",")
    .some((coding) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding))

const isText = (response: Response): boolean =>
  /^application\/json\b|charset=/.test(response.headers["content-type"] ?? "")

/**
 * Returns the response as it is sent over a connection: compressed with gzip if the client accepts that, the body is text,
 * and it is worth it. The ETag stays, as it is a weak one.
 */
const compressed = (response: Response, message: Http.IncomingMessage): Response => {
  const { body, headers, interrupted, status } = response
  if (!isAccepted(message) || !isText(response) || interrupted !== undefined || status === 206) return response
  if (headers["content-encoding"] !== undefined) return response
  const encoded = { ...headers, "content-encoding": "gzip" }
  const length = headers["content-length"]
  // A HEAD request tells the length of the body before compression, which is not that of the GET.
  if (message.method === "HEAD")
    return Number(length) >= least ? { ...response, headers: { ...encoded, "content-length": null } } : response
  const bytes = bytesOf(body)
  // A fault may lie about the length.
  if (length !== undefined || bytes.length < least) return response
  return { ...response, headers: encoded, body: Zlib.gzipSync(bytes) }
}

interface ListenOptions extends Allowed {
  readonly host?: string
  readonly port?: number
  /** The certificate and its key in PEM, to serve HTTPS. */
  readonly tls?: Tls
}

export interface Tls {
  readonly cert: string
  readonly key: string
}

interface ForgeOptions extends ListenOptions {
  /** The port of the storage; a free one by default. */
  readonly storagePort?: number
  readonly prefix?: string
  /** The root of the web pages, where clients reach the server. The storage is on the same host, at its own port. */
  readonly publicUrl?: string
  /** Gets each request with its outcome, in place of the log. */
  readonly watch?: (received: Received) => void
}

type Exchange = (request: Request) => Effect.Effect<Outcome>

/** A server that closes with the scope, and drops its open connections. */
const listen = (port: number, host: string, tls: Tls | undefined): Effect.Effect<Http.Server, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      // Connections never time out: only a fault may lose one.
      const patient = { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }
      const server = tls === undefined ? Http.createServer(patient) : Https.createServer({ ...patient, ...tls })
      server.once("error", (cause) => resume(Effect.die(cause)))
      server.listen(port, host, () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

const headersOf = (message: Http.IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? "")
    ])
  )

/** Reads a request. Fails with the response to a body that is too long; the rest of it is read and dropped. */
const readRequest = (
  message: Http.IncomingMessage,
  origin: string,
  { maxBody, tooLarge }: Border
): Effect.Effect<Request, Response> =>
  Effect.callback<Request, Response>((resume) => {
    let chunks: Array<Uint8Array> = []
    let length = 0
    message.on("data", (chunk: Uint8Array) => {
      length += chunk.length
      if (length <= maxBody) return void chunks.push(chunk)
      chunks = []
      resume(Effect.fail(tooLarge))
    })
    message.on("end", () => {
      const { method = "GET", url = "" } = message
      const body = new Uint8Array(Buffer.concat(chunks))
      // Proxies and `OPTIONS *` send other targets than paths.
      const path = url.startsWith("/") ? url : "/"
      resume(Effect.succeed({ method, url: new URL(`${origin}${path}`), headers: headersOf(message), body }))
    })
  })

const writeResponse = (outgoing: Http.ServerResponse, response: Response): void => {
  const bytes = bytesOf(response.body)
  outgoing.sendDate = false
  outgoing.writeHead(response.status, sentHeaders(response, bytes))
  if (response.interrupted === undefined) {
    outgoing.end(bytes)
    return
  }
  const { after, by } = response.interrupted
  // Sends the head even if no byte of the body follows.
  outgoing.flushHeaders()
  outgoing.write(bytes.subarray(0, after), () => {
    if (by === "loss") outgoing.socket?.destroy()
  })
}

const writeOutcome = (outgoing: Http.ServerResponse, outcome: Outcome, { shared }: Border): void => {
  if (outcome._tag === "Response") writeResponse(outgoing, shared(compressed(outcome, outgoing.req), outgoing.req))
  else if (outcome.bytes === undefined) outgoing.socket?.resetAndDestroy()
  else outgoing.socket?.end(outcome.bytes)
}

/** A mistake of the simulator itself must not leave its client waiting. */
const writeDefect = (outgoing: Http.ServerResponse, defect: unknown): void => {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(500, { "content-type": "application/json" })
  outgoing.end(JSON.stringify({ message: `The simulator failed. ${String(defect)}` }))
}

/** Lets a server answer, as if its requests were sent to an origin. */
export const serve = Effect.fnUntraced(function* ({ border, server }: Started, origin: string, exchange: Exchange) {
  const run = yield* FiberSet.makeRuntime<never>()
  server.on("request", (message, outgoing) => {
    const refusal = border.refusal(message)
    if (refusal !== undefined) {
      // What is left of the body is dropped.
      message.resume()
      return writeOutcome(outgoing, refusal, border)
    }
    const fiber = run(
      readRequest(message, origin, border).pipe(
        Effect.matchEffect({ onFailure: Effect.succeed, onSuccess: exchange }),
        Effect.map((outcome) => writeOutcome(outgoing, outcome, border)),
        Effect.catchDefect((defect) => Effect.sync(() => writeDefect(outgoing, defect)))
      )
    )
    outgoing.on("close", () => fiber.interruptUnsafe())
  })
})

/** How clients on this machine reach an address that a server listens on. */
const reachable = (host: string): string =>
  host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host

interface Started {
  readonly server: Http.Server
  readonly origin: string
  readonly border: Border
  readonly clock: Clock.Clock
}

/** Listens, and returns the server with its origin. */
export const start = Effect.fnUntraced(function* (options: ListenOptions) {
  const host = options.host ?? "127.0.0.1"
  const server = yield* listen(options.port ?? 0, host, options.tls)
  // The address is an `AddressInfo` when a server listens on a port.
  const { port } = server.address() as AddressInfo
  const started: Started = {
    server,
    origin: `${options.tls === undefined ? "http" : "https"}://${reachable(host)}:${port}`,
    border: makeBorder(options, host),
    clock: Clock.Clock.defaultValue()
  }
  return started
})

/** This machine. */
const isHere = (name: string): boolean => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(name)

/** Posts deliveries to where their hooks want them, if that is allowed. */
const post =
  (allowed: ReadonlyArray<string> = []) =>
  ({ body, headers, url }: Request): Effect.Effect<Outcome> => {
    if (!isHere(url.hostname) && !allowed.includes(url.hostname)) {
      return Effect.succeed(lost(`deliveries to ${url.hostname} are not allowed`))
    }
    return Effect.tryPromise(async (signal) => {
      // The bytes are in a buffer of their own.
      const sent = {
        method: "POST",
        headers,
        body: body as Uint8Array<ArrayBuffer>,
        redirect: "manual",
        signal
      } as const
      const answer = await fetch(url, sent)
      return response(answer.status, await answer.text(), Object.fromEntries(answer.headers))
    }).pipe(Effect.catch((error) => Effect.succeed(lost(String(error.cause)))))
  }

const withPort = (origin: string, port: string): string => Object.assign(new URL(origin), { port }).origin

/** How many requests are kept of a service that keeps no log. */
const mostKept = 200

/** Passes requests on, and keeps the latest ones. */
const recording = (watch: (received: Received) => void) => {
  const kept: Array<Received> = []
  return {
    recent: () => kept,
    watch: (received: Received) => {
      kept.push(received)
      if (kept.length > mostKept) kept.shift()
      watch(received)
    }
  }
}

/** Has the form of the service's tokens, so that what redacts those redacts it. */
const randomToken = (): string => `ghp_${randomBytes(18).toString("hex")}`

/**
 * Serves a simulated GitHub on two ports: one for the API and the uploads, which are below the same origin as on a
 * self-hosted service, and one for the storage. Returns the handle, and where the API listens: a seed's `baseUrl` is
 * where its clients reach it, through a proxy for instance.
 */
export const serveForge = Effect.fnUntraced(function* (seed: Seed, options: ForgeOptions = {}) {
  const { prefix = "", publicUrl, storagePort = 0, watch } = options
  const given = seed.baseUrl ?? publicUrl
  const hosts = [...(options.hosts ?? []), ...(given === undefined ? [] : [new URL(given).hostname])]
  const api = yield* start({ ...options, hosts })
  const storage = yield* start({ ...options, hosts, port: storagePort })
  const urls = urlsOf(seed.baseUrl ?? `${publicUrl ?? api.origin}${prefix}`, {
    storage: publicUrl === undefined ? storage.origin : withPort(publicUrl, new URL(storage.origin).port)
  })
  let requests: () => ReadonlyArray<Received> = () => []
  const statePages = makeStatePages(() => requests())
  const kept = watch === undefined ? undefined : recording(watch)
  const beside: Beside = (asked) => serveGit(asked) ?? statePages(asked)
  const simulated = { urls, clock: api.clock, watch: kept?.watch, token: randomToken(), entropy: randomToken(), beside }
  const { attach, exchange, handle, keepTime } = yield* makeForge(seed, simulated)
  requests = kept?.recent ?? (() => Effect.runSync(handle.requests))
  yield* attach(post(options.deliverTo), "")
  yield* keepTime
  yield* serve(api, new URL(urls.api).origin, exchange)
  yield* serve(storage, new URL(urls.storage).origin, exchange)
  return { handle, listensOn: api.origin }
})
