export * as Faults from "./Faults.ts"
export * as ForgeSimulator from "./ForgeSimulator.ts"
export * as Journal from "./Journal.ts"
export * as WeatherSimulator from "./WeatherSimulator.ts"
