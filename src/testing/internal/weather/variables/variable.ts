/** What a variable of the weather is: a function of the air. */
import type { Air } from "../world/climate.ts"
import type { Quantity } from "./units.ts"

/** The slope that tilted irradiance is for. */
export interface Slope {
  readonly tilt: number
  readonly azimuth: number
}

export interface Variable {
  readonly quantity: Quantity
  /** In the units that the service has by default; NaN where there is none. */
  readonly value: (air: Air, slope: Slope) => number
}
