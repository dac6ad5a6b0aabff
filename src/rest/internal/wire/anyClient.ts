/**
 * Sends by any HTTP client: by its direct path, if it has one for the request, or else under a watchdog. Only programs
 * that choose their client bundle this.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { OutgoingBody } from "../../Call.ts"
import {
  type ClientError,
  type ClientRequest,
  type Direct,
  failed,
  find,
  sends,
  type TooLarge,
  type WireResponse
} from "./direct.ts"
import { joined } from "./body.ts"
import { isBrowser } from "../text/runtime.ts"
import { cacheMode, type Execute, type Sender, senderBy } from "./exchange.ts"
import { inPieces } from "./outgoingBody.ts"
import { isLarge, patience, sending } from "./requestBody.ts"
import { type Watch, watched } from "./watchdog.ts"

/** Sends by a client. */
export const senderOf = (client: HttpClient.HttpClient): Required<Sender> => sender(client, find(client))

const sender = (client: HttpClient.HttpClient, direct: Direct | undefined): Required<Sender> => {
  const short = direct && senderBy(direct)
  return {
    exchange: (wire, bounds, begin, run) => {
      if (short !== undefined && direct !== undefined && sends(direct, wire.body)) {
        return short.exchange(wire, bounds, begin, run)
      }
      // Browsers cannot send pieces.
      const body = isLarge(wire.body) && !isBrowser() ? inPieces(wire.body) : wire.body
      return watched(bounds, (watch) => {
        const execute: Execute = (request, redirect) => {
          watch.awaitHead(isLarge(body) ? patience(body.body.length) : 0)
          // The cast is safe: a body is sent by functions of the pipeline's own, which take its watch.
          const sent = body._tag === "Stream" ? body.sending.watched(watch as never) : body
          const exchanged = client.execute(whole({ ...request, body: sent }))
          return Effect.map(withRedirect(exchanged, request.method, redirect), (response) => make(response, watch))
        }
        return configured(run(execute), body, watch)
      })
    },
    scoped: (scope) =>
      sender(
        HttpClient.transformResponse(HttpClient.withScope(client), (response) => within(scope, response)),
        direct
      )
  }
}

const whole = ({ body, headers, method, url }: ClientRequest): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.makeWith(method, url, UrlParams.empty, Option.none(), headers, body)

/**
 * Closes a failed attempt immediately. The caller's scope would keep it open until the response of a later attempt has
 * been read.
 */
const within = <A, E, R>(
  scope: Scope.Scope,
  attempt: Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Scope.fork(scope), (own) =>
      Effect.onExit(restore(Scope.provide(attempt, own)), (exit) =>
        Exit.isSuccess(exit) ? Effect.void : Scope.close(own, exit)
      )
    )
  )

/** Sets fetch's redirect and cache modes, and keeps the program's own fetch options. */
const withRedirect = <A, E, R>(
  exchange: Effect.Effect<A, E, R>,
  method: string,
  redirect: RequestRedirect
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const init = Context.getOrUndefined(fiber.context, FetchHttpClient.RequestInit)
    const cache = init !== undefined && "cache" in init ? init.cache : cacheMode(method)
    const own = cache === undefined ? init : { ...init, cache }
    return Effect.provideService(exchange, FetchHttpClient.RequestInit, { ...own, redirect })
  })

/** Runs the HTTP client without its own spans, which would show the full URL of each request and redirect. */
const configured = <A, E, R>(
  exchange: Effect.Effect<A, E, R>,
  body: OutgoingBody,
  watch: Watch
): Effect.Effect<A, E, R> => {
  const configured = Effect.provideService(exchange, HttpClient.TracerDisabledWhen, () => true)
  const byFetch = fetchOf(body, watch)
  return byFetch === undefined
    ? configured
    : Effect.flatMap(FetchHttpClient.Fetch, (fetch) =>
        Effect.provideService(configured, FetchHttpClient.Fetch, byFetch(fetch))
      )
}

/** How fetch sends a large body, if the client is one. */
const fetchOf = (body: OutgoingBody, watch: Watch) => {
  // The cast is safe, as above.
  if (body._tag === "Stream") return (fetch: typeof globalThis.fetch) => body.sending.byFetch(fetch, watch as never)
  return isLarge(body) ? (fetch: typeof globalThis.fetch) => sending(body.body, fetch, watch) : undefined
}

/** Bodies up to this length arrive in one or two pieces, so there is no silence between pieces to watch. */
const small = 65_536

const make = (response: HttpClientResponse.HttpClientResponse, watch: Watch): WireResponse => {
  const { headers, status } = response
  // To begin to read and stop at once closes the connection.
  const discard = Effect.suspend(() => Effect.raceFirst(Effect.exit(response.text), Effect.void))

  const whole = <A>(limit: number, { collect, empty, read }: Form<A>): Effect.Effect<A, ClientError | TooLarge> =>
    Effect.suspend(() => {
      watch.awaitBody()
      const body = collector(watch, limit, collect())
      const tooLarge = Effect.fail<TooLarge>({ _tag: "TooLarge", response: { status, headers }, limit })
      const web = Option.getOrUndefined(HttpClientResponse.toWeb(response))
      // Fetch decompresses, and browsers hide that it did, so the stated length proves nothing. Other clients pass the body
      // on as it is.
      if (web === undefined) {
        const length = Number(headers["content-length"])
        if (length > limit) return Effect.andThen(discard, tooLarge)
        if (length <= small) return read(response)
      }
      // A response made by hand, as in a test, has no URL, and may have been given another stream.
      if (web !== undefined && web.url !== "") {
        // Without a body there is nothing to read. React Native has bodies, but cannot stream them.
        return web.body ? fromWeb(web.body, response, body, tooLarge) : read(response)
      }
      return response.stream.pipe(
        Stream.runForEach((piece) => (body.add(piece) ? Effect.void : tooLarge)),
        Effect.map(body.end),
        Effect.catch((error) => (isEmptyBody(error) ? Effect.succeed(empty) : Effect.fail(error)))
      )
    })

  return {
    status,
    headers,
    get url() {
      return response.url
    },
    /** Who reads it watches over it. */
    get stream() {
      watch.rest()
      return response.stream
    },
    text: (limit) => whole(limit, asText),
    bytes: (limit) => whole(limit, asBytes),
    discard
  }
}

const isEmptyBody = (error: ClientError | TooLarge): boolean =>
  error._tag === "HttpClientError" && error.reason._tag === "EmptyBodyError"

/** Reads the body of a fetch by its own reader. With Effect's stream, a small call would take 15 % longer. */
const fromWeb = <A>(
  stream: ReadableStream<Uint8Array>,
  response: Pick<HttpClientResponse.HttpClientResponse, "request">,
  body: Collector<A>,
  tooLarge: Effect.Effect<never, TooLarge>
): Effect.Effect<A, ClientError | TooLarge> => {
  const isWhole = Effect.tryPromise({
    try: async (signal) => {
      const reader = stream.getReader()
      const cancel = () => void reader.cancel().catch(() => {})
      signal.addEventListener("abort", cancel)
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return true
        if (body.add(value)) continue
        cancel()
        return false
      }
    },
    catch: (cause) => failed(response.request, cause)
  })
  return Effect.flatMap(isWhole, (isWhole) => (isWhole ? Effect.sync(body.end) : tooLarge))
}

interface Collector<out A> {
  /** Adds a piece; false when the body is longer than it may be. */
  readonly add: (piece: Uint8Array) => boolean
  /** Returns the whole body. */
  readonly end: () => A
}

/** What becomes of a body. */
interface Form<A> {
  readonly empty: A
  /** Reads a small body. */
  readonly read: (
    response: Pick<HttpClientResponse.HttpClientResponse, "arrayBuffer" | "text">
  ) => Effect.Effect<A, ClientError>
  readonly collect: () => { readonly add: (piece: Uint8Array) => void; readonly end: () => A }
}

/** Decodes piece by piece: to join large pieces first would keep the garbage collector busy. */
const asText: Form<string> = {
  empty: "",
  read: ({ text }) => text,
  collect: () => {
    const decoder = new TextDecoder()
    let text = ""
    return {
      add: (piece) => {
        text += decoder.decode(piece, { stream: true })
      },
      end: () => text + decoder.decode()
    }
  }
}

const asBytes: Form<Uint8Array> = {
  empty: new Uint8Array(),
  read: ({ arrayBuffer }) => Effect.map(arrayBuffer, (buffer) => new Uint8Array(buffer)),
  collect: () => {
    const pieces: Array<Uint8Array> = []
    return {
      add: (piece) => {
        pieces.push(piece)
      },
      end: () => joined(pieces)
    }
  }
}

const collector = <A>(watch: Watch, limit: number, { add, end }: ReturnType<Form<A>["collect"]>): Collector<A> => {
  let bytes = 0
  return {
    add: (piece) => {
      watch.moved(piece.length)
      watch.awaitBody()
      bytes += piece.length
      if (bytes > limit) return false
      add(piece)
      return true
    },
    end
  }
}
