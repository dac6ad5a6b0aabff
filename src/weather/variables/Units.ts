/** Units for requests, and unit labels in responses. */

/** Units of temperature. */
export const temperatureUnits = ["celsius", "fahrenheit"] as const

/** A unit of temperature. */
export type TemperatureUnit = (typeof temperatureUnits)[number]

/** Units of wind speed; `kn` is knots. */
export const windSpeedUnits = ["kmh", "ms", "mph", "kn"] as const

/** A unit of wind speed. */
export type WindSpeedUnit = (typeof windSpeedUnits)[number]

/** With `inch`, heights that are otherwise in metres (snow, visibility, freezing level) are in feet. */
export const precipitationUnits = ["mm", "inch"] as const

/** A unit of precipitation. */
export type PrecipitationUnit = (typeof precipitationUnits)[number]

/** Units of the marine service. */
export const lengthUnits = ["metric", "imperial"] as const

/** A unit of lengths, in the marine service. */
export type LengthUnit = (typeof lengthUnits)[number]

/** Formats of times on the wire. */
export const timeFormats = ["iso8601", "unixtime"] as const

/** A format of times on the wire. */
export type TimeFormat = (typeof timeFormats)[number]

/** The grid cells near a place that values can come from. */
export const cellSelections = ["land", "sea", "nearest"] as const

/** Which grid cell near a place values come from. */
export type CellSelection = (typeof cellSelections)[number]

/** Unit labels in responses. */
export const unitLabels = [
  "°C",
  "°F",
  "K",
  "°K",
  "%",
  "mm",
  "cm",
  "m",
  "inch",
  "ft",
  "gpm",
  "km/h",
  "m/s",
  "mp/h",
  "kn",
  "°",
  "hPa",
  "Pa",
  "kPa",
  "W/m²",
  "MJ/m²",
  "J/kg",
  "kg/m²",
  "kg/m³",
  "g/kg",
  "m³/m³",
  "m³/s",
  "s",
  "h",
  "s⁻¹",
  "wmo code",
  "iso8601",
  "unixtime",
  "μg/m³",
  "grains/m³",
  "ppm",
  "EAQI",
  "USAQI",
  "GGDc",
  "fraction",
  "",
  "undefined"
] as const

/** A unit label in a response. */
export type UnitLabel = (typeof unitLabels)[number]

/** The distances between hourly rows that the services can return. */
export const temporalResolutions = [
  "native",
  "minutely_15",
  "minutely_30",
  "hourly",
  "hourly_1",
  "hourly_3",
  "hourly_6"
] as const

/** How far apart the hourly rows are. */
export type TemporalResolution = (typeof temporalResolutions)[number]
