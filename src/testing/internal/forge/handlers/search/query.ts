/** Parses search queries: words, quoted phrases, qualifiers, and the operators AND, OR and NOT. */
import * as Result from "effect/Result"
import type { Answer } from "../../../../Exchange.ts"
import type { Call } from "../../http/call.ts"
import { invalid } from "../../http/refusals.ts"

export interface Term {
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

export const refusedQuery = (call: Call, message: string): Answer =>
  invalid(call, { message, resource: "Search", field: "q", code: "invalid" })

/** Reads the parameter `q`. `names` are the qualifiers of the kind of search: others count as text. */
export const queryOf = (call: Call, names: ReadonlySet<string>): Result.Result<Query, Answer> => {
  const text = (call.query.get("q") ?? "").trim()
  if (text === "") return Result.fail(invalid(call, { resource: "Search", field: "q", code: "missing" }))
  const tokens = (text.match(token) ?? [])
    .map((found) => found.replace(/^\(+|\)+$/g, ""))
    .filter((found) => found !== "")
  if (tokens.filter((found) => operators.has(found)).length > mostOperators) {
    return Result.fail(refusedQuery(call, "More than five AND / OR / NOT operators were used."))
  }
  const clauses = clausesOf(tokens, (name) => names.has(name))
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
