/** Memory for columns. Short ones share it: to allocate each of them takes longer than to fill it. */

/**
 * The most values in a piece of memory; longer columns have memory of their own. A column keeps all of its piece, and the system
 * gives larger pieces anew each time, which takes longer than to fill them.
 */
const mostShared = 2_048

/** The memory of one response. */
export class Memory {
  private piece: Float64Array<ArrayBuffer> = new Float64Array()
  private at = 0

  /** Prepares for `columns` columns of `rows` rows. */
  reserve(rows: number, columns: number): void {
    if (rows > mostShared || this.at + rows * columns <= this.piece.length) return
    // A piece has whole columns.
    this.piece = new Float64Array(rows * Math.min(columns, Math.floor(mostShared / rows)))
    this.at = 0
  }

  /** Returns a column of zeros. */
  take(rows: number): Float64Array<ArrayBuffer> {
    if (rows > mostShared) return new Float64Array(rows)
    if (this.at + rows > this.piece.length) this.reserve(rows, Number.POSITIVE_INFINITY)
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
