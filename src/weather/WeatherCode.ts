/**
 * WMO weather interpretation codes (WW), as in the columns `weather_code`.
 */

/** The meaning of the codes that the service uses. */
export const labels: Readonly<Record<number, string>> = {
  0: "clear sky",
  1: "mainly clear",
  2: "partly cloudy",
  3: "overcast",
  45: "fog",
  48: "depositing rime fog",
  51: "light drizzle",
  53: "moderate drizzle",
  55: "dense drizzle",
  56: "light freezing drizzle",
  57: "dense freezing drizzle",
  61: "slight rain",
  63: "moderate rain",
  65: "heavy rain",
  66: "light freezing rain",
  67: "heavy freezing rain",
  71: "slight snowfall",
  73: "moderate snowfall",
  75: "heavy snowfall",
  77: "snow grains",
  80: "slight rain showers",
  81: "moderate rain showers",
  82: "violent rain showers",
  85: "slight snow showers",
  86: "heavy snow showers",
  95: "thunderstorm",
  96: "thunderstorm with slight hail",
  99: "thunderstorm with heavy hail"
}

/** Describes a code: `61` is "slight rain". An unlisted code is `code 42`; NaN and null are "unknown". */
export const label = (code: number | null): string =>
  code === null || Number.isNaN(code) ? "unknown" : (labels[code] ?? `code ${code}`)

/** Whether a code means precipitation. */
export const isPrecipitation = (code: number): boolean => code >= 51 && code <= 99

/** Whether a code means a thunderstorm. */
export const isThunderstorm = (code: number): boolean => code >= 95 && code <= 99
