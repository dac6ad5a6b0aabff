/** The call that an operation hands to the transport, and how its response is read. */
import type * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Mismatch } from "./Decoder.ts"
import type { Validators } from "./HttpCache.ts"
import type { Budget, Limited, LimitSignal } from "./Limit.ts"
import type { DeclaredErrorClass, Failure, ResponseInfo } from "./RestError.ts"
import type { Watch } from "./Watch.ts"

/** A request body that is sent as a stream. It brings the code that sends it, so that other programs do not carry it. */
export interface StreamedBody extends HttpBody.Stream {
  /** How the stream is sent. */
  readonly sending: Sending
}

/** How to send a stream under the watchdog of an exchange. */
export interface Sending {
  /** The stream, watched. */
  readonly watched: (watch: Watch) => HttpBody.Stream
  /** What fetch sends instead. */
  readonly byFetch: (fetch: typeof globalThis.fetch, watch: Watch) => typeof globalThis.fetch
}

/** No body. `HttpBody.empty` is one. */
export type NoBody = Pick<HttpBody.Empty, "_tag">

/** A body of bytes, such as JSON. Those of `HttpBody` fit, and bring code that shows them. */
export type BytesBody = Pick<HttpBody.Uint8Array, "_tag" | "body" | "contentType" | "contentLength">

/** The body of a request. */
export type OutgoingBody = NoBody | BytesBody | HttpBody.Raw | HttpBody.FormData | StreamedBody

/** A call as an operation describes it. */
export interface Call {
  /** Name of the operation, such as `Issues.get`. */
  readonly operation: string
  /** The HTTP method. */
  readonly method: string
  /** An absolute URL, or a path below the root of `host`. */
  readonly url: string
  /** The name of one of the service's hosts. */
  readonly host: string
  /** The media type to request; undefined for the service's JSON. */
  readonly accept: string | undefined
  /** The body, which may be empty. */
  readonly body: OutgoingBody
  /** The rate-limit resource that the call draws on. */
  readonly resource: string
  /** How much of a quota the call spends, for services that count by weight. Default: 1. */
  readonly weight?: number | undefined
  /** How much more the call has spent than its weight, where only the value of its response tells. */
  readonly surcharge?: ((value: unknown) => number) | undefined
  /** Whether the call is safe to retry even if the service may have acted on it. */
  readonly repeatable: boolean
  /** Whether it changes nothing although it is no GET. It does not wait for its turn among writes. */
  readonly onlyReads?: boolean | undefined
  /** Whether `Write.once` makes it to look for what the operation, a write, has made. Metrics count it apart. */
  readonly looks?: boolean | undefined
  /** The statuses of a success. Any other 2xx fails with `UnexpectedStatus`. */
  readonly statuses: ReadonlyArray<number>
  /** Asks for the bytes from a position on, if the representation is still the same. */
  readonly range?: { readonly from: number; readonly validator: string } | undefined
  /**
   * Whether a response may be cached and served from the cache, for calls where the headers alone do not decide it.
   * `isOwn` tells whether a URL is one of the service's own.
   */
  readonly keeps?: ((response: Decoded<unknown>, isOwn: (url: string) => boolean) => boolean) | undefined
  /** What its input says of the response, as far as its declaration states it. */
  readonly foreseen?: (() => object) | undefined
  /** Secrets that its body has. Nothing that is made of a response shows them. Default: none. */
  readonly secrets?: ReadonlyArray<string> | undefined
  /** The errors that the call can fail with in addition to `RequestError`. */
  readonly declared: ReadonlyArray<DeclaredErrorClass>
}

/** Whether a call may change something. */
export const isWrite = ({ method, onlyReads }: Pick<Call, "method" | "onlyReads">): boolean =>
  method !== "GET" && onlyReads !== true

/** A response whose body has been read. */
export interface Decoded<out A> {
  /** The decoded value. */
  readonly value: A
  /** Status of the response; for a cached response, its original status. */
  readonly status: number
  /** Headers of the response. */
  readonly headers: Headers.Headers
  /** The URL of the request. */
  readonly requestedUrl: string
  /** The URL that responded, after redirects. */
  readonly url: string
  /** What the response says about its rate limit; undefined when it says nothing. */
  readonly budget: Budget | undefined
  /** Whether the value came from the cache. */
  readonly cached: boolean
  /** Removes the secrets of the call from a text that is shown. Absent where no exchange of the pipeline has made it. */
  readonly redact?: ((text: string) => string) | undefined
}

/** Why the text of a response cannot be read. */
export interface Misread extends Mismatch {
  /** Whether the text does not come from the service itself, so that a retry is likely to succeed. */
  readonly passing?: boolean | undefined
}

/** What the readers of bodies have in common. */
interface Identified {
  /**
   * What the reader looks for, if it is made for a single call. Two readers with equal ones return equal values for equal
   * responses, so that their calls can share a response in flight. Absent: the reader is only equal to itself.
   */
  readonly looksFor?: unknown
  /** The schema of its value, if it reads JSON by one. A plan makes a value of it that is not known yet. */
  readonly schema?: Schema.ConstraintDecoder<unknown> | undefined
  /** The schema of an item, if it reads a page of a listing. A plan makes an item of it that is not there yet. */
  readonly item?: Schema.ConstraintDecoder<unknown> | undefined
  /** What an `OpenReader` has. */
  readonly open?: never
}

/** Reads the text of a success. It must return equal values for equal texts: the cache stores the value. */
export interface Reader<out A> extends Identified {
  (text: string, status: number): Result.Result<A, Misread>
  /** Absent: it reads text. */
  readonly text?: never
  /** Absent: a text shares no memory. */
  readonly copies?: never
}

/** Reads the bytes of a success. Like `Reader`, it must return equal values for equal bytes. */
export interface BytesReader<out A> extends Identified {
  (bytes: Uint8Array, status: number): Result.Result<A, Misread>
  /** Writes bytes as text and back, because the cache stores text. */
  readonly text: {
    readonly encode: (bytes: Uint8Array) => string
    readonly decode: (text: string) => Uint8Array
  }
  /** Whether its values share no memory with the bytes, which is then given back at once. Default: false. */
  readonly copies?: boolean | undefined
}

/** Reads a success from its body. The pipeline caches such a response, and callers share it in flight. */
export type BodyReader<A> = Reader<A> | BytesReader<A>

/** Whether a reader reads the body alone. */
export const isBodyReader = <A, R>(reader: AnyReader<A, R>): reader is BodyReader<A> => reader.open === undefined

/** What a success may mean instead of a value: a refusal, such as errors in a 200. */
export interface Refusal {
  /** What the service says. */
  readonly message: string
  /** The documentation that the service refers to. */
  readonly documentationUrl?: string | undefined
  /** The limit that it signals. The gate learns of it. */
  readonly limit?: LimitSignal | undefined
  /** Makes its error. `limited` is what the gate makes of the limit. */
  readonly error: (base: ResponseInfo, limited: Limited | undefined) => Failure
}

declare const opening: unique symbol

/** Code of the pipeline that a reader brings along, so that programs without it do not carry it. */
export interface Opening<out A, out R> {
  readonly [opening]: { readonly value: A; readonly services: R }
}

/**
 * Reads a success in its own way: as it arrives, or with its head (`ResponseReader`). It is neither cached nor shared.
 */
export interface OpenReader<out A, out R> {
  /** The way of its calls. Only the pipeline can make one. */
  readonly open: Opening<A, R>
  /** Whether it is a download: it may take long, and come from a foreign origin. */
  readonly isDownload: boolean
}

/** Makes a value of a success. */
export type AnyReader<A, R = never> = BodyReader<A> | OpenReader<A, R>

/**
 * Makes a call, and reads its response. With `since`, a 304 fails with `NotModified`. The response comes from the
 * service's own origins, unless it is read as it arrives: a redirect to another one fails with `UnsafeRedirect`.
 */
export interface Send {
  <A, R = never>(call: Call, reader: AnyReader<A, R>, since?: Validators): Effect.Effect<Decoded<A>, Failure, R>
}
