/** Cuts what is asked for into requests that the service accepts, and puts the answers together again. */

/** The most places that the service answers in a request. */
export const maxPlaces = 1_000

/** The longest URL to send: what servers and proxies accept without special settings. */
export const maxUrlLength = 8_000

/** The bounds of a request. */
export interface Bounds {
  readonly maxPlaces: number
  /** Of the whole URL. */
  readonly maxUrlLength: number
  /** What the URL is long without any place. */
  readonly urlLength: number
}

/**
 * Cuts places into runs that fit into a request each, in their order. `lengthOf` is how many characters of the URL a place
 * takes, its commas included. A place that doesn't fit even alone is a run of its own: the service will say so.
 */
export const splitPlaces = <Place>(
  places: ReadonlyArray<Place>,
  lengthOf: (place: Place) => number,
  bounds: Bounds
): ReadonlyArray<ReadonlyArray<Place>> => {
  const runs: Array<Array<Place>> = []
  let run: Array<Place> = []
  let length = bounds.urlLength
  for (const place of places) {
    const added = lengthOf(place)
    if (run.length > 0 && (run.length >= bounds.maxPlaces || length + added > bounds.maxUrlLength)) {
      runs.push(run)
      run = []
      length = bounds.urlLength
    }
    run.push(place)
    length += added
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Days from the first to the last, both included, as days since 1970-01-01. */
export interface Span {
  readonly first: number
  readonly last: number
}

const dayMillis = 86_400_000

/** `YYYY-MM-DD` as days since 1970-01-01; undefined when it is no date. */
export const dayOf = (date: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const millis = Date.parse(date)
  return Number.isNaN(millis) || dateOf(millis / dayMillis) !== date ? undefined : millis / dayMillis
}

/** Days since 1970-01-01 as `YYYY-MM-DD`. */
export const dateOf = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10)

export const daysOf = (span: Span): number => span.last - span.first + 1

const yearOf = (day: number): number => new Date(day * dayMillis).getUTCFullYear()

const yearStart = (year: number): number => {
  const date = new Date(0)
  date.setUTCFullYear(year)
  return date.getTime() / dayMillis
}

/**
 * Cuts a span into parts of at most `maxDays` days (at least one), in the order of time.
 *
 * The cuts fall on the calendar, on the first of January of each so-manieth year or of a month, so that the parts in the
 * midst are the same wherever the span begins and ends: their answers can be cached.
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

/** The first day after `day` at which the calendar says to cut. */
const nextCut = (day: number, maxDays: number): number => {
  if (maxDays >= 366) {
    // As many years as are never longer than that, counted from the year 0.
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

/** Puts the answers to runs of places together, in the order asked. */
export const joinPlaces = <Answer>(runs: ReadonlyArray<ReadonlyArray<Answer>>): ReadonlyArray<Answer> => runs.flat()
