/** The headers that a program adds to its requests. Any of them may be a secret. */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { GivenHeaders } from "../../Policies.ts"
import { type InvalidInput, invalidInput } from "../../RestError.ts"
import { cut, mostInPart } from "../text/cut.ts"
import { digest } from "../text/digest.ts"
import { fitsHeader } from "../text/headerText.ts"

/** Headers for the service's own origins. */
export interface OwnHeaders {
  /** By lower-case name, in the order of the names. */
  readonly byName: Readonly<Record<string, string>>
  /** The values that are said to be secrets. A response must not repeat them in its headers. */
  readonly secrets: ReadonlyArray<string>
  /** The values that no text shows. */
  readonly hidden: ReadonlyArray<string>
}

/** What the client itself sends, and what belongs to the connection. */
const reserved =
  /^(?:accept|accept-encoding|authorization|connection|content-.*|expect|host|if-.*|keep-alive|proxy-.*|range|te|trailer|transfer-encoding|upgrade|__proto__)$/

const whyNot = (name: string, isGiven: boolean): string | undefined => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return "is not the name of a header"
  if (reserved.test(name)) return "is a header that the client sends itself"
  return isGiven ? "is given twice" : undefined
}

/** The shortest value that texts do not show. A shorter one may well be a part of a word. */
const shortest = 8

const none = Result.succeed(undefined)

/** Checks the headers of a call; undefined if there are none. No error shows a value. */
export const ownHeaders = (
  operation: string,
  given: GivenHeaders
): Result.Result<OwnHeaders | undefined, InvalidInput> => {
  const values = new Map<string, string>()
  const secrets: Array<string> = []
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    const text: string = Redacted.isRedacted(value) ? Redacted.value(value) : value
    const why = whyNot(key, values.has(key)) ?? (fitsHeader(text) ? undefined : "cannot be sent in a header")
    if (why !== undefined) return Result.fail(invalidInput(operation, `headers.${cut(name, mostInPart)}`, why))
    values.set(key, text)
    if (text !== value) secrets.push(text)
  }
  if (values.size === 0) return none
  const byName = Object.fromEntries([...values].toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const hidden = [...new Set([...secrets, ...[...values.values()].filter(({ length }) => length >= shortest)])]
  return Result.succeed({ byName, secrets, hidden })
}

/** Tells headers apart in a cache key. Keys may be stored, so it shows no value. */
export const digestOf = ({ byName }: OwnHeaders): Effect.Effect<string> => digest(JSON.stringify(byName))
