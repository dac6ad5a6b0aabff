/** Calls whose response is read as it arrives, for downloads. They bypass the cache, and go on where they break off. */
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Decoded } from "../../Call.ts"
import { type Failure, type InvalidInput, type TransportFailed, UnexpectedStatus } from "../../RestError.ts"
import * as Sender from "../../Sender.ts"
import { responseInfo } from "../response/responseError.ts"
import type { Redact } from "../text/redact.ts"
import { exchangeFailed } from "../wire/failures.ts"
import type { OngoingCall } from "./call.ts"
import { exchanged } from "./exchanged.ts"
import { gated } from "./gated.ts"
import { openReader } from "./opening.ts"
import type { Outcome, Receive } from "./outcome.ts"
import { renewed } from "./renewed.ts"
import { resumed } from "./resumed.ts"
import { retried } from "./retried.ts"

/** A body as it arrives. It can be read once. */
export type Bytes = Stream.Stream<Uint8Array, TransportFailed | InvalidInput>

/** The way of a download: the head, and the body as it arrives. Closing the scope closes the connection. */
const download = (call: OngoingCall): Effect.Effect<Decoded<Bytes>, Failure, Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => {
    const open = (call: OngoingCall) =>
      opened(
        call,
        Effect.flatMap(call.credential, (first) =>
          retried(call, first, renewed(call, gated(call, exchanged(call, streamIn(scope), unconditional))))
        )
      )
    return Effect.map(open(call), (first) => ({ ...first, value: resumed(call, first, open) }))
  })

/** Reads a body as it arrives. */
export const arriving = openReader(download, true)

const unconditional = () => undefined

/** Receives a body as a stream, and aborts the response when the scope closes. */
const streamIn =
  (scope: Scope.Scope): Receive<ReturnType<typeof Sender.streamOf>> =>
  (response) =>
    Effect.as(
      Scope.addFinalizer(
        scope,
        Effect.sync(() => response.abort())
      ),
      Sender.streamOf(response)
    )

/** Asks, and returns the body as it arrives. It fails with the errors of the call. */
export const opened = (
  call: OngoingCall,
  next: Effect.Effect<Outcome<Stream.Stream<Uint8Array, Sender.ClientError>>, Failure>
): Effect.Effect<Decoded<Bytes> & { readonly redact: Redact }, Failure> =>
  Effect.flatMap(next, (received): ReturnType<typeof opened> => {
    const { info, recorder, service, target } = call
    const { body, budget, headers, redact, status, url } = received
    recorder.status = status
    if (body === undefined) {
      return Effect.fail(new UnexpectedStatus({ ...responseInfo(info, received, service.dialect, redact), body: "" }))
    }
    const value = Stream.mapError(body, (error) => exchangeFailed(info, error, redact))
    return Effect.succeed({ value, status, headers, requestedUrl: target, url, budget, cached: false, redact })
  })
