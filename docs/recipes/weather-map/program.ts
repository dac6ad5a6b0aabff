/** A map of the highest temperatures of a day in a box: one request for all cells of a model, drawn as text and as SVG. */
import { Forecast, Series } from "forgecast/weather"
import * as Effect from "effect/Effect"

/** The south-western corner, then the north-eastern one. */
export type Box = readonly [south: number, west: number, north: number, east: number]

export interface Cell {
  readonly latitude: number
  readonly longitude: number
  /** In °C; NaN where the model has no value. */
  readonly value: number
}

/** All cells of the model that lie in the box. Without a model, the service has no grid to say which cells there are. */
export const cells = Effect.fn("cells")(function* (bounding_box: Box) {
  const answers = yield* Forecast.getMany.within({
    bounding_box,
    models: ["icon_d2"],
    daily: ["temperature_2m_max"],
    forecast_days: 1
  })
  return answers.map(({ daily, latitude, longitude }): Cell => ({
    latitude,
    longitude,
    value: Series.max(daily, "temperature_2m_max")
  }))
})

/** From blue at -20 °C to red at 40 °C, at the same distance for the same difference. Grey without a value. */
const color = (value: number): string => {
  if (Number.isNaN(value)) return "#ccc"
  const warmth = Math.min(1, Math.max(0, (value + 20) / 60))
  return `hsl(${Math.round(240 * (1 - warmth))} 70% 55%)`
}

/** The distance between neighbours: cells lie on a grid, but their numbers are rounded. */
const step = (numbers: ReadonlyArray<number>): number => {
  const sorted = [...new Set(numbers)].toSorted((a, b) => a - b)
  return sorted.length < 2 ? 1 : ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / (sorted.length - 1)
}

/** A square for each cell, north at the top. A degree of longitude is shorter, the farther it is from the equator. */
export const draw = (map: ReadonlyArray<Cell>, [south, west, north, east]: Box): string => {
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const height = step(map.map(({ latitude }) => latitude))
  const width = step(map.map(({ longitude }) => longitude)) * narrowing
  const squares = map.map(({ latitude, longitude, value }) => {
    const x = ((longitude - west) * narrowing - width / 2).toFixed(3)
    const y = (north - latitude - height / 2).toFixed(3)
    const title = Number.isNaN(value) ? "no value" : `${value} °C`
    const size = `width="${width.toFixed(3)}" height="${height.toFixed(3)}"`
    return `<rect x="${x}" y="${y}" ${size} fill="${color(value)}"><title>${title}</title></rect>`
  })
  const view = `0 0 ${((east - west) * narrowing).toFixed(3)} ${(north - south).toFixed(3)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${squares.join("")}</svg>`
}

/** A line for each parallel, north at the top. */
export const print = (map: ReadonlyArray<Cell>): string => {
  const parallels = [...new Set(map.map(({ latitude }) => latitude))].toSorted((a, b) => b - a)
  return parallels
    .map((parallel) => {
      const row = map.filter(({ latitude }) => latitude === parallel)
      return `${parallel.toFixed(2)}° ${row.map(({ value }) => value.toFixed(0).padStart(3)).join("")}`
    })
    .join("\n")
}

const lakeConstance: Box = [47.4, 9.2, 47.7, 9.6]

export default Effect.gen(function* () {
  const map = yield* cells(lakeConstance)
  yield* Effect.log(`\n${print(map)}`)
  return draw(map, lakeConstance)
})
