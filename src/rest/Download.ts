/**
 * Downloads: answers that are bytes, as a Stream.
 *
 * `download` is bound to a service by its module (`Forge.download`); with it users declare downloads of their own.
 */
import type * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import * as Downloads from "./internal/declare/download.ts"
import type * as Input from "./internal/input/input.ts"
import type * as Template from "./internal/input/template.ts"
import { type AnyDeclaration, type Common, type Needed, planOf, tagsOf } from "./Operation.ts"
import type { OnProgress } from "./Progress.ts"
import { type DeclaredErrorClass, IntegrityFailed, type RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** What is expected of the bytes, and who is told of them. The record of what is downloaded often has both promises. */
export interface Options {
  /** How many there must be, else the download fails with `IntegrityFailed`. */
  readonly size?: number | null | undefined
  /** What they must hash to, as `sha256:` and hex digits, else the download fails with `IntegrityFailed` at its end. */
  readonly digest?: string | null | undefined
  readonly onProgress?: OnProgress | undefined
}

/** A download that has begun. */
export interface Opened<out E> {
  readonly status: number
  readonly headers: Headers.Headers
  /** How many bytes will come; null where the service does not say it. */
  readonly size: number | null
  /** The bytes, once. */
  readonly body: Stream.Stream<Uint8Array, E>
}

/**
 * A download: a Stream of bytes, which begins anew whenever it is run.
 *
 * Before its first byte it is tried again like any read; a download that breaks off later fails with `TransportFailed`,
 * and never ends as if it were whole. Not reading on, or interrupting it, closes the connection.
 */
export interface Download<in Input, out E, out R> {
  (input: Input, options?: Options): Stream.Stream<Uint8Array, E, R>
  /** All bytes in one piece: they are held in memory. */
  readonly bytes: (input: Input, options?: Options) => Effect.Effect<Uint8Array<ArrayBuffer>, E, R>
  /** Asks, and answers with the head before the bytes have come. The end of the scope closes the connection. */
  readonly open: (input: Input, options?: Options) => Effect.Effect<Opened<E>, E, R | Scope.Scope>
  readonly declaration: AnyDeclaration
}

/** Declares a download. */
export interface DownloadDeclaration<
  T extends Template.Template,
  Path extends Input.Fields,
  Query extends Input.QueryFields,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** The media type to ask for. */
  readonly accept: string
  /**
   * A media type that shows that the service answers something else, such as JSON about what was asked for: it fails
   * with `DecodeFailed` then.
   */
  readonly refuses?: string | undefined
}

type InputOf<Path extends Input.Fields, Query extends Input.QueryFields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query>
>

/** Declares downloads of a service. */
export const download =
  <Self>(service: Context.Key<Self, Transport>) =>
  <
    const T extends `GET /${string}`,
    Path extends Input.Fields = Record<never, never>,
    Query extends Input.QueryFields = Record<never, never>,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: Template.WellFormed<T>,
    declaration: DownloadDeclaration<T, Path, Query, Errors> & Needed<T>
  ): Download<InputOf<Path, Query>, RequestError | IntegrityFailed | InstanceType<Errors[number]>, Self> => {
    const plan = planOf(service, template, declaration, {
      name,
      template,
      kind: "download",
      path: declaration.path ?? {},
      query: declaration.query ?? {},
      body: undefined,
      result: undefined,
      errors: tagsOf([...(declaration.errors ?? []), IntegrityFailed]),
      repeatable: true,
      resource: declaration.resource ?? "core",
      host: declaration.host ?? "api"
    })
    // Here the types are built: the plan encodes inputs by the declaration's fields, and the transport makes no errors
    // but those of `RequestError` and the declared ones.
    return Downloads.download(plan, declaration.refuses) as never
  }
