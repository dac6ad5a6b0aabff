/**
 * Downloads: response bodies as a Stream of bytes.
 *
 * The module of a service binds `download` to it (`Forge.download`). Use that to declare your own downloads.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import * as CallPlan from "./CallPlan.ts"
import type { AnyDeclaration, Common, Fields, Needed, QueryFields, Template, WellFormed } from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import * as Downloads from "./internal/declare/download.ts"
import { usualStatuses } from "./internal/declare/plan.ts"
import type { OnProgress } from "./Progress.ts"
import { type DeclaredErrorClass, IntegrityFailed, type RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** The expected size and digest, and a progress callback. A record such as an asset's often has both fields. */
export interface Options {
  /** Expected number of bytes. On a mismatch the download fails with `IntegrityFailed`. */
  readonly size?: number | null | undefined
  /** Expected hash: `sha256:` and hex digits. On a mismatch the download fails with `IntegrityFailed` at its end. */
  readonly digest?: string | null | undefined
  /** Called after each piece that was received. */
  readonly onProgress?: OnProgress | undefined
}

/** A download whose head has arrived. */
export interface Opened<out E> {
  /** Status of the response. */
  readonly status: number
  /** Headers of the response. */
  readonly headers: Headers.Headers
  /** How many bytes will come; null when the service does not state it. */
  readonly size: number | null
  /** The bytes. They can be read once. */
  readonly body: Stream.Stream<Uint8Array, E>
}

/**
 * A download: a Stream of bytes. Each run sends a new request.
 *
 * Failures before the first byte are retried like those of any read. A download that breaks off later continues where
 * it stopped, if the service proves with a strong ETag or the date of the last change that the bytes are still the
 * same. Otherwise, or when `Retry.RetryPolicy` allows no further attempt, it fails with `TransportFailed`. It never
 * ends as if it were complete. The connection is closed when the stream is interrupted, or when its consumer stops
 * reading.
 */
export interface Download<in Input, out E, out R> {
  (input: Input, options?: Options): Stream.Stream<Uint8Array, E, R>
  /**
   * Downloads all bytes into memory. If there are more than `Transport.ResponseLimit`, it fails with `ResponseTooLarge`;
   * with `size`, that many are allowed.
   */
  readonly bytes: (input: Input, options?: Options) => Effect.Effect<Uint8Array<ArrayBuffer>, E, R>
  /** Downloads all bytes like `.bytes`, and decodes them as UTF-8. What is not UTF-8 becomes U+FFFD. */
  readonly text: (input: Input, options?: Options) => Effect.Effect<string, E, R>
  /** Sends the request, and returns as soon as the head has arrived. Closing the scope closes the connection. */
  readonly open: (input: Input, options?: Options) => Effect.Effect<Opened<E>, E, R | Scope.Scope>
  /** The declaration as data: its name, path, errors and how it is retried. */
  readonly declaration: AnyDeclaration
}

/** Declares a download. */
export interface DownloadDeclaration<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** The media type to request. */
  readonly accept: string
  /**
   * A media type that means the response is not the requested content, such as JSON that describes it. The download
   * then fails with `DecodeFailed`.
   */
  readonly refuses?: string | undefined
}

type InputOf<Path extends Fields, Query extends QueryFields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query>
>

/** Declares downloads of a service. */
export const download =
  <Self>(service: Context.Key<Self, Transport>, dialect: Dialect) =>
  <
    const T extends `GET /${string}`,
    Path extends Fields = Record<never, never>,
    Query extends QueryFields = Record<never, never>,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: WellFormed<T>,
    declaration: DownloadDeclaration<T, Path, Query, Errors> & Needed<T>
  ): Download<InputOf<Path, Query>, RequestError | IntegrityFailed | InstanceType<Errors[number]>, Self> => {
    const plan = CallPlan.make(service, dialect, {
      ...declaration,
      name,
      template,
      kind: "download",
      clientErrors: [IntegrityFailed],
      statuses: declaration.statuses ?? usualStatuses.read
    })
    // The cast is safe: the plan encodes inputs by the declaration's fields, and the transport fails only with
    // `RequestError` and the declared errors.
    return Downloads.download(plan, declaration.refuses) as never
  }
