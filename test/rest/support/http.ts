/** An HTTP client with scripted responses, in process: nothing waits except for the clock. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { epoch } from "./time.ts"

/** A request as the service receives it. */
export interface Sent {
  readonly method: string
  readonly url: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** When, in milliseconds since the start of the test. */
  readonly at: number
}

export interface Answer {
  /** Default: 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
  /** In place of a whole body: pieces, and delays or a failure between them. */
  readonly pieces?: Stream.Stream<string, "lost">
  /** How long the head takes. */
  readonly takes?: Duration.Input
}

/** No response: the connection was lost, with the code that tells whether it had been established. */
export interface Lost {
  readonly lost: string
  readonly takes?: Duration.Input
}

/** Lost before anything was sent. */
export const refused: Lost = { lost: "ECONNREFUSED" }

/** Lost after the request was sent. */
export const reset: Lost = { lost: "ECONNRESET" }

/** The service's outcome for its nth request (from 0). */
export interface Script {
  (sent: Sent, index: number): Answer | Lost
}

export interface Http {
  readonly layer: Layer.Layer<HttpClient.HttpClient>
  readonly sent: ReadonlyArray<Sent>
  /** Requests that were interrupted before their response. */
  readonly interrupted: ReadonlyArray<Sent>
  /** The most that were in flight at once. */
  readonly peak: () => number
}

export const scripted = (script: Script): Http => {
  const sent: Array<Sent> = []
  const interrupted: Array<Sent> = []
  let underWay = 0
  let peak = 0
  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const one: Sent = {
        method: request.method,
        url: url.href,
        path: url.pathname + url.search,
        headers: request.headers,
        body: request.body._tag === "Uint8Array" ? new TextDecoder().decode(request.body.body) : "",
        at: (yield* Clock.currentTimeMillis) - epoch
      }
      const outcome = script(one, sent.length)
      sent.push(one)
      peak = Math.max(peak, ++underWay)
      return yield* outcomeOf(request, outcome).pipe(
        Effect.onInterrupt(() => Effect.sync(() => interrupted.push(one))),
        Effect.ensuring(Effect.sync(() => underWay--))
      )
    })
  )
  return { layer: Layer.succeed(HttpClient.HttpClient, client), sent, interrupted, peak: () => peak }
}

const outcomeOf = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest, outcome: Answer | Lost) {
  const takes = Duration.fromInputUnsafe(outcome.takes ?? 0)
  if (Duration.toMillis(takes) > 0) yield* Effect.sleep(takes)
  if ("lost" in outcome) return yield* transportError(request, outcome.lost)
  return respond(request, outcome)
})

const transportError = (request: HttpClientRequest.HttpClientRequest, code: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.TransportError({
      request,
      cause: new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code}`), { code }) })
    })
  })

/** Uses the outcomes in turn, and repeats the last. */
export const inTurn =
  (...answers: ReadonlyArray<Answer | Lost>): Script =>
  (_, index) =>
    answers[Math.min(index, answers.length - 1)] ?? { status: 500 }

const hasNoBody = (status: number): boolean => status === 204 || status === 304

const respond = (
  request: HttpClientRequest.HttpClientRequest,
  answer: Answer
): HttpClientResponse.HttpClientResponse => {
  const status = answer.status ?? 200
  const text = answer.text ?? (answer.json === undefined ? "" : JSON.stringify(answer.json))
  const response = HttpClientResponse.fromWeb(request, new Response(null, { status, headers: answer.headers ?? {} }))
  const encoder = new TextEncoder()
  const stream =
    answer.pieces === undefined
      ? hasNoBody(status) || text === ""
        ? Stream.empty
        : Stream.make(encoder.encode(text))
      : answer.pieces.pipe(
          Stream.map((piece) => encoder.encode(piece)),
          Stream.mapError(() => transportError(request, "UND_ERR_SOCKET"))
        )
  // A body without promises, so that reading it needs only the clock.
  return Object.defineProperty(response, "stream", { value: stream })
}
