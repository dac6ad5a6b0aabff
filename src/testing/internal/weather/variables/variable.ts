/** A variable of the weather, as a function of the air. */
import type { Air } from "../world/climate.ts"
import type { Quantity } from "./units.ts"

/** The slope of a panel, for tilted irradiance. */
export interface Slope {
  readonly tilt: number
  readonly azimuth: number
}

export interface Variable {
  readonly quantity: Quantity
  /** In the service's default units; NaN if there is no value. */
  readonly value: (air: Air, slope: Slope) => number
}
