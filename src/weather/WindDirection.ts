/**
 * Points of the compass, for the directions of wind, waves and currents.
 */

/** The sixteen points, clockwise from north. */
export const points = [
  "N",
  "NNE",
  "NE",
  "ENE",
  "E",
  "ESE",
  "SE",
  "SSE",
  "S",
  "SSW",
  "SW",
  "WSW",
  "W",
  "WNW",
  "NW",
  "NNW"
] as const

/** One of the 16 points of the compass. */
export type Point = (typeof points)[number]

const names: Readonly<Record<string, string>> = { N: "north", E: "east", S: "south", W: "west" }

/** Returns the point nearest to a direction in degrees: `138` is `SE`. Null if the direction is NaN or null. */
export const point = (degrees: number | null): Point | null => {
  if (degrees === null || !Number.isFinite(degrees)) return null
  const turns = degrees / 22.5
  return points[((Math.round(turns) % 16) + 16) % 16] ?? null
}

/** Returns the name of a point: `SSE` is "south-southeast". */
export const words = (of: Point): string => {
  const letters = Array.from(of, (letter) => names[letter] ?? "")
  return letters.length === 3 ? `${letters[0]}-${letters.slice(1).join("")}` : letters.join("")
}
