/** Calls whose response is read as a stream, for downloads. They bypass the cache. */
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { OpenResponse } from "../../../Call.ts"
import * as RestError from "../../../RestError.ts"
import * as Sender from "../../../Sender.ts"
import * as ResponseError from "../../answer/responseError.ts"
import { redactor, secretOf } from "../../text/redact.ts"
import { exchangeFailed } from "../../wire/failures.ts"
import { attempts } from "../attempts.ts"
import type { CallContext, Parts } from "../context.ts"
import { resumed } from "./resumed.ts"

/** Makes a call and returns the head, and the body as it arrives. Closing the scope closes the connection. */
export const opened = Effect.fnUntraced(function* (
  parts: Parts,
  context: CallContext
): Effect.fn.Return<OpenResponse, RestError.Failure, Scope.Scope> {
  const scope = yield* Effect.scope
  const open = (context: CallContext) => openOnce(parts, context, scope)
  const first = yield* open(context)
  return { ...first, body: resumed(parts, context, first, open) }
})

const openOnce = Effect.fnUntraced(function* (
  parts: Parts,
  context: CallContext,
  scope: Scope.Scope
): Effect.fn.Return<OpenResponse, RestError.Failure> {
  const { info } = context
  const first = yield* context.credential
  const receive = (response: Sender.WireResponse) =>
    Effect.as(
      Scope.addFinalizer(
        scope,
        Effect.sync(() => response.abort())
      ),
      Sender.streamOf(response)
    )
  const received = yield* attempts(parts, context, first, () => undefined, receive, Effect.succeed)
  const { body, credential, headers, status, url } = received
  if (body === undefined) {
    return yield* new RestError.UnexpectedStatus({
      ...ResponseError.responseInfo(info, received, parts.dialect),
      body: ""
    })
  }
  const redact = redactor(secretOf(credential), parts.dialect.tokens, context.own?.hidden)
  return { info, status, headers, url, body: Stream.mapError(body, (error) => exchangeFailed(info, error, redact)) }
})
