/** Reads the times in responses, which are relative to the server's clock. */
import * as Duration from "effect/Duration"
import type * as Headers from "effect/http/Headers"

/** The latest time that a `Date` can represent. */
const latestTime = 8.64e15

/** Parses an HTTP-date, which starts with the name of a day. `Date.parse` alone accepts nearly anything. */
export const httpDate = (text: string): number | undefined => {
  const millis = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}

let lastDate = ""
let lastTime: number | undefined

/** When the server sent a response, by its own clock. All responses of a second have the same time. */
export const sentAt = ({ date = "" }: Headers.Headers): number | undefined => {
  if (date !== lastDate) {
    lastTime = httpDate(date)
    lastDate = date
  }
  return lastTime
}

/** Milliseconds to add to a time of the server to convert it to this machine's clock. */
export const clockSkew = (headers: Headers.Headers, now: number): number => {
  const date = sentAt(headers)
  return date === undefined ? 0 : now - date
}

/** Parses `Retry-After`: seconds, or a date by the server's clock. */
export const retryAfter = (headers: Headers.Headers, now: number): Duration.Duration | undefined => {
  const header = headers["retry-after"]
  if (header === undefined) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Duration.seconds(Math.min(Number(header), latestTime / 1_000))
  const date = httpDate(header)
  return date === undefined ? undefined : Duration.millis(Math.max(0, date + clockSkew(headers, now) - now))
}
