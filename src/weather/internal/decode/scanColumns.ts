/** The loops that read columns of numbers and of times. Decoding a long response spends nearly all of its time here. */

/** Characters of JSON. */
export const QUOTE = 34
export const COMMA = 44
export const MINUS = 45
export const ZERO = 48
export const NINE = 57
export const COLON = 58
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const LOWER_F = 102
export const LOWER_N = 110
export const LOWER_T = 116
export const OPEN_BRACE = 123
export const CLOSE_BRACE = 125

/** Whether a value that is neither a number nor null starts with this character. */
export const isOther = (c: number): boolean =>
  c === QUOTE || c === OPEN_BRACE || c === OPEN_BRACKET || c === LOWER_T || c === LOWER_F

/** Whether a character may be part of a number. */
export const isOfNumber = (c: number): boolean =>
  (c >= ZERO && c <= NINE) || c === MINUS || c === 43 || c === 46 || c === 69 || c === 101

/** A position in the bytes of a text. */
export interface Position {
  readonly bytes: Uint8Array
  at: number
}

/** Rows for each call of the hot loop. Short calls let the engine switch to the compiled loop. */
export const chunk = 2_048

/** Exact as doubles, like every integer below 10^15. Their quotient is therefore the double nearest to the decimal. */
const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/**
 * The hot loop. Reads numbers of up to 15 digits without an exponent, and nulls, each directly followed by a comma or the
 * closing bracket, until row `limit`, the bracket or anything else. Returns the next row, and leaves `at` at its start, or
 * at the bracket.
 */
export const plainNumbers = (cursor: Position, out: Float64Array, from: number, limit: number): number => {
  // Local constants are compiled into the loop; module constants would be loaded for each character.
  const comma = 44
  const minus = 45
  const dot = 46
  const zero = 48
  const bracket = 93
  const letterN = 110
  const bytes = cursor.bytes
  let at = cursor.at
  let n = from
  while (n < limit) {
    let i = at
    let c = bytes[i] ?? 0
    let value = Number.NaN
    if (c === letterN) {
      if (!isNull(bytes, i)) break
      i += 4
      c = bytes[i] ?? 0
    } else {
      const negative = c === minus
      if (negative) c = bytes[++i] ?? 0
      const first = c
      const whole = i
      let digits = 0
      // Of all bytes, only digits become less than 10.
      for (let digit = c ^ zero; digit < 10; digit = c ^ zero) {
        digits = digits * 10 + digit
        c = bytes[++i] ?? 0
      }
      let length = i - whole
      if (length === 0 || (first === zero && length > 1)) break
      if (c === dot) {
        c = bytes[++i] ?? 0
        const decimals = i
        for (let digit = c ^ zero; digit < 10; digit = c ^ zero) {
          digits = digits * 10 + digit
          c = bytes[++i] ?? 0
        }
        length += i - decimals
        if (i === decimals || length > 15) break
        value = digits / (powersOfTen[i - decimals] ?? 1)
      } else {
        if (length > 15) break
        // The digits stay an integer in the compiled loop.
        value = digits
      }
      if (negative) value = -value
    }
    if (c !== comma && c !== bracket) break
    out[n++] = value
    at = i
    if (c === bracket) break
    at++
  }
  cursor.at = at
  return n
}

/** Reads times and nulls with only commas between them, until row `limit`. Leaves `at` after the last one. */
export const plainTimes = (cursor: Position, out: Float64Array, from: number, limit: number): number => {
  // Local constants are compiled into the loop; module constants would be loaded for each character.
  const quote = 34
  const comma = 44
  const minus = 45
  const colon = 58
  const letterT = 84
  const letterN = 110
  const bytes = cursor.bytes
  let at = cursor.at
  let n = from
  /** The date of the previous row, and its midnight: most rows repeat it. */
  let date = -1
  let midnight = Number.NaN
  while (n < limit) {
    if (isNull(bytes, at)) {
      out[n++] = Number.NaN
      at += 4
    } else {
      if (bytes[at] !== quote || bytes[at + 5] !== minus || bytes[at + 8] !== minus) break
      const year = twoDigits(bytes, at + 1) * 100 + twoDigits(bytes, at + 3)
      const month = twoDigits(bytes, at + 6)
      const day = twoDigits(bytes, at + 9)
      const found = (year * 1_000 + month) * 1_000 + day
      if (found !== date) {
        date = found
        midnight = midnightOf(year, month, day)
      }
      let time = 0
      let end = at + 11
      if (bytes[end] === letterT) {
        const hour = twoDigits(bytes, at + 12)
        const minute = twoDigits(bytes, at + 15)
        if (hour > 23 || minute > 59 || bytes[at + 14] !== colon) break
        time = hour * 3_600_000 + minute * 60_000
        end = at + 17
      }
      if (Number.isNaN(midnight) || bytes[end] !== quote) break
      out[n++] = midnight + time
      at = end + 1
    }
    if (n === limit || bytes[at] !== comma) break
    const next = bytes[at + 1]
    if (next !== quote && next !== letterN) break
    at++
  }
  cursor.at = at
  return n
}

const isNull = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === LOWER_N && bytes[at + 1] === 117 && bytes[at + 2] === 108 && bytes[at + 3] === 108

/** Reads two digits; 10,000 for any other characters, which is more than any field of a date. */
const twoDigits = (bytes: Uint8Array, at: number): number => {
  const zero = 48
  const tens = (bytes[at] ?? 0) - zero
  const ones = (bytes[at + 1] ?? 0) - zero
  // Negative if one is below 0 or above 9.
  return (tens | (9 - tens) | ones | (9 - ones)) < 0 ? 10_000 : tens * 10 + ones
}

/** Returns milliseconds since 1970; NaN if there is no such date. */
const midnightOf = (year: number, month: number, day: number): number => {
  if (year > 9_999) return Number.NaN
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : Number.NaN
}
