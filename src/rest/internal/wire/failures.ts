/** The errors of exchanges that bring no usable response. */
import type * as HttpClientError from "effect/http/HttpClientError"
import { InvalidInput, type RequestInfo, TransportFailed, UnsafeRedirect } from "../../RestError.ts"
import type { Redact } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { BodyRefused } from "./outgoingBody.ts"
import type { TimedOut } from "./watchdog.ts"

/** A redirect that is not followed. */
export const unsafeRedirect = (
  info: RequestInfo,
  from: string,
  to: string,
  why: string,
  redact: Redact
): UnsafeRedirect => unsafe("redirect", info, from, to, why, redact)

/** A Link that leads away from the service. */
export const foreignLink = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("link", info, info.url, to, "leads to a foreign origin", redact)

/** A Link that leads back to a page that has been read. */
export const circularLink = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("link", info, info.url, to, "leads in a circle", redact)

/** An upload that would go to a foreign origin. */
export const foreignUpload = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("upload_url", info, info.url, to, "leads to a foreign origin", redact)

const unsafe = (
  what: "redirect" | "link" | "upload_url",
  info: RequestInfo,
  from: string,
  to: string,
  why: string,
  redact: Redact
): UnsafeRedirect => {
  // A foreign URL may be signed, and a redirect may echo what it was sent.
  const target = redact(Urls.withoutQuery(to))
  return new UnsafeRedirect({
    ...info,
    from: redact(Urls.withoutQuery(from)),
    to: target,
    message: `${info.operation}: the ${what} to ${target} ${why}`
  })
}

/** The error of an exchange that brought no whole response. */
export const exchangeFailed = (
  info: RequestInfo,
  error: HttpClientError.HttpClientError | TimedOut,
  redact: Redact
): TransportFailed | InvalidInput => {
  const where = `(${info.method} ${info.url})`
  if (error._tag === "TimedOut") {
    return new TransportFailed({
      ...info,
      mayHaveArrived: true,
      message: `${info.operation}: waited ${error.milliseconds} ms for ${error.waitedFor} ${where}`
    })
  }
  const { reason } = error
  if (reason.cause instanceof BodyRefused) {
    const why = reason.cause.message
    return new InvalidInput({
      operation: info.operation,
      path: "data",
      reason: why,
      message: `${info.operation}: ${why}`
    })
  }
  const mayHaveArrived =
    reason._tag !== "EncodeError" && reason._tag !== "InvalidUrlError" && !neverConnected(reason.cause)
  // Clients quote a header or a URL that they refuse to send.
  const quoted = causeMessage(reason.cause) ?? reason.description ?? reason._tag
  const why = redact(quoted.replace(/https?:\/\/\S+/g, Urls.withoutQuery))
  return new TransportFailed({
    ...info,
    mayHaveArrived,
    message: `${info.operation}: ${mayHaveArrived ? "no whole answer" : "not sent"}: ${why} ${where}`
  })
}

/** Names, addresses, routes and certificates are found out about before a request is sent. */
const codesBeforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|EADDRNOTAVAIL|UND_ERR_(?:CONNECT_TIMEOUT|INVALID_ARG)|ERR_INVALID_URL|(?:ERR_TLS_)?CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/

/** Whether the connection was never made, as told by the codes down the chain of causes. */
const neverConnected = (cause: unknown, depth = 0): boolean => {
  if (typeof cause !== "object" || cause === null || depth > 5) return false
  if ("code" in cause && typeof cause.code === "string" && codesBeforeSending.test(cause.code)) {
    // An unreachable host can be found out about on an established connection too.
    return !("syscall" in cause && (cause.syscall === "read" || cause.syscall === "write"))
  }
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return cause.errors.every((one) => neverConnected(one, depth + 1))
  }
  return "cause" in cause && neverConnected(cause.cause, depth + 1)
}

/** The innermost message: fetch wraps what happened in "fetch failed". */
const causeMessage = (cause: unknown, depth = 0): string | undefined => {
  if (typeof cause !== "object" || cause === null) return typeof cause === "string" ? cause : undefined
  const inner = "cause" in cause && depth < 5 ? causeMessage(cause.cause, depth + 1) : undefined
  if (inner !== undefined) return inner
  if (cause instanceof Error && cause.message !== "") return cause.message
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined
}
