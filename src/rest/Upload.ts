/**
 * Uploads: requests whose body is bytes.
 *
 * The module of a service binds `upload` to it (`Forge.upload`). Use that to declare your own uploads.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import * as CallPlan from "./CallPlan.ts"
import type {
  AnyDeclaration,
  Common,
  Fields,
  Needed,
  QueryFields,
  Representation,
  Template,
  WellFormed
} from "./Declaration.ts"
import type { Dialect } from "./Dialect.ts"
import type { Finding, UploadFoundBy } from "./FoundBy.ts"
import * as Readers from "./Reader.ts"
import { findable, usualStatuses } from "./internal/declare/plan.ts"
import * as Uploads from "./internal/declare/upload.ts"
import type { OnProgress } from "./Progress.ts"
import type { Reply } from "./Reply.ts"
import { type DeclaredErrorClass, IntegrityFailed, type RequestError } from "./RestError.ts"
import type { Hash } from "./Sha256.ts"
import type { Transport } from "./Transport.ts"

/** Bytes, a string (sent as UTF-8), or a stream of bytes, which each run of the upload and each retry runs again. */
export type Data = Uint8Array | string | Stream.Stream<Uint8Array, unknown, unknown>

/** A stream needs its size. If it has more or fewer bytes, the upload fails with `InvalidInput`. */
type SizeOf<D extends Data> = [D] extends [Uint8Array | string]
  ? {
      /** Only for a stream. */
      readonly size?: undefined
    }
  : {
      /** The number of bytes of the stream. */
      readonly size: number
    }

/** The data of an upload, and its destination. */
export type Payload<D extends Data = Uint8Array | string> = SizeOf<D> & {
  /** What to send. A stream is run again for each retry. */
  readonly data: D
  /** The media type of the data. */
  readonly content_type: string
  /**
   * The destination that the service gave: a URL, or a URI template that ends in a query expression. It replaces the
   * host and path of the declaration, and must be on one of the service's own hosts.
   */
  readonly upload_url?: string | null | undefined
}

/** Options of one upload. */
export interface Options {
  /** Called after each piece that was handed over to the connection. */
  readonly onProgress?: OnProgress | undefined
}

/**
 * An upload: a call that sends bytes.
 *
 * Streams need an HTTP client that can send a stream with its length, such as undici's. With other clients, uploading a
 * stream fails with `InvalidInput` before anything is sent. Bytes and strings work with every client. If the stream
 * fails, the upload fails with the same error.
 */
export interface Upload<in Input, out A, out E, out R> {
  <D extends Data = Uint8Array | string>(
    input: Input & Payload<D>,
    options?: Options
  ): Effect.Effect<A, E | Stream.Error<D>, R | Stream.Services<D>>
  /** Returns the value with the metadata of its response. */
  readonly withReply: <D extends Data = Uint8Array | string>(
    input: Input & Payload<D>,
    options?: Options
  ) => Effect.Effect<Reply<A>, E | Stream.Error<D>, R | Stream.Services<D>>
  /** The same upload with another schema for the response. What was stored is then not compared with what was sent. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
    options?: Representation
  ) => Upload<Input, S["Type"], E, R>
  /** The declaration as data. */
  readonly declaration: AnyDeclaration
}

/** An upload that can be found again: `Write.once` takes it. */
export type Findable<Input, A, E, R> = Upload<Input, A, E, R> & {
  /** How `Write.once` finds it. */
  readonly finding: Finding<R, UploadFoundBy<Input, A>>
}

/** What the service says that it has stored; null where it does not say. */
export interface Stored {
  /** Number of bytes. */
  readonly size: number | null
  /** `sha256:` and hex digits. Other digests are not compared. */
  readonly digest: string | null
}

/** Declares an upload. */
export interface UploadDeclaration<
  T extends Template,
  Path extends Fields,
  Query extends QueryFields,
  Success extends Schema.ConstraintDecoder<unknown>,
  Errors extends ReadonlyArray<DeclaredErrorClass>,
  By extends string = never,
  Says extends Stored = never
> extends Common<T, Path, Query, Errors> {
  /** Schema of the response. */
  readonly success: Success
  /** Whether the upload is safe to retry even if the service may have acted. Default: no. */
  readonly repeatable?: boolean | undefined
  /**
   * What the response says that the service has stored. If that is not what was sent, the upload fails with
   * `IntegrityFailed`. The bytes of a stream are hashed while they are sent.
   */
  readonly stored?: ((value: Success["Type"]) => Says) | undefined
  /** How it is found again, so that `Write.once` takes it. */
  readonly foundBy?: UploadFoundBy<InputOf<Path, Query>, Success["Type"], By> | undefined
}

type InputOf<Path extends Fields, Query extends QueryFields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query>
>

type Callable<Input, A, E, R, By extends string> = [By] extends [never]
  ? Upload<Input, A, E, R>
  : Findable<Input, A, E, R>

/** Declares uploads of a service. */
export const upload =
  <Self>(service: Context.Key<Self, Transport>, dialect: Dialect) =>
  <
    const T extends `${"POST" | "PUT" | "PATCH"} /${string}`,
    Success extends Schema.ConstraintDecoder<unknown>,
    Path extends Fields = Record<never, never>,
    Query extends QueryFields = Record<never, never>,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = [],
    By extends string = never,
    Says extends Stored = never
  >(
    name: string,
    template: WellFormed<T>,
    declaration: UploadDeclaration<T, Path, Query, Success, Errors, By, Says> & Needed<T>
  ): Callable<
    InputOf<Path, Query>,
    Success["Type"],
    RequestError | InstanceType<Errors[number]> | ([Says] extends [never] ? never : IntegrityFailed),
    Self,
    By
  > => {
    const { foundBy, stored, success } = declaration
    const plan = CallPlan.make(service, dialect, {
      ...declaration,
      name,
      template,
      kind: "upload",
      result: success,
      clientErrors: stored === undefined ? [] : [IntegrityFailed],
      statuses: declaration.statuses ?? usualStatuses.content,
      foundBy: foundBy?.by
    })
    // The cast is safe: the plan encodes inputs by the declaration's fields, reads values by its success schema, and
    // the transport fails only with `RequestError` and the declared errors.
    return findable(plan, foundBy, Uploads.upload(plan, Readers.valueOf(plan.call.method, success), stored)) as never
  }

const utf8 = new TextEncoder()

/** The number of bytes of data. That of a stream is its declared `size`. */
export const sizeOf = (data: Data, size: unknown): number => {
  if (Stream.isStream(data)) return Number(size)
  return typeof data === "string" ? utf8.encode(data).length : data.length
}

/** Hashes data: `sha256:` and hex digits. `begin` starts a hash, as the policy `Sha256` does. Runs a stream to its end. */
export const digestOf = <E, R>(
  data: Stream.Stream<Uint8Array, E, R> | Uint8Array | string,
  begin: () => Hash
): Effect.Effect<string, E, R> =>
  Effect.suspend(() => {
    const hash = begin()
    const read: Effect.Effect<void, E, R> = Stream.isStream(data)
      ? Stream.runForEach(data, (piece) => Effect.sync(() => hash.update(piece)))
      : Effect.sync(() => hash.update(typeof data === "string" ? utf8.encode(data) : data))
    return Effect.map(read, () => `sha256:${hash.hex()}`)
  })

/** The bytes of a file, and its size when it was opened. */
export interface FileData {
  /** The bytes of the file, read when the upload runs. */
  readonly data: Stream.Stream<Uint8Array, PlatformError.PlatformError>
  /** Number of bytes. */
  readonly size: number
}

/** Opens a file, to spread into the input of an upload: `{ …, ...(yield* Upload.file("app.zip")) }`. */
export const file = (path: string): Effect.Effect<FileData, PlatformError.PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    Effect.map(files.stat(path), ({ size }) => ({ data: files.stream(path), size: Number(size) }))
  )
