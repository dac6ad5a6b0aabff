/** A response as JSON or flatbuffers have it: arrays of numbers and of times are columns. */

/** A column of numbers; null is NaN. */
export class Numbers {
  readonly values: Float64Array
  /** Undefined if it is beside the column. */
  readonly unit: string | undefined
  constructor(values: Float64Array, unit?: string) {
    this.values = values
    this.unit = unit
  }
}

/** A column of wall-clock times: milliseconds since 1970-01-01T00:00 *of the wall clock*; null is NaN. */
export class WallTimes {
  readonly values: Float64Array
  constructor(values: Float64Array) {
    this.values = values
  }
}

/** A column of instants at equal distances, in milliseconds since 1970. */
export class Instants {
  readonly values: Float64Array
  /** The distance of two rows. */
  readonly step: number
  /** Fills `values`. */
  constructor(values: Float64Array, start: number, step: number) {
    for (let row = 0; row < values.length; row++) values[row] = start + row * step
    this.values = values
    this.step = step
  }
}

/** An object of the JSON. */
export type Tree = ReadonlyMap<string, Node>

/** A JSON value. Arrays of numbers and of times are columns; an empty array is a list. */
export type Node = null | boolean | number | string | Numbers | WallTimes | Instants | ReadonlyArray<Node> | Tree

export const isTree = (node: Node | undefined): node is Tree => node instanceof Map

export const isList = (node: Node | undefined): node is ReadonlyArray<Node> => Array.isArray(node)
