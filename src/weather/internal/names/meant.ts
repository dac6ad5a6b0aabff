/** The names that a refused request likely means. Loaded only then, since few programs need the lists. */
import * as UnknownFields from "../../../rest/UnknownFields.ts"
import * as Variables from "../../Variables.ts"

const daily = [Variables.forecastDaily, Variables.forecastModels]
const forecast = [Variables.forecastHourly, ...daily]
const archive = [Variables.archiveHourly, Variables.archiveDaily]
const { seasonalDaily, seasonalHourly, seasonalModels, seasonalMonthly, seasonalWeekly } = Variables

/** The variables and models of each service. */
const lists: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  forecast,
  historicalForecast: forecast,
  previousRuns: forecast,
  singleRuns: forecast,
  ensemble: [...forecast, Object.keys(Variables.ensembleMembers), Variables.ensembleMeanModels],
  archive: [...archive, Variables.archiveModels],
  airQuality: [Variables.airQualityHourly, Variables.airQualityDaily, Variables.airQualityModels],
  marine: [Variables.marineHourly, Variables.marineDaily, Variables.marineModels],
  seasonal: [seasonalHourly, seasonalDaily, seasonalWeekly, seasonalMonthly, seasonalModels],
  climate: [Variables.climateDaily, Variables.climateModels],
  flood: [Variables.floodDaily, Variables.floodModels],
  satelliteRadiation: [Variables.satelliteHourly, Variables.satelliteDaily, Variables.satelliteModels]
}

/** Asks for the names that are likely meant by those that we do not know; empty if there are none. */
export const questionOf = (service: string, requested: ReadonlyArray<string>): string => {
  const names = lists[service]?.flat() ?? []
  return UnknownFields.question(
    requested.filter((name) => !names.includes(name)).map((name) => ({ keys: [name], names }))
  )
}
