/** Rules that concern several parameters of an input. */
import type { Rule } from "../../../rest/Declaration.ts"
import { dayOf } from "./split.ts"

type Input = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const startOf = (input: Input): number | undefined => dayOf(String(input["start_date"]))

const endOf = (input: Input): number | undefined => dayOf(String(input["end_date"]))

const excludesDates = (path: string): Rule => ({
  path,
  reason: "cannot be combined with start_date and end_date",
  isBroken: (input) => isGiven(input["start_date"]) && isGiven(input[path])
})

/** The rules for the days of every request. */
export const days: ReadonlyArray<Rule> = [
  {
    path: "end_date",
    reason: "is required with start_date",
    isBroken: (input) => isGiven(input["start_date"]) && !isGiven(input["end_date"])
  },
  {
    path: "start_date",
    reason: "is required with end_date",
    isBroken: (input) => isGiven(input["end_date"]) && !isGiven(input["start_date"])
  },
  {
    path: "end_date",
    reason: "is before start_date",
    isBroken: (input) => (endOf(input) ?? Infinity) < (startOf(input) ?? -Infinity)
  },
  excludesDates("forecast_days"),
  excludesDates("past_days")
]

/** The same rules, for data that begins on `from`. */
export const daysFrom = (from: string): ReadonlyArray<Rule> => [
  ...days,
  {
    path: "start_date",
    reason: `is before ${from}, when the data begins`,
    isBroken: (input) => (startOf(input) ?? Infinity) < (dayOf(from) ?? -Infinity)
  }
]

/** The same rules, for data that begins on `from` and ends on `to`. */
export const daysBetween = (from: string, to: string): ReadonlyArray<Rule> => [
  ...daysFrom(from),
  {
    path: "end_date",
    reason: `is after ${to}, when the data ends`,
    isBroken: (input) => (endOf(input) ?? -Infinity) > (dayOf(to) ?? Infinity)
  }
]
