/** What an operation asks of the transport, and what it gets back. */
import type * as Headers from "effect/http/Headers"
import type * as HttpBody from "effect/http/HttpBody"
import type * as Result from "effect/Result"
import type * as Stream from "effect/Stream"
import type { Mismatch } from "./Decoder.ts"
import type { Budget } from "./Limit.ts"
import type { DeclaredErrorClass, InvalidInput, RequestInfo, TransportFailed } from "./RestError.ts"

/** A body that is sent piece by piece. */
export interface StreamedBody extends HttpBody.Stream {
  /** The same bytes, when they are there in one piece: fetch can send nothing else with its length. */
  readonly inOnePiece?: Uint8Array | undefined
}

/** What can be sent. */
export type OutgoingBody = Exclude<HttpBody.HttpBody, HttpBody.Stream> | StreamedBody

/** What an operation asks for. */
export interface Call {
  readonly operation: string
  readonly method: string
  /** Absolute, or a path below the root of `host`. */
  readonly url: string
  /** The name of one of the service's hosts. */
  readonly host: string
  /** The media type to ask for; undefined for the service's JSON. */
  readonly accept: string | undefined
  readonly body: OutgoingBody
  readonly resource: string
  /** How much of a quota it spends, where the service counts by weight. Default: 1. */
  readonly weight?: number | undefined
  /** Whether sending it twice is harmless. */
  readonly repeatable: boolean
  /** Whether a response may be cached, where its headers alone do not tell. */
  readonly keeps?: ((response: Decoded<unknown>) => boolean) | undefined
  /** The errors beyond `RequestError`. */
  readonly declared: ReadonlyArray<DeclaredErrorClass>
}

/** A response whose body has been read. */
export interface Decoded<out A> {
  readonly value: A
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  readonly budget: Budget | undefined
  readonly cached: boolean
}

/** A response whose body is still to come. */
export interface OpenResponse {
  readonly info: RequestInfo
  readonly status: number
  readonly headers: Headers.Headers
  /** The URL that responded, after redirects. */
  readonly url: string
  /** The bytes, once. */
  readonly body: Stream.Stream<Uint8Array, TransportFailed | InvalidInput>
}

/** Why the text of a response yields no value. */
export interface Misread extends Mismatch {
  /** Whether the text is not the service's response at all, so that a retry may well succeed. */
  readonly passing?: boolean | undefined
}

/** Reads the text of a success. The same reader makes equal values of equal texts: the cache keeps the value. */
export interface Reader<out A> {
  (text: string, status: number): Result.Result<A, Misread>
}
