/** The names that editors complete, by service, block and parameter: the lists of `src/weather/Variables.ts`. */
import * as Variables from "../../src/weather/Variables.ts"

/** What is completed for a service. */
export interface Completions {
  /** Its name in `metas.json`. */
  readonly theirs: string
  /** Variables by block. */
  readonly blocks: Readonly<Record<string, ReadonlyArray<string>>>
  readonly models: ReadonlyArray<string>
}

const { forecastDaily: daily, forecastHourly: hourly, forecastModels: models } = Variables

const forecast = { blocks: { hourly, daily, current: hourly, minutely_15: hourly }, models }

export const completions: Readonly<Record<string, Completions>> = {
  Forecast: { theirs: "forecast", ...forecast },
  HistoricalForecast: { theirs: "historical_forecast", ...forecast },
  PreviousRuns: { theirs: "previous_runs", ...forecast },
  SingleRuns: { theirs: "single_runs", ...forecast },
  Archive: {
    theirs: "archive",
    blocks: { hourly: Variables.archiveHourly, daily: Variables.archiveDaily },
    models: Variables.archiveModels
  },
  SatelliteRadiation: {
    theirs: "satellite",
    blocks: { hourly: Variables.satelliteHourly, daily: Variables.satelliteDaily },
    models: Variables.satelliteModels
  },
  Ensemble: {
    theirs: "ensemble",
    blocks: forecast.blocks,
    models: [...Object.keys(Variables.ensembleMembers), ...Variables.ensembleMeanModels]
  },
  Seasonal: {
    theirs: "seasonal",
    blocks: {
      hourly: Variables.seasonalHourly,
      daily: Variables.seasonalDaily,
      weekly: Variables.seasonalWeekly,
      monthly: Variables.seasonalMonthly
    },
    models: Variables.seasonalModels
  },
  Marine: {
    theirs: "marine",
    blocks: {
      hourly: Variables.marineHourly,
      daily: Variables.marineDaily,
      current: Variables.marineHourly,
      minutely_15: Variables.marine15Minutely
    },
    models: Variables.marineModels
  },
  AirQuality: {
    theirs: "air_quality",
    blocks: {
      hourly: Variables.airQualityHourly,
      daily: Variables.airQualityDaily,
      current: Variables.airQualityHourly
    },
    models: Variables.airQualityModels
  },
  Climate: { theirs: "climate", blocks: { daily: Variables.climateDaily }, models: Variables.climateModels },
  Flood: { theirs: "flood", blocks: { daily: Variables.floodDaily }, models: Variables.floodModels }
}
