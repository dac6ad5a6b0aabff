/**
 * The responses of HTTP clients as the pipeline reads them, and the direct path of a client: it enforces the timeouts
 * itself, and makes neither spans nor trace headers. With other clients a second fiber watches the timeouts, which costs
 * more than the rest of a small request.
 */
import type * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpClient from "effect/http/HttpClient"
import type { HttpClientErrorReason } from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type * as Stream from "effect/Stream"
import { isLarge } from "./requestBody.ts"
import type { Bounds } from "./watchdog.ts"

/** A request as a client sends it. */
export type ClientRequest = Pick<HttpClientRequest.HttpClientRequest, "method" | "url" | "headers" | "body">

/**
 * Why a client has no complete response. An `HttpClientError` is one. The direct paths make no instances of that class: it
 * and its request would take 1.5 KB of a small bundle.
 */
export interface ClientError {
  readonly _tag: "HttpClientError"
  readonly request: Omit<ClientRequest, "body">
  readonly reason: {
    readonly _tag: HttpClientErrorReason["_tag"]
    readonly cause?: unknown
    readonly description?: string | undefined
  }
}

/** The error of an exchange that broke off. */
export const failed = (request: ClientRequest, cause: unknown): ClientError => ({
  _tag: "HttpClientError",
  request,
  reason: { _tag: "TransportError", cause }
})

/** A response whose body is longer than it may be. */
export interface TooLarge {
  readonly _tag: "TooLarge"
  readonly response: Pick<WireResponse, "status" | "headers">
  /** In bytes. */
  readonly limit: number
}

/** A response whose body has not been read yet. It can be read once. */
export interface WireResponse extends Pick<HttpClientResponse.HttpClientResponse, "status" | "headers"> {
  readonly stream: Stream.Stream<Uint8Array, ClientError>
  /** The URL that responded. It is read only where fetch follows redirects. */
  readonly url?: string
  /** Reads the whole body. Closes the connection as soon as the body turns out to have more than `limit` bytes. */
  readonly text: (limit: number) => Effect.Effect<string, ClientError | TooLarge>
  /** The same, without decoding it as text. */
  readonly bytes: (limit: number) => Effect.Effect<Uint8Array, ClientError | TooLarge>
  /** The body of a download as it arrives, if the client watches over it: it fails if it is silent or too slow. */
  readonly download?: Stream.Stream<Uint8Array, ClientError>
  /** Frees the connection without waiting for the body: closes it, unless the body is already there. */
  readonly discard: Effect.Effect<void>
  /** Closes the connection, unless the response has ended; undefined if the scope of the exchange does. */
  readonly abort?: () => void
}

/** A response that can be aborted at any time. */
export interface DirectResponse extends WireResponse {
  readonly abort: () => void
}

/** Options of a direct path through fetch. */
export interface DirectOptions {
  /** What fetch does with a redirect. Default: nothing. */
  readonly redirect?: RequestRedirect | undefined
  /** The names of the response headers that matter. Default: all. */
  readonly reads?: ReadonlyArray<string> | undefined
}

/** Sends a request whose body is empty or small. Fails if the head or the next piece does not arrive in time. */
export interface Direct {
  (request: ClientRequest, bounds: Bounds, options?: DirectOptions): Effect.Effect<DirectResponse, ClientError>
  /** Whether it sends other bodies too. */
  readonly sendsStreams?: boolean
}

/** Whether the direct path can send a body. One that sends no streams cannot see how far a large one is. */
export const sends = (direct: Direct, body: HttpBody.HttpBody): boolean =>
  direct.sendsStreams === true || body._tag === "Empty" || (body._tag === "Uint8Array" && !isLarge(body))

const known = new WeakMap<HttpClient.HttpClient, Direct>()

/** Registers the direct path of a client. */
export const register = (client: HttpClient.HttpClient, direct: Direct): HttpClient.HttpClient => {
  known.set(client, direct)
  return client
}

export const find = (client: HttpClient.HttpClient): Direct | undefined => known.get(client)
