/** Shared by all searches. */
import * as Schema from "effect/Schema"
import { SearchTruncated } from "../ForgeError.ts"
import { both, Direction } from "./fields.ts"

/** How many results of a search the service returns at most. */
export const most = { items: 1_000, error: SearchTruncated }

/** With one of these parameters, the service searches for workflow runs, and finds at most as many. */
export const ofSearchedRuns = ["actor", "branch", "check_suite_id", "created", "event", "head_sha", "status"]

/** Words of a query: qualifiers (`label:"help wanted"`), quoted text, and other words. */
const word = /-?[a-z][\w-]*:(?:"(?:\\.|[^"\\])*"|\S*)|"(?:\\.|[^"\\])*"|\S+/gi

const qualifier = /^-?([a-z][\w-]*):/i

const operator = /^(?:AND|OR|NOT)$/

const words = (q: string): ReadonlyArray<string> => q.match(word) ?? []

/** Whether a query has a qualifier of that name. */
export const isQualifiedBy = (q: string, name: string): boolean =>
  words(q).some((word) => qualifier.exec(word)?.[1]?.toLowerCase() === name)

/** Whether a query has alternatives. */
export const hasAlternatives = (q: string): boolean => words(q).includes("OR")

/** The length that the service limits. It does not count qualifiers and operators. */
const textLength = (q: string): number => {
  const text = words(q).filter((word) => !qualifier.test(word) && !operator.test(word))
  return Array.from(text.join(" ")).length
}

const Query = Schema.String.check(
  Schema.isPattern(/\S/, { expected: "a query that is not blank" }),
  Schema.makeFilter((q: string) => textLength(q) <= 256, {
    expected: "a query of at most 256 characters, not counting qualifiers and operators"
  })
)

export const QueryText = {
  /** The query, with qualifiers such as `repo:acme/web`. At most 256 characters without qualifiers and operators. */
  q: Query
}

/** The query fields that most searches share; `sort` differs. */
export const query = both(QueryText, {
  /** The order, only with `sort`. Default: desc. */
  order: Direction
})

/** Adds the options that all their declarations share. */
export const declared = <const Declaration extends object>(declaration: Declaration) =>
  ({ resource: "search", envelope: "items", most, requires: { order: "sort" }, ...declaration }) as const
