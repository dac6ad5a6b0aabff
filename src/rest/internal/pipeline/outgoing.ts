/** The request of an attempt as it is sent. */
import type { Validators } from "../../HttpCache.ts"
import type { Redact } from "../text/redact.ts"
import type { WireRequest } from "../wire/send.ts"
import { isLarge } from "../wire/requestBody.ts"
import { type OngoingCall, type Permit, type Service, timeLeft } from "./call.ts"

/** Makes the request. */
export const outgoing = (
  call: OngoingCall,
  { context, sentAt }: Permit,
  secret: string | undefined,
  validators: Validators | undefined,
  redact: Redact
): WireRequest => {
  const { asked, clock, counted, info, isTimed, mayLeave, own, policies, service, target } = call
  return {
    info,
    counted,
    bounds: {
      head: policies.head,
      silence: policies.silence,
      total: timeLeft(call),
      speed: isTimed && !isLarge(asked.body) ? undefined : policies.lowestSpeed
    },
    begin: sentAt,
    clock,
    services: context,
    target,
    headers: headersOf(call, secret, validators),
    own,
    body: asked.body,
    secret,
    redact,
    propagateTrace: policies.propagateTrace,
    ownOrigins: service.ownOrigins,
    exposedOrigins: exposedTo(call),
    mayLeave,
    secretInUrl: service.secretInUrl,
    secretInHeaders: service.secretInHeaders,
    // A program sees all headers of a download.
    reads: mayLeave ? undefined : service.reads
  }
}

const nowhere: Service["exposedOrigins"] = new Set()

/** Own origins that the token is not sent to. */
export const exposedTo = ({ policies, service: { exposedOrigins } }: OngoingCall): Service["exposedOrigins"] =>
  exposedOrigins.size === 0 || !policies.allowInsecure ? exposedOrigins : nowhere

const headersOf = (
  { asked, mayLeave, policies, service }: OngoingCall,
  secret: string | undefined,
  validators: Validators | undefined
): Record<string, string> => {
  const { body } = asked
  const isSimple = asked.method === "GET" && (mayLeave || secret === undefined || service.secretInUrl !== undefined)
  const all: Record<string, string> = { ...(isSimple ? service.simpleHeaders : service.headers) }
  all["accept"] = asked.accept ?? service.accept
  if (body._tag !== "Empty" && body._tag !== "FormData") {
    if (body.contentType !== undefined) all["content-type"] = body.contentType
    if (body.contentLength !== undefined) all["content-length"] = String(body.contentLength)
  }
  // A download states its length then, and can be resumed.
  if (mayLeave || !policies.compression) all["accept-encoding"] = "identity"
  if (asked.range !== undefined) {
    all["range"] = `bytes=${asked.range.from}-`
    all["if-range"] = asked.range.validator
  }
  // Servers ignore If-Modified-Since next to If-None-Match (RFC 9110).
  if (validators?.etag !== undefined) all["if-none-match"] = validators.etag
  else if (validators?.lastModified !== undefined) all["if-modified-since"] = validators.lastModified
  return all
}
