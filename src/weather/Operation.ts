/**
 * Declares your own operations, for services of the same kind that forgecast does not have. Their results are answers
 * with series, like those of the built-in services.
 *
 * The parameters are declared with the functions of `forgecast/weather/Input`: your own, and groups that services share.
 * The service is one of the hosts, or another name in the `urls` of `Weather.layer`.
 *
 * ```ts
 * const fields = Input.parameters({ hourly: Operation.names, models: Operation.names }, Input.Units, Input.MaybeSpan)
 *
 * const river = { service: "river", path: "/v1/river", parameters: fields, limits: { days: 7 } } as const
 *
 * const get = Operation.get("River.get", river)
 * ```
 *
 * For responses that are not series, use `Weather.operation`.
 */
import * as Codecs from "./internal/request/codecs.ts"
import * as Schema from "effect/Schema"
import type { Fields, Field, InputOf, Parameters } from "./Input.ts"
import { many } from "./internal/request/many.ts"
import { one } from "./internal/request/one.ts"
import { parts } from "./internal/request/parts.ts"
import type { Get, GetMany, GetParts, Streamed } from "./Request.ts"
import type { Declared } from "./Service.ts"

export type { Declared, Limits } from "./Service.ts"

/** A list of names: of variables or models. */
export const names: Field<ReadonlyArray<string>> = Schema.Array(Codecs.Name)

/** Declares a call for one place. Blocks are lists of names: `hourly`, `daily`, `minutely_15`, `current` … */
export const get: <const Name extends string, P extends Parameters<Fields, unknown>>(
  name: Name,
  declared: Declared<P>
) => Get<InputOf<P>, Name> = one

/** Declares a call for several places. */
export const getMany: <const Name extends string, P extends Parameters<Fields, unknown>>(
  name: Name,
  declared: Declared<P>
) => GetMany<InputOf<P>, Name> = many

/** Declares a stream of a span of any length. */
export const stream: <const Name extends string, P extends Parameters<Fields, unknown>>(
  name: Name,
  declared: Declared<P>
) => GetParts<Streamed<InputOf<P>>, Name> = parts
