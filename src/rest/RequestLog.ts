/**
 * The log of what happens to calls: waits, retries, and looks for earlier writes. It does not log each request: for that,
 * put a function around the HTTP client (`HttpClient.transform`), as the guide to observability shows. It is an observer
 * of calls (`Transport.Observer`), so programs that don't log carry no code for it.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Transport from "./Transport.ts"

const texts: Readonly<Record<Transport.CallEvent["_tag"], string>> = {
  Waiting: "Waiting for a rate limit",
  Retrying: "Retrying",
  Resuming: "Resuming",
  Looking: "Looking for an earlier write",
  LookingFailed: "Looking failed"
}

/** Logs an event at level Debug: a text, and the event's fields. Times are in whole milliseconds. */
export const log: Transport.CallObserver = ({ _tag, ...details }) => {
  const fields = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === "number" ? Math.round(value) : value
  ])
  return Effect.logDebug(texts[_tag], Object.fromEntries(fields))
}

/**
 * Logs waits, retries and looks for earlier writes, at level Debug. It does not log each request.
 *
 * **Example** (Showing waits and retries)
 *
 * ```ts
 * import * as RequestLog from "forgecast/rest/RequestLog"
 * import * as Layer from "effect/Layer"
 * import * as References from "effect/References"
 *
 * const Verbose = Layer.merge(RequestLog.layer, Layer.succeed(References.MinimumLogLevel, "Debug"))
 * ```
 */
export const layer: Layer.Layer<never> = Layer.succeed(Transport.Observer, log)
