/**
 * Uploads: requests whose body is bytes.
 *
 * `upload` is bound to a service by its module (`Forge.upload`); with it users declare uploads of their own.
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { Simplify } from "effect/Types"
import type * as Input from "./internal/input/input.ts"
import * as Reader from "./internal/decode/reader.ts"
import type * as Template from "./internal/input/template.ts"
import * as Uploads from "./internal/declare/upload.ts"
import { type AnyDeclaration, type Common, type Needed, planOf, tagsOf } from "./Operation.ts"
import type { OnProgress } from "./Progress.ts"
import type { Reply } from "./Reply.ts"
import type { DeclaredErrorClass, RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** Bytes that are there, or come as a stream; a string is sent as UTF-8. A stream is run anew whenever the upload is. */
export type Data = Uint8Array | string | Stream.Stream<Uint8Array, unknown, unknown>

/** How many bytes a stream has; one that has more or fewer fails the upload with `InvalidInput`. */
type SizeOf<D extends Data> = [D] extends [Uint8Array | string]
  ? { readonly size?: undefined }
  : { readonly size: number }

/** What is uploaded, and where to. */
export type Payload<D extends Data = Uint8Array | string> = SizeOf<D> & {
  readonly data: D
  /** The media type of the data. */
  readonly content_type: string
  /**
   * Where to, when the service has told it: a URL, or a URI template that ends in its query. It is used in place of the
   * host and path that the declaration says, and must be of one of the service's own hosts.
   */
  readonly upload_url?: string | null | undefined
}

export interface Options {
  readonly onProgress?: OnProgress | undefined
}

/**
 * A call that sends bytes, with one answer.
 *
 * Only an HTTP client that can send a stream with its length (undici's) uploads streams; with others they fail with
 * `InvalidInput` before anything is sent. Bytes and strings are uploaded with all of them. A stream's own failure is the
 * upload's.
 */
export interface Upload<in Input, out A, out E, out R> {
  <D extends Data = Uint8Array | string>(
    input: Input & Payload<D>,
    options?: Options
  ): Effect.Effect<A, E | Stream.Error<D>, R | Stream.Services<D>>
  /** The value with what came beside it. */
  readonly withReply: <D extends Data = Uint8Array | string>(
    input: Input & Payload<D>,
    options?: Options
  ) => Effect.Effect<Reply<A>, E | Stream.Error<D>, R | Stream.Services<D>>
  /** The same upload, its answer read with another schema. */
  readonly as: <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => Upload<Input, S["Type"], E, R>
  readonly declaration: AnyDeclaration
}

/** Declares an upload. */
export interface UploadDeclaration<
  T extends Template.Template,
  Path extends Input.Fields,
  Query extends Input.QueryFields,
  Success extends Schema.ConstraintDecoder<unknown>,
  Errors extends ReadonlyArray<DeclaredErrorClass>
> extends Common<T, Path, Query, Errors> {
  /** What the answer holds. */
  readonly success: Success
  /** Whether sending it twice is harmless. Default: no. */
  readonly repeatable?: boolean | undefined
}

type InputOf<Path extends Input.Fields, Query extends Input.QueryFields> = Simplify<
  Schema.Struct.Type<Path> & Schema.Struct.Type<Query>
>

/** Declares uploads of a service. */
export const upload =
  <Self>(service: Context.Key<Self, Transport>) =>
  <
    const T extends `${"POST" | "PUT" | "PATCH"} /${string}`,
    Success extends Schema.ConstraintDecoder<unknown>,
    Path extends Input.Fields = Record<never, never>,
    Query extends Input.QueryFields = Record<never, never>,
    const Errors extends ReadonlyArray<DeclaredErrorClass> = []
  >(
    name: string,
    template: Template.WellFormed<T>,
    declaration: UploadDeclaration<T, Path, Query, Success, Errors> & Needed<T>
  ): Upload<InputOf<Path, Query>, Success["Type"], RequestError | InstanceType<Errors[number]>, Self> => {
    const { success } = declaration
    const plan = planOf(service, template, declaration, {
      name,
      template,
      kind: "upload",
      path: declaration.path ?? {},
      query: declaration.query ?? {},
      body: undefined,
      result: success,
      errors: tagsOf(declaration.errors),
      repeatable: declaration.repeatable ?? false,
      resource: declaration.resource ?? "core",
      host: declaration.host ?? "api"
    })
    // Here the types are built: the plan encodes inputs by the declaration's fields, reads values by its success, and
    // the transport makes no errors but those of `RequestError` and the declared ones.
    return Uploads.upload(plan, Reader.json(success)) as never
  }

/** A file as it is now. */
export interface FileData {
  readonly data: Stream.Stream<Uint8Array, PlatformError.PlatformError>
  readonly size: number
}

/** A file, to be spread into an upload's input: `{ …, ...(yield* Upload.file("app.zip")) }`. */
export const file = (path: string): Effect.Effect<FileData, PlatformError.PlatformError, FileSystem.FileSystem> =>
  Effect.flatMap(FileSystem.FileSystem, (files) =>
    Effect.map(files.stat(path), ({ size }) => ({ data: files.stream(path), size: Number(size) }))
  )
