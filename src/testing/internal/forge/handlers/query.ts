/** Search queries: how they are read, which records match them, and in which order they are listed. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { json } from "../../exchange.ts"
import { isVisible } from "../access/permissions.ts"
import type { Call, OrRefusal } from "../http/call.ts"
import { cut, type Rows } from "../http/paging.ts"
import { invalid, refusal, rootDocumentation } from "../http/refusals.ts"
import { type Repository, repositoryNamed, userOf } from "../state/model.ts"
import { repositoriesOf } from "../state/repositories.ts"

interface Term {
  readonly negated: boolean
  /** The qualifier's name in lower case; undefined for text to find. */
  readonly name: string | undefined
  /** The text, or the values of the qualifier, of which one must match. */
  readonly values: ReadonlyArray<string>
}

/** Terms of which one must match. All clauses of a query must. */
export type Clause = ReadonlyArray<Term>

export interface Query {
  readonly clauses: ReadonlyArray<Clause>
  /** The words and phrases to find, in lower case. */
  readonly words: ReadonlyArray<string>
}

const longest = 256
const mostOperators = 5

const token = /-?(?:[a-z][\w-]*:)?(?:"[^"]*"?|[^\s"])+/gi

const unquoted = (text: string): string => text.replaceAll('"', "").trim()

/** Splits at commas that are not quoted. */
const valuesOf = (text: string): ReadonlyArray<string> =>
  (text.match(/(?:"[^"]*"?|[^,"])+/g) ?? []).map(unquoted).filter((value) => value !== "")

const termOf = (text: string, isKnown: (name: string) => boolean): Term => {
  const negated = text.length > 1 && text.startsWith("-")
  const plain = negated ? text.slice(1) : text
  const [, name = "", rest = ""] = /^([a-z][\w-]*):(.+)$/is.exec(plain) ?? []
  return isKnown(name.toLowerCase())
    ? { negated, name: name.toLowerCase(), values: valuesOf(rest) }
    : { negated, name: undefined, values: [unquoted(plain)] }
}

const operators: ReadonlySet<string> = new Set(["AND", "OR", "NOT"])

/** Puts what stands on both sides of an OR into one clause. */
const clausesOf = (tokens: ReadonlyArray<string>, isKnown: (name: string) => boolean): ReadonlyArray<Clause> => {
  const clauses: Array<Array<Term>> = []
  let joins = false
  let negates = false
  for (const text of tokens) {
    if (text === "OR") joins = clauses.length > 0
    else if (text === "NOT") negates = true
    else if (text !== "AND") {
      const term = termOf(text, isKnown)
      const meant = negates ? { ...term, negated: !term.negated } : term
      if (joins) clauses.at(-1)?.push(meant)
      else clauses.push([meant])
      joins = false
      negates = false
    }
  }
  return clauses
}

const refusedQuery = (call: Call, message: string): Response =>
  invalid(call, { message, resource: "Search", field: "q", code: "invalid" })

const dateNames: ReadonlySet<string> = new Set(["created", "updated", "closed", "merged", "pushed"])

/** `@today`, or so many days, weeks, months or years before or after it, as a date. */
const today = /@today(?:([-+]\d+)([dwmy]))?/g

/** Puts dates in place of those that are relative to today. */
const withDates =
  (now: number) =>
  (term: Term): Term => {
    if (term.name === undefined || !dateNames.has(term.name)) return term
    const dateOf = (text: string, count = "0", unit = "d"): string => {
      const date = new Date(now)
      if (unit === "m") date.setUTCMonth(date.getUTCMonth() + Number(count))
      else if (unit === "y") date.setUTCFullYear(date.getUTCFullYear() + Number(count))
      else date.setUTCDate(date.getUTCDate() + Number(count) * (unit === "w" ? 7 : 1))
      // What no date can hold stays as it is, and is refused as any other text.
      return Number.isNaN(date.getTime()) ? text : date.toISOString().slice(0, 10)
    }
    return { ...term, values: term.values.map((value) => value.replace(today, dateOf)) }
  }

/** Reads the parameter `q`. `names` are the qualifiers of the kind of search: others count as text. */
export const queryOf = (call: Call, names: ReadonlySet<string>): OrRefusal<Query> => {
  const text = (call.query.get("q") ?? "").trim()
  if (text === "") return Result.fail(invalid(call, { resource: "Search", field: "q", code: "missing" }))
  const tokens = (text.match(token) ?? [])
    .map((found) => found.replace(/^\(+|\)+$/g, ""))
    .filter((found) => found !== "")
  if (tokens.filter((found) => operators.has(found)).length > mostOperators) {
    return Result.fail(refusedQuery(call, "More than five AND / OR / NOT operators were used."))
  }
  const clauses = clausesOf(tokens, (name) => names.has(name)).map((clause) => clause.map(withDates(call.now)))
  const terms = clauses.flat().filter(({ name }) => name === undefined)
  if (terms.flatMap(({ values }) => values).join(" ").length > longest) {
    return Result.fail(refusedQuery(call, `The search is longer than ${longest} characters.`))
  }
  const words = terms.flatMap(({ negated, values }) => (negated ? [] : values.map((value) => value.toLowerCase())))
  return Result.succeed({ clauses, words: [...new Set(words)] })
}

/** The values of all uses of a qualifier, with or without a minus. */
export const valuesNamed = ({ clauses }: Query, name: string, negated = false): ReadonlyArray<string> =>
  clauses.flat().flatMap((term) => (term.name === name && term.negated === negated ? term.values : []))

interface Bounds {
  readonly from: number
  readonly to: number
}

/** Reads a value: all instants of a day, or one number. Undefined if it is not one. */
type Read = (text: string) => Bounds | undefined

const numberBounds: Read = (text) => (/^-?\d+$/.test(text) ? { from: Number(text), to: Number(text) } : undefined)

const day = 86_400_000

export const dateBounds: Read = (text) => {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const from = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(" ", "+")) : Number.NaN
  return Number.isNaN(from) ? undefined : { from, to: whole ? from + day - 1 : from }
}

const anything: Bounds = { from: -Infinity, to: Infinity }

/** Reads a comparison; undefined if its values cannot be read. */
export const boundsOf = (text: string, read: Read): Bounds | undefined => {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  if (range !== null) {
    const [, first = "", last = ""] = range
    const [from, to] = [first, last].map((end) => (end === "*" ? anything : read(end)))
    return from === undefined || to === undefined ? undefined : { from: from.from, to: to.to }
  }
  const [, operator = "", value = ""] = /^(>=|<=|>|<)?(.*)$/s.exec(text) ?? []
  const found = read(value)
  if (found === undefined) return undefined
  const { from, to } = found
  if (operator === ">") return { from: to + 1, to: Infinity }
  if (operator === ">=") return { from, to: Infinity }
  if (operator === "<") return { from: -Infinity, to: from - 1 }
  return operator === "<=" ? { from: -Infinity, to } : found
}

export const within = ({ from, to }: Bounds, value: number | null): boolean =>
  value !== null && value >= from && value <= to

export type Test<A> = (record: A) => boolean

/** Makes the test of a qualifier's value. The values of dates, numbers and users were checked before. */
type Qualifier<A> = (value: string) => Test<A>

export type Qualifiers<A> = Readonly<Record<string, Qualifier<A>>>

export const never = () => false

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
  const anywhere = new RegExp(word.replace(special, "\\$&"), "iu")
  const pattern = wordPattern(word)
  return (text) => anywhere.test(text) && pattern.test(text)
}

/** One of them must pass. Most often there is just one, which is asked of all records. */
const anyOf = <A>(tests: ReadonlyArray<Test<A>>): Test<A> => {
  const [only, ...others] = tests
  return only !== undefined && others.length === 0 ? only : (record) => tests.some((test) => test(record))
}

/** Makes the test of a word from the one that reads the texts of a record: an index may know without. */
export type Finds<A> = (word: string, read: Test<A>) => Test<A>

/** Makes the test of a term. */
const testOf = <A>(
  { name, negated, values }: Term,
  qualifiers: Qualifiers<A>,
  contains: Contains<A>,
  finds: Finds<A>
): Test<A> => {
  const tests =
    name === undefined
      ? values.map((word): Test<A> => {
          const isFound = foundBy(word)
          return finds(word, (record) => contains(record, isFound))
        })
      : values.map((value) => qualifiers[name]?.(value) ?? (() => true))
  const isOneOf = anyOf(tests)
  return negated ? (record) => !isOneOf(record) : isOneOf
}

/** Makes the tests of a query: one for each clause. */
export const testsOf = <A>(
  clauses: Query["clauses"],
  qualifiers: Qualifiers<A>,
  contains: Contains<A>,
  finds: Finds<A> = (_word, read) => read
): ReadonlyArray<Test<A>> =>
  clauses.map((clause) => anyOf(clause.map((term) => testOf(term, qualifiers, contains, finds))))

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
export const checkValues = (call: Call, { clauses }: Query, rules: Rules): OrRefusal<void> => {
  for (const { name = "", values } of clauses.flat()) {
    for (const value of values) {
      if (rules.dates.includes(name) && boundsOf(value, dateBounds) === undefined) {
        return Result.fail(refusedQuery(call, wrongDate(value)))
      }
      if (rules.numbers.includes(name) && boundsOf(value, numberBounds) === undefined) {
        return Result.fail(refusedQuery(call, `${JSON.stringify(value)} is not a number or a range of numbers.`))
      }
      if (rules.users.includes(name) && value !== "*" && userOf(call.world, loginIn(call, value)) === undefined) {
        return Result.fail(refusedQuery(call, noSuchUsers))
      }
    }
  }
  return Result.void
}

const most = 1000

const beyond = (call: Call): boolean => {
  const page = Number(call.query.get("page") ?? 1)
  const perPage = Number(call.query.get("per_page") ?? 30)
  return page > 1 && (page - 1) * Math.min(100, perPage >= 1 ? perPage : 30) >= most
}

/** Answers with the requested page of the results. */
export const pageOfResults = <A>(
  call: Call,
  results: Rows<A>,
  toWire: (record: A) => object,
  more: object = {}
): OrRefusal<Response> => {
  if (beyond(call)) {
    const message = "Only the first 1000 search results are available"
    return Result.fail(refusal(422, message, `${rootDocumentation}/search/search`))
  }
  const first: Rows<A> = {
    length: Math.min(most, results.length),
    slice: (start, end = most) => results.slice(start, Math.min(most, end))
  }
  const { headers, items } = cut(call, new URL(call.request.url).pathname.replace(/^.*(?=\/search\/)/, ""), first)
  return Result.succeed(
    json(200, { total_count: results.length, incomplete_results: false, items: items.map(toWire), ...more }, headers)
  )
}

/** A text in which words were found. */
export interface Source {
  readonly object_url: string
  readonly object_type: string
  readonly property: string
  readonly text: string | null
}

/** How much of a text is shown on both sides of what was found. */
const around = 120

const fragmentOf = (text: string, at: number): string => text.slice(Math.max(0, at - around), at + around)

/** Where the words were found, for those who ask for it with a media type. */
export const textMatches = (call: Call, words: ReadonlyArray<string>, sources: () => ReadonlyArray<Source>): object => {
  if (call.media !== "text-match") return {}
  const found = sources().flatMap(({ text, ...source }) => {
    if (text === null) return []
    const first = Math.min(...words.map((word) => text.search(wordPattern(word))).filter((at) => at >= 0))
    if (!Number.isFinite(first)) return []
    const fragment = fragmentOf(text, first)
    const matches = words.flatMap((word) =>
      [...fragment.matchAll(new RegExp(wordPattern(word), "giu"))].map((match) => ({
        text: match[0],
        indices: [match.index, match.index + match[0].length]
      }))
    )
    return [{ ...source, fragment, matches: matches.toSorted((a, b) => (a.indices[0] ?? 0) - (b.indices[0] ?? 0)) }]
  })
  return { text_matches: found }
}

const nothingThere =
  "The listed users and repositories cannot be searched either because the resources do not exist or you do not have " +
  "permission to view them."

const owners = ["user", "org"] as const

/** Lists the repositories that a query names, or excludes with a minus. */
const named = (call: Call, query: Query, negated: boolean): ReadonlyArray<Repository> => [
  ...valuesNamed(query, "repo", negated).flatMap((name) => repositoryNamed(call.world, name) ?? []),
  ...owners
    .flatMap((owner) => valuesNamed(query, owner, negated))
    .flatMap((login) => repositoriesOf(call.world, loginIn(call, login)))
]

const isNarrowed = (query: Query): boolean => ["repo", ...owners].some((name) => valuesNamed(query, name).length > 0)

/** Owners who have nothing to be seen can be searched; a repository that is not there cannot. */
const isKnown = (call: Call, query: Query): boolean =>
  owners.flatMap((owner) => valuesNamed(query, owner)).some((login) => call.world.users.has(loginIn(call, login)))

export const scopeOf = (call: Call, query: Query): OrRefusal<ReadonlyArray<Repository>> => {
  const excluded = new Set(named(call, query, true))
  const all = isNarrowed(query) ? new Set(named(call, query, false)) : call.world.repositories.values()
  const found = [...all].filter((repository) => !excluded.has(repository) && isVisible(call, repository))
  return found.length === 0 && isNarrowed(query) && !isKnown(call, query)
    ? Result.fail(refusedQuery(call, nothingThere))
    : Result.succeed(found)
}
