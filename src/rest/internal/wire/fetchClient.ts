/**
 * The HTTP client of the ready Layers: fetch, with what the pipeline needs of it. `FetchHttpClient.layer` can send
 * streams, decode forms and cookies, and make spans, none of which the pipeline asks of it. That takes 5 KB of a small
 * bundle.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Fetch, RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import type * as Layer from "effect/Layer"
import { failed, FetchResponse } from "./fetchResponse.ts"

const send = (
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError> =>
  Effect.withFiber((fiber) => {
    const options = Context.getOrUndefined(fiber.context, RequestInit)
    const given = options?.headers
    const headers = given === undefined ? request.headers : Headers.merge(Headers.fromInput(given), request.headers)
    const controller = new AbortController()
    const sent = Effect.tryPromise({
      try: () =>
        fiber.getRef(Fetch)(new URL(request.url), {
          ...options,
          method: request.method,
          // Fetch states the length itself.
          headers: Headers.remove(headers, "content-length"),
          body: bodyOf(request.body),
          signal: controller.signal
        }),
      catch: (cause) => failed(request, cause)
    })
    const aborted = Effect.onInterrupt(sent, () => Effect.sync(() => controller.abort()))
    return Effect.map(aborted, (response) => {
      const read: unknown = new FetchResponse(request, response, controller)
      // The cast is safe: only the pipeline has this client, and it reads no other members.
      return read as HttpClientResponse.HttpClientResponse
    })
  })

/** What fetch sends. A stream brings its own fetch, which sends its bytes in one piece (`StreamedBody`). */
const bodyOf = (body: HttpBody.HttpBody): BodyInit | null => {
  switch (body._tag) {
    case "FormData":
      return body.formData
    case "Raw":
    case "Uint8Array":
      return body.body as BodyInit
    default:
      return null
  }
}

/** As with Effect's client, `Fetch` and `RequestInit` can be provided to the Layer, or to a call. */
export const layer: Layer.Layer<HttpClient.HttpClient> = HttpClient.layerMergedContext(
  Effect.succeed(HttpClient.makeWith<never, never, HttpClientError, never>(Effect.flatMap(send), Effect.succeed))
)
