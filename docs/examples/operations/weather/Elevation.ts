import { Elevation } from "forgecast/weather"
import * as Effect from "effect/Effect"

const bergen = { latitude: 60.39, longitude: 5.32 }
const oslo = { latitude: 59.91, longitude: 10.75 }

/** Reads the elevation of a point in metres. */
export const get = Elevation.get(bergen)

/** Reads the elevations of points in metres, in their order. */
export const getMany = Elevation.getMany({ places: [bergen, oslo] }).pipe(Effect.map((metres) => Array.from(metres)))
