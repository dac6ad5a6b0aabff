/** Times of the program, for people. */

/** `850 ms`, `2.5 s`, `3 min 5 s`, `1 h 2 min`. */
export const duration = (millis: number): string => {
  if (Math.round(millis) < 1000) return `${Math.round(millis)} ms`
  if (millis < 60_000) return `${Number((millis / 1000).toFixed(1))} s`
  const seconds = Math.round(millis / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return joined([minutes, "min"], [seconds % 60, "s"])
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? joined([hours, "h"], [minutes % 60, "min"])
    : joined([Math.floor(hours / 24), "d"], [hours % 24, "h"])
}

const joined = (...parts: ReadonlyArray<readonly [count: number, unit: string]>): string =>
  parts.flatMap(([count, unit], index) => (count === 0 && index > 0 ? [] : [`${count} ${unit}`])).join(" ")

/** `+0:05.250`, `+1:02:03.500`: as exact as a stopwatch. */
export const offset = (millis: number): string => {
  const [hours, minutes, seconds] = [3_600_000, 60_000, 1000].map((unit) => Math.floor(millis / unit))
  const padded = (value = 0, digits = 2) => String(value).padStart(digits, "0")
  const whole = hours === 0 ? String(minutes) : `${hours}:${padded((minutes ?? 0) % 60)}`
  return `+${whole}:${padded((seconds ?? 0) % 60)}.${padded(Math.floor(millis % 1000), 3)}`
}

/** `2030-01-01 00:00:05 UTC` */
export const instant = (millis: number): string =>
  new Date(millis).toISOString().replace("T", " ").slice(0, 19) + " UTC"
