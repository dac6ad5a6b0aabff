/**
 * What can be learned from the `reason` of an error response: `Reason.parse(error.reason)` of a `BadRequest` or a
 * `RateLimited`.
 *
 * The service says what it refuses in a sentence, not in fields. The sentences below are those of its source code; any
 * other is `other`.
 */

/**
 * - `variable`, `model`: the service doesn't have it.
 * - `parameter`: another parameter is wrong or missing.
 * - `dates`: beyond the data.
 * - `location`: no data there.
 * - `too_much`: more than the service answers in a call.
 * - `key`: a key is missing, wrong or not enough.
 * - `limit`: too many calls.
 * - `overloaded`: the service can't keep up.
 * - `not_found`: no such path, or no such id of a place.
 */
export type Kind =
  | "variable"
  | "model"
  | "parameter"
  | "dates"
  | "location"
  | "too_much"
  | "key"
  | "limit"
  | "overloaded"
  | "not_found"
  | "other"

/** The windows in which calls are counted, and how many may run at a time. */
export type Limit = "minutely" | "hourly" | "daily" | "monthly" | "concurrent"

/** Why the service refused a request. What the reason does not name is null. */
export interface Reason {
  /** What is at fault. */
  readonly kind: Kind
  /** As the service said it. */
  readonly text: string
  /** The name of the variable that the service doesn't have there. Null if the service repeats a list of several. */
  readonly variable: string | null
  /** The name of the model that the service doesn't have. Null if the service repeats a list of several. */
  readonly model: string | null
  /** The parameter that is at fault. */
  readonly parameter: string | null
  /** The first and the last date that may be asked for, `YYYY-MM-DD`. */
  readonly dates: { readonly from: string; readonly to: string } | null
  /** The least and the greatest value that the parameter may have. */
  readonly range: { readonly min: number; readonly max: number } | null
  /** Which limit is reached. */
  readonly limit: Limit | null
}

const none = {
  variable: null,
  model: null,
  parameter: null,
  dates: null,
  range: null,
  limit: null
} as const

interface Rule {
  /** Takes time in proportion to the text, whatever the text: a proxy may send anything. */
  readonly pattern: Pick<RegExp, "exec">
  readonly reason: (groups: Readonly<Record<string, string | undefined>>) => Partial<Reason> & { readonly kind: Kind }
}

/** Which parameter takes a type of the server's: `ForecastVariableDaily` is of `daily`. */
const parameterOf = (type: string): string | null => {
  const found = /Daily|Weekly|Monthly/.exec(type)?.[0]
  return found === undefined ? null : found.toLowerCase()
}

/** The service repeats the whole list, not the one name that it doesn't know. */
const single = (value: string): string | null => (value.includes(",") ? null : value)

const invalidValue: Rule["reason"] = ({ key, path, type = "", value = "" }) => {
  // Either is empty for a value in a list.
  const parameter = [key, path].find((name) => name !== undefined && name !== "") ?? parameterOf(type)
  if (/Variable|Surface|Pressure|Height/.test(type)) return { kind: "variable", variable: single(value), parameter }
  if (/Domain|Model/.test(type)) return { kind: "model", model: single(value), parameter: parameter ?? "models" }
  return { kind: "parameter", parameter }
}

/**
 * `at path '…'. Cannot initialize … from invalid String value … for key …`. As one expression, it would try each
 * occurrence of its words with each of the others.
 */
const invalidValuePattern: Rule["pattern"] = {
  exec: (text) => {
    const at = text.indexOf("Cannot initialize ")
    if (at === -1) return null
    const found =
      /^Cannot initialize (?<type>.+?) from invalid String value (?<value>.*?)(?: for key '?(?<key>\w*)'?)?\.?$/s.exec(
        text.slice(at)
      )
    const path = /at path '(?<path>[^']*)'\. $/.exec(text.slice(0, at))
    return found && Object.assign(found, { groups: { ...found.groups, ...path?.groups } })
  }
}

const rangeOf = (min = "", max = ""): Reason["range"] => ({ min: Number(min), max: Number(max) })

const snakeCase = (words: string): string =>
  words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_")

/** The first that matches says what is known. */
const rules: ReadonlyArray<Rule> = [
  {
    pattern: /(?<window>Minutely|Hourly|Daily|Monthly) API request limit exceeded/i,
    reason: ({ window = "" }) => ({
      kind: "limit",
      limit: limits.find((limit) => limit === window.toLowerCase()) ?? null
    })
  },
  { pattern: /Too many concurrent requests/i, reason: () => ({ kind: "limit", limit: "concurrent" }) },
  { pattern: invalidValuePattern, reason: invalidValue },
  {
    pattern: /Parameter '(?<parameter>\w+)' is out of allowed range from (?<from>[\d-]+) to (?<to>[\d-]+)/,
    reason: ({ from = "", parameter = null, to = "" }) => ({ kind: "dates", parameter, dates: { from, to } })
  },
  {
    pattern: /(?<name>Past|Forecast) (?<step>\w+) is invalid\. Allowed range (?<min>-?\d+) to (?<max>-?\d+)/,
    reason: ({ max, min, name = "", step = "" }) => ({
      kind: "parameter",
      parameter: snakeCase(`${name} ${step}`),
      range: rangeOf(min, max)
    })
  },
  {
    pattern: /(?:Lat|Long)itudes must be between (?<min>-?\d+) and (?<max>-?\d+)/,
    reason: ({ max, min }) => ({ kind: "parameter", parameter: "bounding_box", range: rangeOf(min, max) })
  },
  {
    pattern: /Parameter bounding_box must have|^The first (?:lat|long)itude must be smaller/,
    reason: () => ({ kind: "parameter", parameter: "bounding_box" })
  },
  {
    pattern: /^Bounding box calls not supported for (?:grid of )?domain (?<model>\S+)/,
    reason: ({ model = null }) => ({ kind: "parameter", parameter: "bounding_box", model })
  },
  {
    pattern: /Parameter `&(?<parameter>\w+)=` must be within (?<min>-?\d+)° and (?<max>-?\d+)°/,
    reason: ({ max, min, parameter = null }) => ({ kind: "parameter", parameter, range: rangeOf(min, max) })
  },
  {
    pattern: /(?<name>Latitude|Longitude) must be in range of (?<min>-?\d+) to (?<max>-?\d+)/,
    reason: ({ max, min, name = "" }) => ({
      kind: "parameter",
      parameter: name.toLowerCase(),
      range: rangeOf(min, max)
    })
  },
  {
    pattern: /Parameter '?(?<parameter>\w+)'? must be between (?<min>-?\d+) and (?<max>-?\d+)/,
    reason: ({ max, min, parameter = null }) => ({ kind: "parameter", parameter, range: rangeOf(min, max) })
  },
  { pattern: /^(?:End-date|Start-date) must/, reason: () => ({ kind: "parameter", parameter: "end_date" }) },
  { pattern: /Invalid date/, reason: () => ({ kind: "parameter" }) },
  {
    pattern: /Invalid timezone|not yet support timezones|^Only one timezone|^Timezone 'auto'/,
    reason: () => ({ kind: "parameter", parameter: "timezone" })
  },
  {
    pattern: /Cannot return models with different time-intervals/,
    reason: () => ({ kind: "parameter", parameter: "models" })
  },
  {
    pattern: /requested model run is not available(?:\. Model: (?<model>[^\s,]+))?/i,
    reason: ({ model = null }) => ({ kind: "parameter", parameter: "run", model })
  },
  { pattern: /models are not available anymore/, reason: () => ({ kind: "model", parameter: "models" }) },
  { pattern: /No data is available for this location/, reason: () => ({ kind: "location" }) },
  { pattern: /requests too much data/, reason: () => ({ kind: "too_much" }) },
  {
    pattern: /up to (?<max>\d+) locations|must not exceed (?<most>\d+) coordinates/,
    reason: ({ max, most }) => ({ kind: "too_much", parameter: "latitude", range: rangeOf("1", max ?? most) })
  },
  // A key on the host without keys cannot be redirected.
  {
    pattern: /customer- prefixed URL|too long for automatic redirection/,
    reason: () => ({ kind: "key", parameter: "apikey" })
  },
  { pattern: /API key|apikey|requires the API .{1,80} plan/i, reason: () => ({ kind: "key", parameter: "apikey" }) },
  { pattern: /overloaded/i, reason: () => ({ kind: "overloaded" }) },
  { pattern: /Location ID not found/i, reason: () => ({ kind: "not_found", parameter: "id" }) },
  { pattern: /^Not Found$/i, reason: () => ({ kind: "not_found" }) },
  { pattern: /at path '(?<parameter>\w+)'/, reason: ({ parameter = null }) => ({ kind: "parameter", parameter }) },
  {
    pattern: /(?:Parameter|Both) '(?<parameter>\w+)'/,
    reason: ({ parameter = null }) => ({ kind: "parameter", parameter })
  }
]

const limits: ReadonlyArray<Limit> = ["minutely", "hourly", "daily", "monthly", "concurrent"]

/** Parses the reason of a `BadRequest`. A text of no known form has the kind `other`. */
export const parse = (text: string): Reason => {
  for (const { pattern, reason } of rules) {
    const found = pattern.exec(text)
    if (found !== null) return { ...none, text, ...reason(found.groups ?? {}) }
  }
  return { ...none, text, kind: "other" }
}

/**
 * The reason in the body of an error response; undefined when the body is something else (HTML of a proxy, or no text).
 */
export const fromBody = (body: string): Reason | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return undefined
  }
  return typeof parsed === "object" && parsed !== null && "reason" in parsed && typeof parsed.reason === "string"
    ? parse(parsed.reason)
    : undefined
}

/**
 * When a limit starts counting again, in milliseconds since 1970: windows end on the clock, not some time after the
 * first call. Calls that run at the same time may end at any moment: worth asking again after a second.
 */
export const resetAt = (limit: Limit, now: number): number => {
  const date = new Date(now)
  switch (limit) {
    case "minutely":
      return (Math.floor(now / 60_000) + 1) * 60_000
    case "hourly":
      return (Math.floor(now / 3_600_000) + 1) * 3_600_000
    case "daily":
      return (Math.floor(now / 86_400_000) + 1) * 86_400_000
    case "monthly":
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    case "concurrent":
      return now + 1_000
  }
}
