/** The grid cell that the values for a point are of. */
import type { Climate, Site } from "../world/climate.ts"
import type { Ground, Point } from "../world/terrain.ts"

export interface World {
  readonly climate: Climate
  readonly groundAt: (point: Point) => Ground
}

/** Rounds a coordinate to single precision, as the service does. */
const single = (value: number): number => {
  const exact = Math.fround(value)
  for (const digits of [6, 7, 8]) {
    const short = Number(exact.toPrecision(digits))
    if (Math.fround(short) === exact) return short
  }
  return Number(exact.toPrecision(9))
}

/** The centre of a point's grid cell. */
const cellOf = ({ latitude, longitude }: Point): Point => ({
  latitude: single(Math.round(latitude / 0.02) * 0.02),
  longitude: single(Math.round(longitude / 0.02) * 0.02)
})

/** Returns the site that the values for a point are of. */
export const siteOf = (point: Point, elevation: number | undefined, { groundAt }: World): Site => {
  const ground = groundAt(point)
  const scaled = elevation === undefined || Number.isNaN(elevation) ? ground.elevation : elevation
  return { ...cellOf(point), elevation: scaled, sea: ground.sea, inland: ground.inland }
}
