/** Checks our inputs against the requests of the service's official types (npm `@octokit/openapi-types`). */
import type { operations } from "@octokit/openapi-types"
import type * as DateTime from "effect/DateTime"
import type { InputOf } from "./types.ts"

type Name = keyof operations

type Parameters<N extends Name, In extends "path" | "query"> = operations[N] extends {
  readonly parameters: { readonly [K in In]?: infer Fields }
}
  ? NonNullable<Fields>
  : {}

/** The official JSON body. A body that is optional or nullable as a whole becomes one without fields. */
type Body<N extends Name> = operations[N] extends {
  readonly requestBody?: { readonly content: { readonly "application/json": infer Fields } }
}
  ? Named<NonNullable<Fields>>
  : {}

/** Without an index signature, by which some official bodies allow any field. */
type Named<T> = { [K in keyof T as string extends K ? never : number extends K ? never : K]: T[K] }

/** A value in a body, as JSON: instants become text, and arrays readonly. */
type Json<T> = T extends DateTime.Utc | Date
  ? string
  : T extends ReadonlyArray<infer Item>
    ? Array<Json<Item>>
    : T extends object
      ? { [K in keyof T]: Json<Exclude<T[K], undefined>> }
      : T

/** A value in a URL: all becomes text, lists too, because the official types mix numbers and strings. */
type Text<T> = T extends DateTime.Utc | Date | ReadonlyArray<unknown> ? string : T extends number | boolean ? `${T}` : T

/** All fields of a request by name, whatever their part of the request: names are unique within an operation. */
type Official<N extends Name> = {
  [K in keyof Parameters<N, "path">]: Text<Parameters<N, "path">[K]>
} & {
  [K in keyof Parameters<N, "query">]: Text<Parameters<N, "query">[K]>
} & Body<N>

/** Our input as it is sent, without undefined fields. */
type Sent<Input, N extends Name> = {
  [K in keyof Input]: K extends keyof Body<N> ? Json<Exclude<Input[K], undefined>> : Text<Exclude<Input[K], undefined>>
}

type RequiredKeys<T> = { [K in keyof T]-?: {} extends Pick<T, K> ? never : K }[keyof T]

/** The names of the fields that may be null in the official types, and not in ours. */
type NeverNull<Ours, Theirs> = {
  [K in keyof Ours & keyof Theirs]-?: null extends Theirs[K] ? (null extends Ours[K] ? never : K) : never
}[keyof Ours & keyof Theirs]

/**
 * The names of our fields that the official types don't accept, of those that they require and we don't, and of those
 * that can't be written back as they were read.
 */
type Wrong<Ours, Theirs> =
  | NeverNull<Ours, Theirs>
  | { [K in keyof Ours]-?: K extends keyof Theirs ? (Ours[K] extends Theirs[K] ? never : K) : K }[keyof Ours]
  | Exclude<RequiredKeys<Theirs>, RequiredKeys<Ours>>

/** True, or the names of the fields that are wrong. */
export type Accepted<Operation, N extends Name> = [Wrong<Sent<InputOf<Operation>, N>, Official<N>>] extends [never]
  ? true
  : Wrong<Sent<InputOf<Operation>, N>, Official<N>>

/** The official fields that our operation lacks; a listing has its `page` in `.page`. */
export type Left<Operation, N extends Name> = Exclude<keyof Official<N>, keyof InputOf<Operation> | "page">
