/** Rules that concern several parameters of an input, and the limits of the services. */
import type { Rule } from "../../../rest/Declaration.ts"
import type { Limits } from "../../Service.ts"
import { dayOf } from "./split.ts"

type Input = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const isSome = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** The limits of servers other than open-meteo.com, whatever the service. */
export const selfHosted: Limits = { days: 7, ahead: 217, since: "1940-01-01" }

/** The first and the last of each kind of span. */
const spans = [
  ["start_date", "end_date"],
  ["start_hour", "end_hour"],
  ["start_minutely_15", "end_minutely_15"]
] as const

const edges: ReadonlyArray<string> = spans.flat()

/** Numbers of rows around now. The service refuses them beside a span, unless they are 0. */
const counts = [
  "forecast_days",
  "past_days",
  "forecast_hours",
  "past_hours",
  "forecast_minutely_15",
  "past_minutely_15"
] as const

const startOf = (input: Input): number | undefined => dayOf(String(input["start_date"]))

const endOf = (input: Input): number | undefined => dayOf(String(input["end_date"]))

const needs = (path: string, other: string): Rule => ({
  path,
  reason: `is required with ${other}`,
  isBroken: (input) => isGiven(input[other]) && !isGiven(input[path])
})

/** All of them are written in the same way, so their texts are in chronological order. */
const isBefore = ([start, end]: (typeof spans)[number]): Rule => ({
  path: end,
  reason: `is before ${start}`,
  isBroken: (input) => isGiven(input[start]) && isGiven(input[end]) && String(input[end]) < String(input[start])
})

const excludesSpan = (path: string): Rule => ({
  path,
  reason: "cannot be combined with start_date and end_date, or with those of hours",
  isBroken: (input) => Boolean(input[path]) && edges.some((edge) => isGiven(input[edge]))
})

const excludesRun = (path: string): Rule => ({
  path,
  reason: "cannot be combined with run",
  isBroken: (input) => isGiven(input["run"]) && isGiven(input[path])
})

/** The rules of every request. */
export const always: ReadonlyArray<Rule> = [
  ...spans.flatMap(([start, end]) => [needs(end, start), needs(start, end)]),
  ...spans.map(isBefore),
  ...counts.map(excludesSpan),
  ...edges.map(excludesRun)
]

/** The rule that a request has columns, if the service has any. */
export const columns = ([first, ...others]: ReadonlyArray<string>): ReadonlyArray<Rule> =>
  first === undefined
    ? []
    : [
        {
          path: first,
          reason: `has no variable${others.length === 0 ? "" : `, nor have ${others.join(", ")}`}: request at least one`,
          isBroken: (input) => ![first, ...others].some((block) => isSome(input[block]))
        }
      ]

/** Whether a request is for one place in UTC. The service knows when the days of other places begin. */
const inUtc = ({ latitude, timezone }: Input): boolean =>
  isGiven(latitude) && ["GMT", "UTC", "Etc/UTC"].some((name) => name === (timezone ?? "GMT"))

const needsRun = (path: string, when: string, isAt: (run: Date) => boolean): Rule => ({
  path,
  reason: `needs a run that starts ${when} in the time zone`,
  isBroken: (input) => isSome(input[path]) && inUtc(input) && !isAt(new Date(`${String(input["run"])}Z`))
})

const isMidnight = (run: Date): boolean => run.getUTCHours() === 0 && run.getUTCMinutes() === 0

/** Days, weeks and months of a run exist only if it starts one. */
export const periods: ReadonlyArray<Rule> = [
  needsRun("daily", "at 00:00", isMidnight),
  needsRun("weekly", "on a Monday at 00:00", (run) => isMidnight(run) && run.getUTCDay() === 1),
  needsRun("monthly", "on the first of a month at 00:00", (run) => isMidnight(run) && run.getUTCDate() === 1)
]

/** The rules of a box. The service returns the cells of each model one after the other, so there can be only one. */
export const boxes: ReadonlyArray<Rule> = [
  {
    path: "bounding_box",
    reason: "needs its south-western corner first: [latitude, longitude, latitude, longitude]",
    isBroken: ({ bounding_box: box }) =>
      Array.isArray(box) && !(Number(box[0]) < Number(box[2]) && Number(box[1]) < Number(box[3]))
  },
  {
    path: "timezone",
    reason: "cannot be auto with bounding_box",
    isBroken: ({ timezone }) => timezone === "auto"
  },
  {
    path: "models",
    reason: "can have only one model with bounding_box",
    isBroken: ({ models }) => Array.isArray(models) && models.length > 1
  }
]

/** The rules of the limits of a service. */
export const within = ({ ahead, back, since, until }: Limits): ReadonlyArray<Rule> => [
  ...atMost("forecast_days", ahead),
  ...atMost("past_days", back),
  ...(since === undefined
    ? []
    : [
        {
          path: "start_date",
          reason: `is before ${since}, when the data begins`,
          isBroken: (input: Input) => (startOf(input) ?? Infinity) < (dayOf(since) ?? -Infinity)
        }
      ]),
  ...(until === undefined
    ? []
    : [
        {
          path: "end_date",
          reason: `is after ${until}, when the data ends`,
          isBroken: (input: Input) => (endOf(input) ?? -Infinity) > (dayOf(until) ?? Infinity)
        }
      ])
]

/** The service sets no limit to the days of a run. */
const atMost = (path: string, most: number | undefined): ReadonlyArray<Rule> =>
  most === undefined
    ? []
    : [
        {
          path,
          reason: `is more than ${most}`,
          isBroken: (input) => !isGiven(input["run"]) && Number(input[path] ?? 0) > most
        }
      ]

/** Whether a request has a span of hours but none of days: then it has no days. */
export const hoursOnly = (input: Input): boolean =>
  !isGiven(input["start_date"]) && (isGiven(input["start_hour"]) || isGiven(input["start_minutely_15"]))
