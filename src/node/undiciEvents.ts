/** What undici's dispatcher reports, as the pipeline reads it. */
import * as Headers from "effect/http/Headers"
import type { Bounds } from "../rest/internal/wire/watchdog.ts"

/** Explains a timeout: what the client waited for, and how long. */
export const explained = (cause: Error, bounds: Bounds): Error => {
  const code = "code" in cause ? cause.code : undefined
  if (code === "UND_ERR_HEADERS_TIMEOUT") return new Error(`waited ${bounds.head} ms for the head of the response`)
  if (code === "UND_ERR_BODY_TIMEOUT") return new Error(`waited ${bounds.silence} ms for the body to continue`)
  return cause
}

/** The failure of a request that got no connection, such as a proxy that refuses: it was not sent. */
export const unconnected = (cause: Error): Error =>
  Object.assign(new Error(cause.message, { cause }), { code: "UND_ERR_CONNECT" })

/** Header names from undici are already in lower case, and nearly all values are single: a plain copy is enough. */
export const headersOf = (headers: Record<string, string | Array<string> | undefined>): Headers.Headers => {
  for (const name in headers) {
    if (typeof headers[name] !== "string") return Headers.fromInput(headers)
  }
  return Headers.fromRecordUnsafe({ ...(headers as Record<string, string>) })
}

/** Why a response that nobody waits for has been aborted. */
export const givenUp = (): Error => new Error("The request was aborted")

/** The longest delay of a timer, in milliseconds. A longer one fires immediately. */
export const longestTimer = 2 ** 31 - 1
