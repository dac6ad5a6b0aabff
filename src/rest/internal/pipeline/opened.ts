/** Calls whose response is read as it arrives, for downloads. They bypass the cache, and go on where they break off. */
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Decoded } from "../../Call.ts"
import { type Failure, type InvalidInput, type TransportFailed, UnexpectedStatus } from "../../RestError.ts"
import * as Sender from "../../Sender.ts"
import { responseInfo } from "../response/responseError.ts"
import { exchangeFailed } from "../wire/failures.ts"
import type { OngoingCall } from "./call.ts"
import { exchanged } from "./exchanged.ts"
import { gated } from "./gated.ts"
import { openReader } from "./opening.ts"
import { redactorOf } from "./read.ts"
import type { Receive } from "./outcome.ts"
import { renewed } from "./renewed.ts"
import { resumed } from "./resumed.ts"
import { retried } from "./retried.ts"

/** A body as it arrives. It can be read once. */
export type Bytes = Stream.Stream<Uint8Array, TransportFailed | InvalidInput>

/** Makes a call and returns the head, and the body as it arrives. Closing the scope closes the connection. */
const opened = Effect.fnUntraced(function* (call: OngoingCall): Effect.fn.Return<Decoded<Bytes>, Failure, Scope.Scope> {
  const scope = yield* Effect.scope
  const open = (call: OngoingCall) => openOnce(call, scope)
  const first = yield* open(call)
  return { ...first, value: resumed(call, first, open) }
})

/** Reads a body as it arrives. */
export const arriving = openReader(opened, true)

const openOnce = Effect.fnUntraced(function* (
  call: OngoingCall,
  scope: Scope.Scope
): Effect.fn.Return<Decoded<Bytes>, Failure> {
  const { info, recorder, service, target } = call
  const receive: Receive<ReturnType<typeof Sender.streamOf>> = (response) =>
    Effect.as(
      Scope.addFinalizer(
        scope,
        Effect.sync(() => response.abort())
      ),
      Sender.streamOf(response)
    )
  const received = yield* retried(
    call,
    yield* call.credential,
    renewed(
      call,
      gated(
        call,
        exchanged(call, receive, () => undefined)
      )
    )
  )
  const { body, budget, credential, headers, status, url } = received
  recorder.status = status
  if (body === undefined) {
    return yield* new UnexpectedStatus({ ...responseInfo(info, received, service.dialect), body: "" })
  }
  const redact = redactorOf(call, credential)
  const value = Stream.mapError(body, (error) => exchangeFailed(info, error, redact))
  return { value, status, headers, requestedUrl: target, url, budget, cached: false }
})
