/** Answers whose body is still to come: what a download begins with. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as RestError from "../../RestError.ts"
import type { Call, Transport } from "../../Transport.ts"
import { describe } from "../answer/answerError.ts"
import * as Body from "../wire/body.ts"
import * as Direct from "../wire/direct.ts"
import * as Exchange from "../wire/exchange.ts"
import { secretOf } from "../text/secret.ts"
import { type TimedOut, watchedStream } from "../wire/watchdog.ts"

/** An answer whose body is still to come. */
export interface Opened {
  readonly asked: RestError.Asked
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that answered, after redirects. */
  readonly url: string
  readonly body: Stream.Stream<Uint8Array, RestError.TransportFailed | RestError.InvalidInput>
}

/** Asks, and answers with the head and the body as it comes. The end of the scope closes the connection. */
export const open = Effect.fnUntraced(function* (
  transport: Transport,
  call: Call
): Effect.fn.Return<Opened, RestError.RestError, Scope.Scope> {
  const scope = yield* Effect.scope
  let isBounded = false
  const received = yield* transport.receive(call, Body.stream, (parts) => {
    const direct = parts.direct && Direct.withScope(parts.direct, scope)
    isBounded = direct !== undefined
    const client = HttpClient.transformResponse(HttpClient.withScope(parts.client), (response) =>
      within(scope, response)
    )
    return { ...parts, client, direct }
  })
  const { asked, body, bounds, credential, headers, status, url } = received
  if (body === undefined) {
    return yield* new RestError.UnexpectedStatus({ ...describe(asked, received), body: "" })
  }
  const failed = (error: HttpClientError.HttpClientError | TimedOut) =>
    Exchange.failed(asked, error, secretOf(credential))
  const watched = isBounded ? body : watchedStream(bounds, body)
  return { asked, status, headers, url, body: Stream.mapError(watched, failed) }
})

/** What brings no answer is closed at once: the caller's scope lasts as long as the bytes of another attempt. */
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
