/** A response of fetch, with the members of `HttpClientResponse` that the pipeline reads. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import { HttpClientError, TransportError } from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"

/** What fetch failed with, or a body of its. */
export const failed = (request: HttpClientRequest.HttpClientRequest, cause: unknown): HttpClientError =>
  new HttpClientError({ reason: new TransportError({ request, cause }) })

/** The members that the pipeline reads. */
export type Readable = Pick<
  HttpClientResponse.HttpClientResponse,
  "headers" | "request" | "status" | "stream" | "text" | "url"
>

export class FetchResponse implements Readable {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly web: Response
  /** Closes the connection, unless the body has arrived. */
  readonly abort: Effect.Effect<void>

  constructor(request: HttpClientRequest.HttpClientRequest, web: Response, controller: AbortController) {
    this.request = request
    this.web = web
    this.abort = Effect.sync(() => controller.abort())
  }

  get status(): number {
    return this.web.status
  }

  get headers(): Headers.Headers {
    return Headers.fromInput(this.web.headers)
  }

  get url(): string {
    return this.web.url.replace(/#.*/, "") || this.request.url
  }

  get text(): Effect.Effect<string, HttpClientError> {
    return Effect.tryPromise({ try: () => this.web.text(), catch: (cause) => failed(this.request, cause) })
  }

  get stream(): Stream.Stream<Uint8Array, HttpClientError> {
    const { body } = this.web
    if (!body) return Stream.empty
    return Stream.fromReadableStream({ evaluate: () => body, onError: (cause) => failed(this.request, cause) })
  }
}
