/**
 * The direct path of an HTTP client: it enforces the timeouts itself, and makes neither spans nor trace headers. With
 * other clients a second fiber watches the timeouts, which costs more than the rest of a small request.
 */
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Scope from "effect/Scope"
import type { Bounds } from "./watchdog.ts"

/** The parts of a response that the pipeline reads. The URL is read only where fetch follows redirects. */
export type WireResponse = Pick<HttpClientResponse.HttpClientResponse, "status" | "headers" | "text" | "stream"> &
  Partial<Pick<HttpClientResponse.HttpClientResponse, "url">>

/** A response that can be aborted at any time. */
export interface DirectResponse extends WireResponse {
  readonly abort: () => void
}

/** Sends a request whose body is empty or in one piece. Fails if the head or the next piece does not arrive in time. */
export interface Direct {
  (
    request: HttpClientRequest.HttpClientRequest,
    bounds: Bounds
  ): Effect.Effect<DirectResponse, HttpClientError.HttpClientError>
}

/** The same, with responses that are aborted when the scope is closed. */
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

/** Registers the direct path of a client. */
export const register = (client: HttpClient.HttpClient, direct: Direct): HttpClient.HttpClient => {
  known.set(client, direct)
  return client
}

export const find = (client: HttpClient.HttpClient): Direct | undefined => known.get(client)
