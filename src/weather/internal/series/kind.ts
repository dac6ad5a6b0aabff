/** What the values of a column are. The unit says it, whatever the name. */
import type { Column } from "../../series/Model.ts"

/** Whether the values are differences, which have no zero point and no place on the circle. */
export const isDifference = (name: string, { difference }: Column): boolean =>
  difference ?? /_(?:spread|anomaly)(?:_|$)/.test(name)

/** Whether the values are points of the compass. The service has no other angles: `°` is the unit of directions. */
export const isDirection = (name: string, column: Column | undefined): boolean =>
  column?.unit === "°" && !isDifference(name, column)

/** Whether the values are codes of `WeatherCode`. */
export const isWeatherCode = ({ unit }: Column): boolean => unit === "wmo code"

/** Returns a column for a name. If the name says something else, the column says what it is. */
export const called = (name: string, difference: boolean, column: Column): Column =>
  isDifference(name, column) === difference ? column : { ...column, difference }
