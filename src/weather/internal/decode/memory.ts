/** Memory for columns. Short ones share it: to allocate each of them takes longer than to fill it. */

/** Columns of more rows have memory of their own. */
const fewRows = 2_048

/** The most values in a piece of memory. A column keeps all of its piece. */
const mostShared = 16_384

/** The memory of one response. */
export class Memory {
  private piece: Float64Array<ArrayBuffer> = new Float64Array()
  private at = 0

  /** Prepares for `columns` columns of `rows` rows. */
  reserve(rows: number, columns: number): void {
    const length = rows * columns
    if (rows > fewRows || this.at + length <= this.piece.length) return
    // Responses for many places need more and more. One that is broken may have any number of columns.
    this.piece = new Float64Array(Math.min(Math.max(length, this.piece.length * 2), mostShared))
    this.at = 0
  }

  /** Returns a column of zeros. */
  take(rows: number): Float64Array<ArrayBuffer> {
    if (rows > fewRows) return new Float64Array(rows)
    this.reserve(rows, 1)
    const start = this.at
    this.at += rows
    return this.piece.subarray(start, this.at)
  }
}

/** Copies a column into a longer one. */
export const grown = (values: Float64Array): Float64Array<ArrayBuffer> => {
  const out = new Float64Array(Math.max(16, values.length * 2))
  out.set(values)
  return out
}
