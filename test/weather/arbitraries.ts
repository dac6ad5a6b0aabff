/** Arbitrary weather that a service may return: any zone, time of the request, span and values. */
import * as fc from "fast-check"
import * as Wire from "./wire.ts"

const hour = 3_600_000
export const day = 24 * hour

const zones = [
  "GMT",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Australia/Adelaide",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Casablanca",
  "Asia/Tehran"
]

const units = ["°C", "°F", "mm", "inch", "km/h", "m/s", "mp/h", "kn", "%", "wmo code", "", "hPa"]

/** Numbers as the service writes them: few decimals, sometimes `-0`, and null beyond the forecast horizon. */
const cell = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -9_999, max: 9_999 }).map((n) => n / 10) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0) }
)

const column = (rows: number) =>
  fc.record({
    unit: fc.constantFrom(...units),
    values: fc.array(cell, { minLength: rows, maxLength: rows })
  })

/** The time of the request, and its first local day. In most cases the offset changes in between. */
const request = fc.record({
  timezone: fc.constantFrom(...zones),
  now: fc.integer({ min: Date.UTC(2020, 0, 1) / hour, max: Date.UTC(2027, 0, 1) / hour }).map((n) => n * hour),
  firstDay: fc.oneof(
    fc.integer({ min: Date.UTC(1940, 0, 1) / day, max: Date.UTC(2027, 0, 1) / day }),
    fc.constantFrom(Date.UTC(1953, 0, 31) / day, Date.UTC(2026, 2, 29) / day, Date.UTC(2026, 9, 25) / day)
  )
})

export const meant: fc.Arbitrary<Wire.Meant> = fc
  .tuple(request, fc.integer({ min: 1, max: 5 }), fc.constantFrom(1, 3, 4, 96), fc.boolean())
  .chain(([{ firstDay, now, timezone }, days, perDay, noMoon]) => {
    const offsetSeconds = Wire.offsetAt(timezone, now)
    const start = firstDay * day - offsetSeconds * 1_000
    const hours = Array.from({ length: days * 24 }, (_, i) => start + i * hour)
    const quarters = Array.from({ length: days * perDay }, (_, i) => start + (i * hour) / 4)
    const dates = Array.from({ length: days }, (_, i) => start + i * day)
    return fc.record({
      latitude: fc.integer({ min: -900, max: 900 }).map((n) => n / 10),
      longitude: fc.integer({ min: -1_800, max: 1_800 }).map((n) => n / 10),
      timezone: fc.constant(timezone),
      offsetSeconds: fc.constant(offsetSeconds),
      blocks: fc.tuple(
        fc.record({
          name: fc.constant("minutely_15"),
          time: fc.constant(quarters),
          columns: fc.record({ precipitation: column(quarters.length) })
        }),
        fc.record({
          name: fc.constant("hourly"),
          time: fc.constant(hours),
          columns: fc.record({ temperature_2m: column(hours.length), weather_code: column(hours.length) })
        }),
        fc.record({
          name: fc.constant("daily"),
          time: fc.constant(dates),
          columns: fc.record({
            precipitation_sum: column(days),
            sunrise: fc.constant({ unit: "", values: dates.map((date) => date + 6 * hour + 17 * 60_000) }),
            moonrise: fc.constant({
              unit: "",
              values: dates.map((date, i) => (i === 0 || noMoon ? null : date + 60_000))
            })
          })
        })
      )
    })
  })

export const format: fc.Arbitrary<Wire.Format> = fc.record({
  timeformat: fc.constantFrom("iso8601", "unixtime"),
  indent: fc.constantFrom(0, 2)
})

export const asked = {
  minutely_15: ["precipitation"],
  hourly: ["temperature_2m", "weather_code"],
  daily: ["precipitation_sum", "sunrise", "moonrise"]
} as const

export const blockOf = (from: Wire.Meant, name: string): Wire.MeantBlock => {
  const block = from.blocks.find((found) => found.name === name)
  if (block === undefined) throw new Error(`no ${name}`)
  return block
}
