/**
 * Checks our schemas against the responses of the service's official types (npm `@octokit/openapi-types`). All
 * adjustments to these types are in this file.
 */
import type { operations } from "@octokit/openapi-types"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"

/**
 * The official types as the result of `JSON.parse`: `number | bigint` (ids) becomes number, and arrays become readonly.
 * All else stays: what they call optional may be absent, what they call null may be null, and anything is JSON.
 */
type Parsed<T> = unknown extends T
  ? Schema.Json
  : T extends bigint
    ? never
    : T extends ReadonlyArray<infer Item>
      ? ReadonlyArray<Parsed<Item>>
      : T extends object
        ? { readonly [K in keyof T]: Parsed<T[K]> }
        : T

type Content<Response> = Response extends { readonly content: infer Content }
  ? [Content] extends [never]
    ? never
    : Content extends { readonly "application/json": infer Body }
      ? Body
      : "the official types have another media type"
  : "the official types have no content"

/** The official body of an operation's response. */
export type Body<Name extends keyof operations, Status extends number> = operations[Name] extends {
  readonly responses: { readonly [S in Status]: infer Response }
}
  ? Parsed<Content<Response>>
  : "the official types do not have this answer"

/**
 * The same with every field present. For records whose fields are all optional in the official types, although the
 * service always sends them: the commit of a file.
 */
export type Complete<T> =
  T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Complete<Item>>
    : T extends object
      ? { readonly [K in keyof T]-?: Complete<Exclude<T[K], undefined>> }
      : T

type AnySchema = { readonly Type: unknown; readonly Encoded: unknown }

/** Compiles only if the operation returns the schema's record, and the schema accepts the official body. */
export type One<
  Record extends AnySchema,
  Operation extends (input: never) => Effect.Effect<Record["Type"], unknown, unknown>,
  Official extends Record["Encoded"]
> = [Operation, Official]

/** The same for a listing. */
export type Many<
  Record extends AnySchema,
  Operation extends (input: never) => Stream.Stream<Record["Type"], unknown, unknown>,
  Official extends ReadonlyArray<Record["Encoded"]>
> = [Operation, Official]

/** The same for an array that is one response. */
export type All<
  Record extends AnySchema,
  Operation extends (input: never) => Effect.Effect<ReadonlyArray<Record["Type"]>, unknown, unknown>,
  Official extends ReadonlyArray<Record["Encoded"]>
> = [Operation, Official]

/** Compiles only if the schema accepts the official record. */
export type Taken<Record extends AnySchema, Official extends Record["Encoded"]> = Official
