/** Splits calls into requests that the service accepts, and joins the results. */

/** Maximum number of places that the service accepts in a request. */
export const maxPlaces = 1_000

/** Maximum length of a URL, which servers and proxies accept by default. */
export const maxUrlLength = 8_000

/** Characters of a URL that are reserved for the host and the key. */
export const reserved = 200

/** A span of days, including the first and the last, as days since 1970-01-01. */
export interface Span {
  readonly first: number
  readonly last: number
}

export const dayMillis = 86_400_000

/** Parses `YYYY-MM-DD` as days since 1970-01-01; undefined if it is not a date. */
export const dayOf = (date: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const parsed = new Date(date)
  // The day of a month may be too high: 30 February is parsed as 2 March. Formatting it would take four times as long.
  return parsed.getUTCDate() === Number(date.slice(8)) ? parsed.getTime() / dayMillis : undefined
}

/** Formats days since 1970-01-01 as `YYYY-MM-DD`. */
export const dateOf = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

export const daysOf = (span: Span): number => span.last - span.first + 1

const yearOf = (day: number): number => new Date(day * dayMillis).getUTCFullYear()

const yearStart = (year: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year)
  return date.getTime() / dayMillis
}

/**
 * Splits a span into parts of at most `maxDays` days (at least one), in chronological order.
 *
 * The parts begin at fixed dates of the calendar: on the first of January of every n-th year, or on the first of every
 * n-th month. The inner parts are therefore the same for any span, and their responses can be cached.
 */
export const splitSpan = (span: Span, maxDays: number): ReadonlyArray<Span> => {
  const parts: Array<Span> = []
  for (let first = span.first; first <= span.last;) {
    const last = Math.min(span.last, nextCut(first, Math.max(1, Math.floor(maxDays))) - 1)
    parts.push({ first, last })
    first = last + 1
  }
  return parts
}

/** The first fixed date after `day`. */
const nextCut = (day: number, maxDays: number): number => {
  if (maxDays >= 366) {
    // As many years as always fit into `maxDays`, counted from the year 0.
    const years = Math.min(10_000, Math.floor(maxDays / 366))
    return yearStart((Math.floor(yearOf(day) / years) + 1) * years)
  }
  if (maxDays >= 31) {
    const date = new Date(day * dayMillis)
    const months = Math.floor(maxDays / 31)
    const month = (Math.floor(date.getUTCMonth() / months) + 1) * months
    return Math.min(date.setUTCMonth(month, 1) / dayMillis, yearStart(yearOf(day) + 1))
  }
  return (Math.floor(day / maxDays) + 1) * maxDays
}
