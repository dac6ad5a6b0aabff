/** The position of the sun, accurate to about a minute, and roughly the moon's. */

const radians = Math.PI / 180
const hour = 3_600_000
const day = 24 * hour

/** The sun's declination in radians, and how far sundials are ahead of clocks, in degrees. */
const course = (instant: number): { readonly declination: number; readonly ahead: number } => {
  const days = (instant - Date.UTC(2000, 0, 1, 12)) / day
  const anomaly = (357.529 + 0.98560028 * days) * radians
  const mean = 280.459 + 0.98564736 * days
  const longitude = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians
  const tilt = 23.439 * radians
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude)) / radians
  return {
    declination: Math.asin(Math.sin(tilt) * Math.sin(longitude)),
    ahead: within180(mean - ascension)
  }
}

const within180 = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

export interface Sun {
  /** Sine of the sun's height above the horizon. */
  readonly height: number
  /** Degrees west of the meridian, negative before noon. */
  readonly hourAngle: number
  /** Radians. */
  readonly declination: number
}

export const sunAt = (latitude: number, longitude: number, instant: number): Sun => {
  const { ahead, declination } = course(instant)
  const hourAngle = within180(((instant % day) / hour) * 15 - 180 + longitude + ahead)
  const height =
    Math.sin(latitude * radians) * Math.sin(declination) +
    Math.cos(latitude * radians) * Math.cos(declination) * Math.cos(hourAngle * radians)
  return { height, hourAngle, declination }
}

/**
 * The slope of a panel in radians, and the cosine of the light's angle of incidence on it; `azimuth` is 0 for south and -90
 * for east. An angle that is NaN follows the sun.
 */
export const onSlope = (latitude: number, { declination, height, hourAngle }: Sun, tilt: number, azimuth: number) => {
  const phi = latitude * radians
  const omega = hourAngle * radians
  const south = Math.sin(phi) * Math.cos(declination) * Math.cos(omega) - Math.cos(phi) * Math.sin(declination)
  const west = Math.cos(declination) * Math.sin(omega)
  const facing = Number.isNaN(azimuth) ? Math.atan2(west, south) : azimuth * radians
  const ahead = Math.cos(facing) * south + Math.sin(facing) * west
  const slope = Number.isNaN(tilt) ? Math.atan2(Math.max(0, ahead), Math.max(0, height)) : tilt * radians
  return { slope, lit: Math.max(0, Math.cos(slope) * height + Math.sin(slope) * ahead) }
}

export interface Daylight {
  /** Epoch milliseconds, at a whole minute; null if the sun does not rise or set. */
  readonly sunrise: number | null
  readonly sunset: number | null
  /** Seconds. */
  readonly duration: number
}

const wholeMinute = (instant: number): number => Math.round(instant / 60_000) * 60_000

/** The daylight of the day that begins at `start`. */
export const daylight = (latitude: number, longitude: number, start: number): Daylight => {
  const { declination } = course(start + day / 2)
  const phi = latitude * radians
  const cosine =
    (Math.sin(-0.833 * radians) - Math.sin(phi) * Math.sin(declination)) / (Math.cos(phi) * Math.cos(declination))
  if (cosine >= 1) return { sunrise: null, sunset: null, duration: 0 }
  if (cosine <= -1) return { sunrise: null, sunset: null, duration: 86_400 }
  const half = (Math.acos(cosine) / radians / 15) * hour
  const noon = start + day / 2 - (sunAt(latitude, longitude, start + day / 2).hourAngle / 15) * hour
  return {
    sunrise: wholeMinute(noon - half),
    sunset: wholeMinute(noon + half),
    duration: (2 * half) / 1_000
  }
}

const month = 29.530588853 * day
const newMoon = Date.UTC(2000, 0, 6, 18, 14)

/** 0 is a new moon, 0.5 a full one. */
export const moonPhase = (instant: number): number => {
  const months = (instant - newMoon) / month
  return months - Math.floor(months)
}

/** The time after which the moon is back at the same height. */
const moonDay = day / (1 - day / month)

/** When the moon rises or sets in the day that begins at `start`; null if it does not, about once a month. */
export const moonEvent = (kind: "moonrise" | "moonset", longitude: number, start: number): number | null => {
  // A new moon rises and sets with the sun.
  const first = newMoon - ((newMoon % day) - 6 * hour) - (longitude / 15) * hour + (kind === "moonset" ? 12 * hour : 0)
  const next = wholeMinute(first + Math.ceil((start - first) / moonDay) * moonDay)
  return next < start + day ? next : null
}
