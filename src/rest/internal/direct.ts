/**
 * HTTP clients with a short way: they bound the waiting themselves, and make neither spans nor trace headers. A generic
 * client needs a watching fiber for that, which costs more than the rest of a small request.
 */
import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type { Bounds } from "./watchdog.ts"

/** Sends a request whose body is empty or in one piece, and fails when its answer, or a piece of it, does not come. */
export interface Direct {
  (
    request: HttpClientRequest.HttpClientRequest,
    bounds: Bounds
  ): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>
}

const known = new WeakMap<HttpClient.HttpClient, Direct>()

/** Tells the short way of a client. */
export const register = (client: HttpClient.HttpClient, direct: Direct): HttpClient.HttpClient => {
  known.set(client, direct)
  return client
}

export const find = (client: HttpClient.HttpClient): Direct | undefined => known.get(client)
