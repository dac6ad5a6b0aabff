/** Finds records by the terms of a query. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import { userOf } from "../../state/model.ts"
import { type Bounds, boundsOf, dateBounds, numberBounds, within } from "./bounds.ts"
import { type Query, refusedQuery, type Term } from "./query.ts"

export type Test<A> = (record: A) => boolean

/** Makes the test of a qualifier's value. The values of dates, numbers and users were checked before. */
export type Qualifier<A> = (value: string) => Test<A>

export type Qualifiers<A> = Readonly<Record<string, Qualifier<A>>>

const never = () => false

const compared =
  <A>(read: (text: string) => Bounds | undefined) =>
  (of: (record: A) => number | null): Qualifier<A> =>
  (value) => {
    const bounds = boundsOf(value, read)
    return bounds === undefined ? never : (record) => within(bounds, of(record))
  }

export const dated = <A>(of: (record: A) => number | null): Qualifier<A> => compared<A>(dateBounds)(of)

export const counted = <A>(of: (record: A) => number | null): Qualifier<A> => compared<A>(numberBounds)(of)

/** Matches one of the named flags; a name that the service does not have matches nothing. */
export const flagged =
  <A>(flags: Readonly<Record<string, Test<A>>>): Qualifier<A> =>
  (value) => {
    const name = value.toLowerCase()
    return (Object.hasOwn(flags, name) ? flags[name] : undefined) ?? never
  }

const special = /[$()*+./?[\\\]^{|}]/g

const letter = "[\\p{L}\\p{N}_]"

/** Finds a word whatever its case, also with a usual ending: `rain` finds "raining". A phrase is found as it is. */
export const wordPattern = (word: string): RegExp => {
  const ending = word.includes(" ") ? "" : "(?:s|es|ed|ing)?"
  return new RegExp(`(?<!${letter})${word.replace(special, "\\$&")}${ending}(?!${letter})`, "iu")
}

/** Whether a pattern is found in one of the texts of a record. */
export type Contains<A> = (record: A, isFound: (text: string) => boolean) => boolean

/** Makes the test of a word. Most texts do not have it at all, which the plainer pattern tells faster. */
const foundBy = (word: string): ((text: string) => boolean) => {
  const anywhere = new RegExp(word.replace(special, "\\$&"), "i")
  const pattern = wordPattern(word)
  return (text) => anywhere.test(text) && pattern.test(text)
}

/** Makes the test of a term. */
const testOf = <A>({ name, negated, values }: Term, qualifiers: Qualifiers<A>, contains: Contains<A>): Test<A> => {
  const tests =
    name === undefined
      ? values.map(foundBy).map(
          (isFound): Test<A> =>
            (record) =>
              contains(record, isFound)
        )
      : values.map((value) => qualifiers[name]?.(value) ?? (() => true))
  return (record) => tests.some((test) => test(record)) !== negated
}

/** Makes the tests of a query: one for each clause. */
export const testsOf = <A>(
  clauses: Query["clauses"],
  qualifiers: Qualifiers<A>,
  contains: Contains<A>
): ReadonlyArray<Test<A>> =>
  clauses.map((clause) => {
    const tests = clause.map((term) => testOf(term, qualifiers, contains))
    return (record) => tests.some((test) => test(record))
  })

/** How well a record matches: each text counts as often as it has the words, times its weight. Without words, 1. */
export const scoreOf = (
  words: ReadonlyArray<RegExp>,
  texts: ReadonlyArray<readonly [text: string, weight: number]>
) => {
  if (words.length === 0) return 1
  let score = 0
  for (const pattern of words) {
    for (const [text, weight] of texts) score += weight * (text.match(pattern)?.length ?? 0)
  }
  return score
}

/** The patterns that count words. */
export const countersOf = (words: ReadonlyArray<string>): ReadonlyArray<RegExp> =>
  words.map((word) => new RegExp(wordPattern(word), "giu"))

export interface Rules {
  readonly dates: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<string>
  readonly users: ReadonlyArray<string>
}

const wrongDate = (value: string) =>
  `${JSON.stringify(value)} is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as ` +
  "YYYY-MM-DD."

const noSuchUsers =
  "The listed users cannot be searched either because the users do not exist or you do not have permission to view the " +
  "users."

/** Stands for the viewer. */
const me = "@me"

/** The login that a value names, in lower case. */
export const loginIn = (call: Call, value: string): string => {
  const login = value === me ? (call.viewer ?? "") : value.replace(/^@/, "")
  return login.replace(/^app\/(.*)$/, "$1[bot]").toLowerCase()
}

/** Refuses dates, numbers and users that the service cannot read. */
export const checkValues = (call: Call, { clauses }: Query, rules: Rules): Result.Result<void, Answer> => {
  for (const { name = "", values } of clauses.flat()) {
    for (const value of values) {
      if (rules.dates.includes(name) && boundsOf(value, dateBounds) === undefined) {
        return Result.fail(refusedQuery(call, wrongDate(value)))
      }
      if (rules.numbers.includes(name) && boundsOf(value, numberBounds) === undefined) {
        return Result.fail(refusedQuery(call, `${JSON.stringify(value)} is not a number or a range of numbers.`))
      }
      if (rules.users.includes(name) && userOf(call.world, loginIn(call, value)) === undefined) {
        return Result.fail(refusedQuery(call, noSuchUsers))
      }
    }
  }
  return Result.void
}
