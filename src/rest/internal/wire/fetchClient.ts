/**
 * The HTTP client of the ready Layers: fetch. `FetchHttpClient.layer` also sends streams chunked, which the pipeline
 * never asks of fetch. That takes 2 KB of a small bundle, so this client leaves it out.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Fetch, RequestInit } from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import type * as Layer from "effect/Layer"

const client = HttpClient.make((request, url, signal, fiber) => {
  const options = Context.getOrUndefined(fiber.context, RequestInit)
  const given = options?.headers
  const all = given === undefined ? request.headers : Headers.merge(Headers.fromInput(given), request.headers)
  const sent = Effect.tryPromise({
    try: () =>
      fiber.getRef(Fetch)(url, {
        ...options,
        method: request.method,
        // Fetch states the length itself.
        headers: Headers.remove(all, "content-length"),
        body: bodyOf(request.body),
        signal
      }),
    catch: (cause) => new HttpClientError({ reason: new TransportError({ request, cause }) })
  })
  return Effect.map(sent, (response) => HttpClientResponse.fromWeb(request, response))
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
export const layer: Layer.Layer<HttpClient.HttpClient> = HttpClient.layerMergedContext(Effect.succeed(client))
