/** A simulated service as an `HttpClient`: without a socket, and waiting for nothing but the clock. */
import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import type * as Exchange from "../Exchange.ts"
import { bytesOf, sentHeaders } from "./exchange.ts"

const concatenated = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const all = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    all.set(chunk, offset)
    offset += chunk.length
  }
  return all
}

const transportError = (request: HttpClientRequest.HttpClientRequest, description: string, cause?: unknown) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({ request, description, cause: cause ?? new Error(description) })
  })

const bodyOf = (
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<Uint8Array, HttpClientError.HttpClientError> => {
  const { body } = request
  switch (body._tag) {
    case "Empty":
      return Effect.succeed(new Uint8Array(0))
    case "Uint8Array":
      return Effect.succeed(body.body)
    case "Stream":
      return Stream.runCollect(body.stream).pipe(
        Effect.map(concatenated),
        Effect.mapError((cause) => transportError(request, "the request's body failed", cause))
      )
    case "FormData":
    case "Raw":
      return Effect.tryPromise({
        // A `Raw` body holds what would be passed to fetch.
        try: () => new Response(body._tag === "Raw" ? (body.body as BodyInit) : body.formData).bytes(),
        catch: (cause) => transportError(request, "the request's body cannot be read", cause)
      })
  }
}

const contentHeaders = (body: HttpBody.HttpBody.Proto): Record<string, string> => ({
  ...(body.contentType === undefined ? {} : { "content-type": body.contentType }),
  ...(body.contentLength === undefined ? {} : { "content-length": String(body.contentLength) })
})

const hasNoBody = (status: number): boolean => status === 204 || status === 205 || status === 304

const wholeBody = (response: Exchange.Response, bytes: Uint8Array): Response =>
  new Response(hasNoBody(response.status) ? null : new Uint8Array(bytes), {
    status: response.status,
    headers: sentHeaders(response, bytes)
  })

/** A body that fails or stalls after its first bytes. */
const interruptedBody = (response: Exchange.Response, bytes: Uint8Array): Response => {
  const { after, by } = response.interrupted ?? { after: bytes.length, by: "loss" }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (after > 0) controller.enqueue(bytes.slice(0, after))
      },
      // Called only once the first bytes are read, so that they are not lost with the connection.
      pull: (controller) =>
        by === "loss"
          ? controller.error(new Error("connection reset in the middle of the body"))
          : new Promise(() => {})
    },
    { highWaterMark: 0 }
  )
  return new Response(stream, { status: response.status, headers: sentHeaders(response, bytes) })
}

const respond = (
  request: HttpClientRequest.HttpClientRequest,
  outcome: Exchange.Outcome
): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> => {
  if (outcome._tag === "Lost") return Effect.fail(transportError(request, outcome.reason))
  const bytes = bytesOf(outcome.body)
  if (outcome.interrupted !== undefined) {
    return Effect.succeed(HttpClientResponse.fromWeb(request, interruptedBody(outcome, bytes)))
  }
  // Adjusting a test clock does not wait for Promises, so the body is read without those of a web response.
  const response = HttpClientResponse.fromWeb(request, wholeBody(outcome, bytes))
  return Effect.succeed(
    Object.create(response, {
      text: { get: () => Effect.sync(() => new TextDecoder().decode(bytes)) },
      stream: { get: () => (bytes.length === 0 ? Stream.empty : Stream.make(bytes)) }
    }) as HttpClientResponse.HttpClientResponse
  )
}

const scope: object = globalThis

/** What a page or a worker of a browser adds to each request. Other runtimes have no location. */
const browserHeaders = (): Record<string, string> =>
  "location" in scope && scope.location !== undefined ? { "user-agent": navigator.userAgent } : {}

export const makeHttpClient = (
  exchange: (request: Exchange.Request) => Effect.Effect<Exchange.Outcome>
): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    bodyOf(request).pipe(
      Effect.flatMap((body) =>
        exchange({
          method: request.method,
          url,
          headers: { ...browserHeaders(), ...contentHeaders(request.body), ...request.headers },
          body
        })
      ),
      Effect.flatMap((outcome) => respond(request, outcome))
    )
  )
