/** How a write is found again: what a declaration says so that `Write.once` can tell whether a write was carried out. */
import type * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import type { Call } from "./Call.ts"
import type { Dialect } from "./Dialect.ts"
import type { InvalidInput, RequestError } from "./RestError.ts"
import type { Transport } from "./Transport.ts"

/** Which resource to read. */
export interface Reading {
  /** The values of the path's parameters. Other fields are ignored, so this may be the whole input. */
  readonly input: object
  /** Parameters of the query. */
  readonly query?: { readonly [name: string]: string | number | DateTime.Utc | undefined } | undefined
  /** Parameters of the path that span several segments. */
  readonly manySegments?: ReadonlyArray<string> | undefined
}

/** What a search for an earlier write works with. Its reads bypass the cache. */
export interface Look {
  /** The time before which nothing was written with the key. Leaves an hour for clocks that differ. */
  readonly since: DateTime.Utc
  /** Whether a time is before `since`. */
  readonly isEarlier: (time: DateTime.Utc) => boolean
  /** Whether a line of the text is the mark of the key. */
  readonly isMarked: (text: string | null) => boolean
  /** Reads one record. Returns none if the service does not have it. */
  readonly get: <S extends Schema.ConstraintDecoder<unknown>>(
    path: `/${string}`,
    schema: S,
    reading: Reading
  ) => Effect.Effect<Option.Option<S["Type"]>, RequestError>
  /**
   * Returns the first record of a listing that matches. Reads page by page, until the listing ends or `until` holds.
   * Fails with `InvalidInput` after 30 pages, since it cannot tell then.
   */
  readonly first: <S extends Schema.ConstraintDecoder<unknown>>(
    path: `/${string}`,
    item: S,
    isIt: (item: S["Type"]) => boolean,
    reading: Reading & { readonly until?: ((item: S["Type"]) => boolean) | undefined }
  ) => Effect.Effect<Option.Option<S["Type"]>, RequestError>
  /** Deletes a resource, if the service has it. */
  readonly remove: (path: `/${string}`, reading: Reading) => Effect.Effect<void, RequestError>
}

/** How the write of an operation is found again. */
export interface FoundBy<in Input, out A, out By extends string = string, out E = RequestError> {
  /** What it is found by, for the documentation: a mark, the name … */
  readonly by: By
  /**
   * The field of the input that gets the mark: a text where people don't see an HTML comment. Undefined for an input
   * that is found without it.
   */
  readonly mark?: (keyof Input & string) | ((input: Input) => (keyof Input & string) | undefined) | undefined
  /**
   * Looks for the record that a write with this input has made. Returns none if there is none, or if it differs from
   * the input: the write is then sent again, and the service decides.
   */
  readonly find?: ((input: Input, look: Look) => Effect.Effect<Option.Option<A>, E>) | undefined
  /** For removals: the result when an earlier attempt has removed the resource, so that it is not found. */
  readonly gone?: (() => A) | undefined
}

/** The bytes that were to be uploaded. */
export interface LookForBytes<out E, out R> extends Look {
  /** Number of bytes of the upload. */
  readonly size: number
  /** `sha256:` and the hex digits. Reads all bytes. */
  readonly digest: Effect.Effect<string, E, R>
}

/** How an upload is found again. */
export interface UploadFoundBy<in Input, out A, out By extends string = string> {
  /** What it is found by, for the documentation. */
  readonly by: By
  /** Looks for the record of the uploaded bytes, as `FoundBy.find` does. */
  readonly find: <E, R>(input: Input, look: LookForBytes<E, R>) => Effect.Effect<Option.Option<A>, RequestError | E, R>
  /** Removes what a failed upload left behind. Runs before the upload is sent again. */
  readonly clear?: ((input: Input, look: Look) => Effect.Effect<void, RequestError>) | undefined
}

/** An operation that declares how its write is found again, as `Write.once` sees it. */
export interface Finding<out R, out Found> {
  /** The service that the operation needs. */
  readonly service: Context.Key<R, Transport>
  /** The service's dialect. */
  readonly dialect: Dialect
  /** Checks an input without sending it. Returns its path and query, and its body. */
  readonly check: (input: unknown) => Result.Result<Pick<Call, "url" | "body">, InvalidInput>
  /** How the write is found. */
  readonly foundBy: Found
}
