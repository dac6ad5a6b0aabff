/** The weather services, a namespace a module. */
export type { Answer, Asked, Current, EnsembleAnswer, Site } from "./Answer.ts"
export * as Location from "./Location.ts"
export * as Quota from "./Quota.ts"
export * as Reason from "./Reason.ts"
export * as Series from "./Series.ts"
export * as Variables from "./Variables.ts"
export * as WeatherCode from "./WeatherCode.ts"
export * as WindDirection from "./WindDirection.ts"
