/** Variables of the marine service. */

/** Hourly variables, also of the current conditions. */
export const marineHourly = [
  "wave_height",
  "wave_direction",
  "wave_period",
  "wave_peak_period",
  "wind_wave_height",
  "wind_wave_direction",
  "wind_wave_period",
  "wind_wave_peak_period",
  "swell_wave_height",
  "swell_wave_direction",
  "swell_wave_period",
  "swell_wave_peak_period",
  "secondary_swell_wave_height",
  "secondary_swell_wave_period",
  "secondary_swell_wave_direction",
  "tertiary_swell_wave_height",
  "tertiary_swell_wave_period",
  "tertiary_swell_wave_direction",
  "sea_level_height_msl",
  "sea_surface_temperature",
  "ocean_current_velocity",
  "ocean_current_direction",
  "invert_barometer_height"
] as const

/** An hourly variable of the marine service. */
export type MarineHourly = (typeof marineHourly)[number]

/** Variables at 15-minute intervals. */
export const marine15Minutely = ["ocean_current_velocity", "ocean_current_direction", "sea_level_height_msl"] as const

/** A marine variable at 15-minute intervals. */
export type Marine15Minutely = (typeof marine15Minutely)[number]

/** Daily variables. */
export const marineDaily = [
  "wave_height_max",
  "wave_direction_dominant",
  "wave_period_max",
  "wind_wave_height_max",
  "wind_wave_direction_dominant",
  "wind_wave_period_max",
  "wind_wave_peak_period_max",
  "swell_wave_height_max",
  "swell_wave_direction_dominant",
  "swell_wave_period_max",
  "swell_wave_peak_period_max"
] as const

/** A daily variable of the marine service. */
export type MarineDaily = (typeof marineDaily)[number]
