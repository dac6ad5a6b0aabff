/**
 * HTTP clients with a short way: they bound the waiting themselves, and make neither spans nor trace headers. A generic
 * client needs a watching fiber for that, which costs more than the rest of a small request.
 */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Scope from "effect/Scope"
import type { Bounds } from "./watchdog.ts"

/** The parts of a response that the pipeline reads. */
export type WireResponse = Pick<HttpClientResponse.HttpClientResponse, "status" | "headers" | "text" | "stream">

/** A response that can be given up at any time. */
export interface DirectResponse extends WireResponse {
  readonly abort: () => void
}

/** Sends a request whose body is empty or in one piece. Fails when its response, or a piece of it, does not arrive in time. */
export interface Direct {
  (
    request: HttpClientRequest.HttpClientRequest,
    bounds: Bounds
  ): Effect.Effect<DirectResponse, HttpClientError.HttpClientError>
}

/** The same, with responses that are given up when the scope ends. */
export const withScope =
  (direct: Direct, scope: Scope.Scope): Direct =>
  (request, bounds) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.tap(restore(direct(request, bounds)), (response) =>
        Scope.addFinalizer(
          scope,
          Effect.sync(() => response.abort())
        )
      )
    )

const known = new WeakMap<HttpClient.HttpClient, Direct>()

/** Registers the short way of a client. */
export const register = (client: HttpClient.HttpClient, direct: Direct): HttpClient.HttpClient => {
  known.set(client, direct)
  return client
}

export const find = (client: HttpClient.HttpClient): Direct | undefined => known.get(client)
