/**
 * The names of the weather services: variables, models and units, as lists and as types.
 *
 * The services accept more names than any list has, so all input types are open: the editor completes the known names,
 * and other names are accepted.
 */
import type { AirQualityDaily, AirQualityHourly } from "./variables/AirQuality.ts"
import type { ArchiveDaily, ArchiveHourly } from "./variables/Archive.ts"
import type { PreviousDay, Spread } from "./variables/Columns.ts"
import type { ForecastDaily, ForecastHourly } from "./variables/Forecast.ts"
import type { Marine15Minutely, MarineDaily, MarineHourly } from "./variables/Marine.ts"
import type {
  AirQualityModel,
  ArchiveModel,
  ClimateModel,
  FloodModel,
  ForecastModel,
  MarineModel,
  SatelliteModel,
  SeasonalModel
} from "./variables/ModelNames.ts"
import type { EnsembleModel } from "./variables/Models.ts"
import type { ClimateDaily, FloodDaily, SatelliteDaily, SatelliteHourly } from "./variables/Others.ts"
import type { SeasonalDaily, SeasonalHourly, SeasonalMonthly, SeasonalWeekly } from "./variables/Seasonal.ts"

export * from "./variables/AirQuality.ts"
export * from "./variables/Archive.ts"
export * from "./variables/Columns.ts"
export * from "./variables/Constants.ts"
export type * from "./variables/HourlyNames.ts"
export * from "./variables/Forecast.ts"
export * from "./variables/Levels.ts"
export * from "./variables/Marine.ts"
export * from "./variables/ModelNames.ts"
export * from "./variables/Models.ts"
export * from "./variables/Others.ts"
export type * from "./variables/PeriodNames.ts"
export type * from "./variables/PressureNames.ts"
export * from "./variables/Seasonal.ts"
export * from "./variables/Units.ts"

/** The editor completes the known names. Any other string is accepted. */
export type Open<Name extends string> = Name | (string & {})

/** The names of the variables and models of each service. All types are open. */
export interface Names {
  /** Names for `Forecast`. */
  readonly forecast: {
    readonly hourly: Open<ForecastHourly>
    readonly minutely_15: Open<ForecastHourly>
    readonly current: Open<ForecastHourly>
    readonly daily: Open<ForecastDaily>
    readonly models: Open<ForecastModel>
  }
  /** Names for `Archive`. */
  readonly archive: {
    readonly hourly: Open<ArchiveHourly | Spread<ArchiveHourly>>
    readonly daily: Open<ArchiveDaily>
    readonly models: Open<ArchiveModel>
  }
  /** Names for `HistoricalForecast`. */
  readonly historicalForecast: {
    readonly hourly: Open<ForecastHourly>
    readonly current: Open<ForecastHourly>
    readonly minutely_15: Open<ForecastHourly>
    readonly daily: Open<ForecastDaily>
    readonly models: Open<ForecastModel>
  }
  /** Names for `PreviousRuns`. */
  readonly previousRuns: {
    readonly hourly: Open<ForecastHourly | PreviousDay<ForecastHourly>>
    readonly minutely_15: Open<ForecastHourly>
    readonly current: Open<ForecastHourly | PreviousDay<ForecastHourly>>
    readonly daily: Open<ForecastDaily>
    readonly models: Open<ForecastModel>
  }
  /** Names for `AirQuality`. */
  readonly airQuality: {
    readonly hourly: Open<AirQualityHourly>
    readonly current: Open<AirQualityHourly>
    readonly daily: Open<AirQualityDaily>
    readonly models: Open<AirQualityModel>
  }
  /** Names for `Marine`. */
  readonly marine: {
    readonly hourly: Open<MarineHourly>
    readonly minutely_15: Open<Marine15Minutely>
    readonly current: Open<MarineHourly>
    readonly daily: Open<MarineDaily>
    readonly models: Open<MarineModel>
  }
  /** Names for `Ensemble`. */
  readonly ensemble: {
    readonly hourly: Open<ForecastHourly | Spread<ForecastHourly>>
    readonly current: Open<ForecastHourly | Spread<ForecastHourly>>
    readonly minutely_15: Open<ForecastHourly | Spread<ForecastHourly>>
    readonly daily: Open<ForecastDaily>
    readonly models: Open<EnsembleModel>
  }
  /** Names for `Seasonal`. */
  readonly seasonal: {
    readonly hourly: Open<SeasonalHourly>
    readonly daily: Open<SeasonalDaily>
    readonly weekly: Open<SeasonalWeekly>
    readonly monthly: Open<SeasonalMonthly>
    readonly models: Open<SeasonalModel>
  }
  /** Names for `Climate`. */
  readonly climate: {
    readonly daily: Open<ClimateDaily>
    readonly models: Open<ClimateModel>
  }
  /** Names for `Flood`. */
  readonly flood: {
    readonly daily: Open<FloodDaily>
    readonly models: Open<FloodModel>
  }
  /** Names for `SatelliteRadiation`. */
  readonly satelliteRadiation: {
    readonly hourly: Open<SatelliteHourly>
    readonly daily: Open<SatelliteDaily>
    readonly models: Open<SatelliteModel>
  }
}
