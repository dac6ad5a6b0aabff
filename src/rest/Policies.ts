/** Policies of the transport. Each can be set for a single call, or for the app when its Layer is built. */
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** How long to wait for a response. */
export interface Timeouts {
  /**
   * For the head of the response. Starts when the request has been sent. A body of more than 64 KiB goes out in pieces of
   * that size, each of which has to be taken within this time. After the last one, the wait is a second longer for each
   * 64 KiB that the socket may still hold, of 4 MiB at most.
   */
  readonly head: Duration.Input
  /** For the next piece of the body. For a body of up to 64 KiB, it bounds the whole body. */
  readonly silence: Duration.Input
}

const usualTimeouts: Timeouts = {
  head: Duration.seconds(30),
  silence: Duration.seconds(30)
}

/**
 * Timeouts of a request. Default: 30 seconds for the head, 30 seconds of silence in the body.
 *
 * **Gotchas**
 *
 * Fetch in browsers, on Bun and on Deno, and a `Fetch` that the program provides, do not tell how far a body of more
 * than 64 KiB has come. There it may take one more second for each 64 KiB, or as long as `LowestSpeed` allows if that
 * is shorter.
 */
export const RequestTimeouts = Context.Reference<Timeouts>("forgecast/rest/Transport/RequestTimeouts", {
  defaultValue: () => usualTimeouts
})

const usualCallTimeout = Duration.minutes(5)

/**
 * The longest that one call may spend on the wire, all its attempts together; waits for rate limits are bounded by
 * `RateLimit.MaxWait` instead. Default: 5 minutes, and nothing for downloads and uploads, which may take long: `LowestSpeed`
 * is for them.
 *
 * **Gotchas**
 *
 * If a time is set, it also applies to downloads and uploads, and then includes the time that a consumer or a producer
 * of the bytes takes.
 */
export const CallTimeout = Context.Reference<Duration.Input>("forgecast/rest/Transport/CallTimeout", {
  defaultValue: () => usualCallTimeout
})

/** How slow a download or an upload may be. */
export interface Speed {
  /** The lowest average, in bytes per second. */
  readonly bytesPerSecond: number
  /** The time over which it is measured. Only time in which the connection should be moving counts. */
  readonly over: Duration.Input
}

const usualSpeed: Speed = { bytesPerSecond: 1_024, over: "1 minute" }

/**
 * Downloads and uploads that are slower fail with `TransportFailed`, and so do other requests with a body of more than 64
 * KiB. Default: 1 KiB a second, over a minute.
 */
export const LowestSpeed = Context.Reference<Speed>("forgecast/rest/Transport/LowestSpeed", {
  defaultValue: () => usualSpeed
})

/**
 * The longest body of a response that is read into memory, in bytes after decompression. A longer one fails with
 * `ResponseTooLarge`, and its connection is closed. Downloads are bounded only by `.bytes` and
 * `.text`, and only if their `size` is not stated. Default: 64 MiB. A text of more than 512 MiB is always too long.
 */
export const ResponseLimit = Context.Reference<number>("forgecast/rest/Transport/ResponseLimit", {
  defaultValue: () => 67_108_864
})

/** Bytes read of an error's body. Default: 64 KiB. */
export const ErrorBodyLimit = Context.Reference<number>("forgecast/rest/Transport/ErrorBodyLimit", {
  defaultValue: () => 65_536
})

/** Whether to send trace headers (`traceparent`, `b3`) to the service. Default: no. */
export const PropagateTrace = Context.Reference<boolean>("forgecast/rest/Transport/PropagateTrace", {
  defaultValue: () => false
})

/**
 * Whether a token may be sent over plain HTTP to another machine, where the network can read it. Without it, such a call
 * fails with `InvalidInput`. Loopback addresses and anonymous requests are always allowed. Default: no.
 */
export const AllowInsecure = Context.Reference<boolean>("forgecast/rest/Transport/AllowInsecure", {
  defaultValue: () => false
})

/**
 * Whether to ask for compressed responses. Downloads never do, so that their size is known and a broken one can be
 * resumed. Browsers always ask. Default: yes.
 */
export const Compression = Context.Reference<boolean>("forgecast/rest/Transport/Compression", {
  defaultValue: () => true
})

/**
 * Whether identical reads that are made at the same time are sent once. Default: yes.
 *
 * **Details**
 *
 * Reads are identical if they have the same operation, URL, media type, principal and policies. All callers get the same
 * response or error, and each has its own span. An interrupted caller leaves; the read ends when the last one has left.
 * Timeouts and retries count from the first caller on. A caller that sets its own policies sends its own request.
 *
 * A read that is made after a write of this program has ended never gets the response to an earlier request.
 *
 * **Gotchas**
 *
 * All callers get the same value: treat it as read-only, as its type says, and typed arrays in it too.
 * Downloads, and reads with the cache mode `reload`, are not shared.
 */
export const ShareReads = Context.Reference<boolean>("forgecast/rest/Transport/ShareReads", {
  defaultValue: () => true
})

/** Headers by name. A `Redacted` value is a secret: like the token, it is removed from whatever a response repeats. */
export interface GivenHeaders {
  readonly [name: string]: string | Redacted.Redacted<string>
}

const noHeaders: GivenHeaders = {}

/**
 * Headers to send with each request: another version of the API, a `user-agent`, what a proxy asks for. They replace the
 * service's own headers of the same names. Default: none.
 *
 * **Details**
 *
 * Only the service's own origins get them: a redirect to another origin, such as that of a download, leaves them out.
 * Responses to different headers are cached separately. The headers of a call replace all those of its Layer. No error,
 * span, log or cache key shows a value of eight characters or more, nor a `Redacted` one.
 *
 * **Gotchas**
 *
 * A header that is the client's own fails with `InvalidInput`: credentials, media types, lengths, encodings, ranges,
 * conditions and connections. So does a name or a value that cannot be sent. Browsers hide where a redirect leads, so a
 * redirected request with such headers fails with `UnsafeRedirect` there.
 */
export const RequestHeaders = Context.Reference<GivenHeaders>("forgecast/rest/Transport/RequestHeaders", {
  defaultValue: () => noHeaders
})

/**
 * What happens to a call besides its exchanges. Times are in milliseconds, and `after` is the tag of a failure. The
 * name of an operation has `.look` after it where a read is retried that looks for what the operation has made
 * (`Write.once`).
 */
export type CallEvent =
  /** A request waits at the gate for a limit. A secondary limit pauses every resource: `resource` is the one that met it. */
  | {
      readonly _tag: "Waiting"
      readonly operation: string
      readonly kind: "primary" | "secondary"
      readonly resource: string
      readonly milliseconds: number
    }
  /** An attempt has failed, and the next one follows after `delay`. */
  | { readonly _tag: "Retrying"; readonly operation: string; readonly after: string; readonly delay: number }
  /** A download has broken off, and the rest is asked for. `bytes` have arrived. */
  | { readonly _tag: "Resuming"; readonly operation: string; readonly after: string; readonly bytes: number }
  /** `Write.once` looks for what an earlier request may have made. */
  | { readonly _tag: "Looking"; readonly operation: string }
  /** It could not look. */
  | { readonly _tag: "LookingFailed"; readonly operation: string; readonly reason: unknown }

/** Is told what happens to calls. The call continues when the effect has ended. */
export interface CallObserver {
  (event: CallEvent): Effect.Effect<void>
}

const unobserved: CallObserver = () => Effect.void

/**
 * Is told of waits, retries and what else happens to a call, such as `RequestLog.layer`, which logs it. Default: nobody.
 *
 * **Example** (Counting retries of an operation)
 *
 * ```ts
 * import * as Transport from "forgecast/rest/Transport"
 * import * as Effect from "effect/Effect"
 * import * as Metric from "effect/Metric"
 *
 * const retries = (operation: string) => Metric.counter("retries", { attributes: { operation } })
 *
 * const counted = Effect.provideService(Transport.Observer, (event) =>
 *   event._tag === "Retrying" ? Metric.update(retries(event.operation), 1) : Effect.void
 * )
 * ```
 *
 * **Gotchas**
 *
 * A call has one observer. Later versions may report more events: ignore those that you don't know.
 */
export const Observer = Context.Reference<CallObserver>("forgecast/rest/Transport/Observer", {
  defaultValue: () => unobserved
})
