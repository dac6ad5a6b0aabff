/** Makes the errors of exchanges without a usable response. */
import { IntegrityFailed, InvalidInput, type RequestInfo, TransportFailed, UnsafeRedirect } from "../../RestError.ts"
import type { ClientError } from "../../Sender.ts"
import { cut, mostInMessage, mostInPart, mostInWords, named } from "../text/cut.ts"
import { type Redact, withoutSecrets } from "../text/redact.ts"
import * as Urls from "../text/urls.ts"
import { BodyRefused } from "./requestBody.ts"

/** The error of a redirect that is not followed. */
export const unsafeRedirect = (
  info: RequestInfo,
  from: string,
  to: string,
  why: string,
  redact: Redact
): UnsafeRedirect => unsafe("redirect", info, from, to, why, redact)

/** The error of a Link to a foreign origin. */
export const foreignLink = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("link", info, info.url, to, "leads to a foreign origin", redact)

/** The error of a Link that leads back to an earlier page. */
export const circularLink = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("link", info, info.url, to, "leads in a circle", redact)

/** The error of an upload to a foreign origin. The rest of the URL is the caller's, and nobody knows the token yet. */
export const foreignUpload = (info: RequestInfo, to: string, redact: Redact): UnsafeRedirect =>
  unsafe("upload_url", info, info.url, new URL(to).origin, "leads to a foreign origin", redact)

const unsafe = (
  what: "redirect" | "link" | "upload_url",
  info: RequestInfo,
  from: string,
  to: string,
  why: string,
  redact: Redact
): UnsafeRedirect => {
  // A foreign URL may be signed, and a redirect may repeat the secret it was sent.
  const target = cut(redact(Urls.withoutQuery(to)), mostInWords)
  return new UnsafeRedirect({
    ...withoutSecrets(info, redact),
    from: cut(redact(Urls.withoutQuery(from)), mostInWords),
    to: target,
    message: cut(`${info.operation}: the ${what} to ${cut(target, mostInPart)} ${why}`, mostInMessage)
  })
}

/** The error of a body that ends before its stated length. */
export const cutOff = (asked: RequestInfo, length: number, bytes: number, redact: Redact): TransportFailed => {
  const info = withoutSecrets(asked, redact)
  return new TransportFailed({
    ...info,
    mayHaveArrived: true,
    message: `${info.operation}: incomplete response: ${bytes} of ${length} bytes ${named(info)}`
  })
}

/** The error of bytes that are not those that a record states. */
export const notAsPromised = (asked: RequestInfo, expected: string, found: string, redact: Redact): IntegrityFailed => {
  const info = withoutSecrets(asked, redact)
  return new IntegrityFailed({
    ...info,
    expected,
    found,
    message: cut(`${info.operation}: expected ${expected}, found ${found} ${named(info)}`, mostInMessage)
  })
}

/** The error of an exchange without a complete response. */
export const exchangeFailed = (
  asked: RequestInfo,
  error: ClientError,
  redact: Redact
): TransportFailed | InvalidInput => {
  const info = withoutSecrets(asked, redact)
  const where = named(info)
  const { reason } = error
  if (reason.cause instanceof BodyRefused) {
    const why = reason.cause.message
    return new InvalidInput({
      operation: info.operation,
      path: "data",
      reason: why,
      message: `${info.operation}: data: ${why}`
    })
  }
  const isUnreachable = neverConnected(reason.cause)
  const isUntrusted = isUnreachable && hasCode(reason.cause, codesOfCertificates)
  const mayHaveArrived =
    reason._tag !== "EncodeError" &&
    reason._tag !== "InvalidUrlError" &&
    !isUnreachable &&
    !refusedByFetch(error.request, reason.cause)
  // Clients quote the header or URL that they refuse to send.
  const quoted = causeMessage(reason.cause) ?? reason.description ?? reason._tag
  const why = cut(redact(quoted.replace(/https?:\/\/\S+/g, Urls.withoutQuery)), mostInPart)
  return new TransportFailed({
    ...info,
    mayHaveArrived,
    message: cut(
      `${info.operation}: ${mayHaveArrived ? "no complete response" : "not sent"}: ${why} ${where}` +
        (isUntrusted ? untrusted : isUnreachable ? ": check the host of the URL, and the network" : ""),
      mostInMessage
    )
  })
}

/** Error codes of failures before a request is sent: of names, addresses, routes and certificates. */
const codesBeforeSending =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(?:HOST|NET)UNREACH|EADDRNOTAVAIL|UND_ERR_(?:CONNECT(?:_TIMEOUT)?|INVALID_ARG|NOT_SUPPORTED)|ERR_INVALID_URL|(?:ERR_TLS_)?CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_\w+)$/

/** Whether no connection was made, according to the error codes in the chain of causes. */
const neverConnected = (cause: unknown, depth = 0): boolean => {
  if (typeof cause !== "object" || cause === null || depth > 5) return false
  if ("code" in cause && typeof cause.code === "string" && codesBeforeSending.test(cause.code)) {
    // A host can also become unreachable on an established connection.
    return !("syscall" in cause && (cause.syscall === "read" || cause.syscall === "write"))
  }
  if (cause instanceof AggregateError && cause.errors.length > 0) {
    return cause.errors.every((one) => neverConnected(one, depth + 1))
  }
  return "cause" in cause && neverConnected(cause.cause, depth + 1)
}

/** Error codes of certificates whose authority is not known. */
const codesOfCertificates = /^(?:CERT_UNTRUSTED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+)$/

const untrusted =
  ": the certificate is not trusted: set tls.ca of the HTTP client of forgecast/node, or NODE_EXTRA_CA_CERTS"

const hasCode = (cause: unknown, codes: RegExp, depth = 0): boolean =>
  typeof cause === "object" &&
  cause !== null &&
  depth <= 5 &&
  (("code" in cause && typeof cause.code === "string" && codes.test(cause.code)) ||
    ("cause" in cause && hasCode(cause.cause, codes, depth + 1)))

/** What Node says of a port that it blocks, and Deno of a failure to connect. */
const neverSent = /^bad port$|: client error \(Connect\): /

/**
 * Whether fetch refused the request before it sent anything: the `TypeError` of a URL, a method or a header that no
 * request can have, or of a port that fetch blocks. The `TypeError` of a lost connection looks alike, so the request is
 * made once more.
 */
const refusedByFetch = ({ headers, method, url }: ClientError["request"], cause: unknown): boolean => {
  if (!(cause instanceof TypeError)) return false
  if (cause.cause instanceof Error && neverSent.test(cause.cause.message)) return true
  try {
    void new Request(url, { method, headers })
    return false
  } catch (error) {
    return error instanceof TypeError
  }
}

/** The innermost message: fetch wraps the actual failure in "fetch failed". */
const causeMessage = (cause: unknown, depth = 0): string | undefined => {
  if (typeof cause !== "object" || cause === null) return typeof cause === "string" ? cause : undefined
  const inner = "cause" in cause && depth < 5 ? causeMessage(cause.cause, depth + 1) : undefined
  if (inner !== undefined) return inner
  if (cause instanceof Error && cause.message !== "") return cause.message
  return "code" in cause && typeof cause.code === "string" ? cause.code : undefined
}
