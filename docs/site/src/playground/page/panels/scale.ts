/** An axis of the program's time on which long pauses are drawn shorter, so that short requests stay visible. */

export interface Scale {
  /** Where a time stands, from 0 to 1. */
  readonly at: (time: number) => number
  /** The time that stands there. */
  readonly timeAt: (position: number) => number
  /** Whether a second takes more room in one place than in another, so that it shows. */
  readonly isShortened: boolean
}

/** A gap of this many milliseconds has the weight 1. Each doubling adds 1. */
const unit = 50

/** `times` are where something starts or ends. */
export const scaleOf = (times: Iterable<number>): Scale => {
  const marks = [...new Set(times)].toSorted((one, other) => one - other)
  const positions = [0]
  for (const [index, mark] of marks.slice(1).entries()) {
    positions.push((positions[index] ?? 0) + Math.log2(1 + (mark - (marks[index] ?? mark)) / unit))
  }
  const total = positions.at(-1) || 1
  const first = marks[0] ?? 0

  /** Finds the value of `to` that belongs to one of `from`, linear between marks. */
  const between = (from: ReadonlyArray<number>, to: ReadonlyArray<number>, value: number): number => {
    let low = 0
    let high = from.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((from[middle] ?? 0) <= value) low = middle
      else high = middle
    }
    const [start = 0, end = start] = [from[low], from[high]]
    const [left = 0, right = left] = [to[low], to[high]]
    const share = end === start ? 0 : Math.min(1, Math.max(0, (value - start) / (end - start)))
    return left + share * (right - left)
  }

  /** Milliseconds in a share of the axis, between two marks. */
  const rates = marks.slice(1).map((mark, index) => {
    const width = (positions[index + 1] ?? 0) - (positions[index] ?? 0)
    return (mark - (marks[index] ?? mark)) / width
  })

  return {
    isShortened: Math.max(...rates) > 5 * Math.min(...rates),
    at: (time) => (marks.length < 2 ? 0 : between(marks, positions, time) / total),
    timeAt: (position) => (marks.length < 2 ? first : between(positions, marks, position * total))
  }
}
