/** The rows of many places, one piece after the other: those of a place, or of a place and model. */
import type { AnySeries, Column } from "../../series/Model.ts"
import * as Held from "../series/held.ts"

/** The rows of a place, or of a place and model. */
export interface Piece {
  /** The index of the place. */
  readonly place: number
  /** The index of the model. */
  readonly model: number
  readonly series: AnySeries
  /** All columns of the table, of which the series may lack some. */
  readonly columns: ReadonlyMap<string, Column | undefined>
}

/** A table as pieces. */
export interface Pieces {
  readonly names: ReadonlyArray<string>
  /** The unit of each column; `undefined` if no place has the column. */
  readonly units: ReadonlyMap<string, string>
  /** Whether the rows are days, weeks … of all places. */
  readonly dates: boolean
  readonly pieces: ReadonlyArray<Piece>
}

/** The names of the columns of a model, by the variable. Without models, they are the same. */
const namesIn = (series: AnySeries, model: string | undefined): ReadonlyMap<string, string> => {
  const all = [...Held.columnsOf(series).keys(), ...series.absent]
  if (model === undefined) return new Map(all.map((name) => [name, name]))
  const suffix = `_${model}`
  return new Map(all.filter((name) => name.endsWith(suffix)).map((name) => [name.slice(0, -suffix.length), name]))
}

/** Divides a block of all places. A place without the block has no rows. */
export const piecesOf = (
  places: ReadonlyArray<{ readonly answer: object }>,
  block: string,
  models: ReadonlyArray<string> | undefined
): Pieces => {
  const found: Array<Omit<Piece, "columns"> & { readonly names: ReadonlyMap<string, string> }> = []
  places.forEach(({ answer }, place) => {
    const series: unknown = Reflect.get(answer, block)
    if (!Held.isSeries(series)) return
    const all = models ?? [undefined]
    all.forEach((name, model) => found.push({ place, model, series, names: namesIn(series, name) }))
  })
  const units = new Map<string, string>()
  for (const { names, series } of found) {
    for (const [variable, name] of names) {
      const unit = Held.columnOf(series, name)?.unit ?? "undefined"
      if ((units.get(variable) ?? "undefined") === "undefined") units.set(variable, unit)
    }
  }
  const names = Array.from(units.keys())
  return {
    names,
    units,
    dates: found.length > 0 && found.every(({ series }) => series.dates),
    pieces: found.map(({ model, names: own, place, series }) => ({
      place,
      model,
      series,
      columns: new Map(names.map((name) => [name, Held.columnOf(series, own.get(name) ?? "")]))
    }))
  }
}
