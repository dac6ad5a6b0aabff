/**
 * Timestamps as services send them: ISO 8601, nearly always `2026-01-31T12:34:56Z`. The schemas are `Wire.Timestamp` and
 * `Wire.InputTimestamp`.
 *
 * `Date.parse` costs more than the rest of a record's decoding, so that one format is parsed by hand. All others
 * (offsets, no zone, dates alone) take the general path.
 */
import * as DateTime from "effect/DateTime"

const digit = (text: string, at: number): number => {
  const code = text.charCodeAt(at) - 48
  return code >= 0 && code <= 9 ? code : Number.NaN
}

const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1)

let lastText = ""
let last: DateTime.Utc | undefined

/**
 * Parses a timestamp; undefined if it is invalid. Without a zone, it is read as UTC. The last result is cached: a record's
 * timestamps are often equal.
 */
export const parse = (text: string): DateTime.Utc | undefined => {
  if (text !== lastText) {
    last = parseNew(text)
    lastText = text
  }
  return last
}

const parseNew = (text: string): DateTime.Utc | undefined => {
  if (
    text.length === 20 &&
    text[4] === "-" &&
    text[7] === "-" &&
    text[10] === "T" &&
    text[13] === ":" &&
    text[16] === ":" &&
    text[19] === "Z"
  ) {
    const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
    const month = twoDigits(text, 5)
    const day = twoDigits(text, 8)
    const hour = twoDigits(text, 11)
    const minute = twoDigits(text, 14)
    const second = twoDigits(text, 17)
    // NaN fails every comparison. `Date.UTC` maps the years 0 to 99 to 1900 to 1999.
    if (
      year >= 100 &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= daysIn(year, month) &&
      hour <= 23 &&
      minute <= 59 &&
      second <= 59
    ) {
      return DateTime.fromEpochSeconds(Date.UTC(year, month - 1, day, hour, minute, second) / 1000)
    }
  }
  return parseGeneral(text)
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isoDate = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)(?:[Tt ]|$)/

/** What `DateTime.make` takes for a zone; that function reads much else, and every bundle would carry it. */
const zone = /Z|GMT|z$|gmt$|[+-]\d\d(?::?\d\d)?$/

const parseGeneral = (text: string): DateTime.Utc | undefined => {
  // `Date` accepts much that is not a timestamp, and reads the 30th of February as the 1st of March.
  const [match, year, month, day] = isoDate.exec(text) ?? []
  if (match === undefined || Number(day) > daysIn(Number(year), Number(month))) return undefined
  const date = new Date(zone.test(text) ? text : `${text}Z`)
  return Number.isNaN(date.getTime()) ? undefined : DateTime.fromDateUnsafe(date)
}

/** Formats an instant for the wire, without milliseconds when they are zero. */
export const format = (instant: DateTime.Utc): string => DateTime.formatIso(instant).replace(".000Z", "Z")

/** An instant in an input. Text is ISO 8601, in UTC if it has no zone. */
export type Instant = DateTime.Utc | Date | string

/** The instant of an input. Throws for an invalid one, which `Wire.InputTimestamp` refuses. */
export const toUtc = (input: Instant): DateTime.Utc =>
  DateTime.makeUnsafe(typeof input === "string" ? (parse(input) ?? input) : input)
