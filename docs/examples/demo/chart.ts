/** Charts for a terminal, made of characters. */

const blank = 0x2800
/** The bits of a braille character, by row and column of its dots. */
const dots = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80]
] as const

/** The range of the values that are not NaN, at least `apart` wide. */
const extent = (values: Float64Array, apart: number): readonly [number, number] => {
  const known = values.filter((value) => !Number.isNaN(value))
  const least = Math.floor(Math.min(...known))
  return [least, Math.max(Math.ceil(Math.max(...known)), least + apart)]
}

/** A curve of `lines` lines with two values in each column; the top, middle and bottom lines have labels. */
export const curve = (values: Float64Array, lines: number) => {
  const [least, most] = extent(values, 4)
  const height = 4 * lines - 1
  const levels = Array.from(values, (value) => Math.round(((most - value) / (most - least)) * height))
  const cells = Array.from({ length: lines }, () => new Uint8Array(Math.ceil(values.length / 2)))
  const dot = (x: number, y: number) => {
    const line = cells[Math.floor(y / 4)]
    const column = Math.floor(x / 2)
    const bit = dots[y % 4]?.[x % 2]
    if (line !== undefined && bit !== undefined) line[column] = (line[column] ?? 0) | bit
  }
  levels.forEach((level, x) => {
    if (Number.isNaN(level)) return
    // Fill the dots between the previous value and this one, so that the curve is continuous.
    const before = levels[x - 1] ?? level
    const from = Number.isNaN(before) ? level : before
    const step = Math.sign(level - from)
    for (let y = from + step; y !== level && step !== 0; y += step) dot(x, y)
    dot(x, level)
  })
  const labelled = new Map([
    [0, most],
    [Math.floor((lines - 1) / 2), most - ((most - least) * (Math.floor((lines - 1) / 2) + 0.5)) / lines],
    [lines - 1, least]
  ])
  return {
    labels: cells.map((_, i) => labelled.get(i)?.toFixed(0) ?? ""),
    rows: cells.map((line) => String.fromCharCode(...Array.from(line, (bits) => blank + bits)))
  }
}

const eighths = " ▁▂▃▄▅▆▇█"

/** The sums of groups of `each` values. */
const sums = (values: Float64Array, each: number): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(values.length / each) }, (_, i) =>
    values.subarray(i * each, i * each + each).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0)
  )

/** The value of the highest bar. */
export const scale = (values: Float64Array, each: number): number => Math.max(1, ...sums(values, each))

/** Bars of `lines` lines, each the sum of `each` values. */
export const bars = (values: Float64Array, each: number, lines: number): ReadonlyArray<string> => {
  const most = scale(values, each)
  // A bar above zero is always visible, however small it is.
  const heights = sums(values, each).map((sum) => (sum === 0 ? 0 : Math.max(1, Math.round((sum / most) * 8 * lines))))
  return Array.from({ length: lines }, (_, line) => {
    const below = 8 * (lines - 1 - line)
    return heights.map((height) => eighths[Math.min(8, Math.max(0, height - below))] ?? " ").join("")
  })
}
