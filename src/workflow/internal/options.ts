/**
 * Checks options before anything is sent. Each rule returns why a value is refused, or undefined. A value that is left out is
 * right: it has a default.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Formatter from "effect/Formatter"
import * as Option from "effect/Option"
import { type InvalidInput, invalidInput } from "../../rest/RestError.ts"

/** Why a value is refused. */
type Reason = string | undefined

/** Fails with the first reason. Their names are those of the options. */
export const check = (
  operation: string,
  reasons: Readonly<Record<string, Reason>>
): Effect.Effect<void, InvalidInput> => {
  for (const [path, reason] of Object.entries(reasons)) {
    if (reason !== undefined) return Effect.fail(invalidInput(operation, path, reason))
  }
  return Effect.void
}

/** A length of time, which may be nothing. */
export const duration = (value: Duration.Input | null | undefined): Reason => {
  if (value === undefined) return undefined
  const read = value === null || Number.isNaN(value) ? Option.none() : Duration.fromInput(value)
  if (Option.isNone(read)) return `must be a duration, not ${Formatter.format(value)}`
  return Duration.isNegative(read.value) ? "must not be negative" : undefined
}

/** A whole number, from `least` on. */
export const count = (value: number | undefined, least: number): Reason =>
  value === undefined || (Number.isSafeInteger(value) && value >= least)
    ? undefined
    : `must be a whole number from ${least}, not ${value}`

/** A name that is looked for. */
export const name = (value: string | undefined): Reason =>
  value === undefined || value.trim() !== "" ? undefined : "must not be blank"

/** Names that are looked for, or a word that stands for some. */
export const names = (value: ReadonlyArray<string> | string | undefined): Reason =>
  typeof value !== "object" || value.every((each) => name(each) === undefined) ? undefined : "has a blank name"
