/** Comparisons in search queries: `>=10`, `5..20`, `*..2024-01-31`. */

export interface Bounds {
  readonly from: number
  readonly to: number
}

/** Reads a value: all instants of a day, or one number. Undefined if it is not one. */
type Read = (text: string) => Bounds | undefined

export const numberBounds: Read = (text) =>
  /^-?\d+$/.test(text) ? { from: Number(text), to: Number(text) } : undefined

const day = 86_400_000

export const dateBounds: Read = (text) => {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text)
  const from = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(" ", "+")) : Number.NaN
  return Number.isNaN(from) ? undefined : { from, to: whole ? from + day - 1 : from }
}

const anything: Bounds = { from: -Infinity, to: Infinity }

/** Reads a comparison; undefined if its values cannot be read. */
export const boundsOf = (text: string, read: Read): Bounds | undefined => {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  if (range !== null) {
    const [, first = "", last = ""] = range
    const [from, to] = [first, last].map((end) => (end === "*" ? anything : read(end)))
    return from === undefined || to === undefined ? undefined : { from: from.from, to: to.to }
  }
  const [, operator = "", value = ""] = /^(>=|<=|>|<)?(.*)$/s.exec(text) ?? []
  const found = read(value)
  if (found === undefined) return undefined
  const { from, to } = found
  if (operator === ">") return { from: to + 1, to: Infinity }
  if (operator === ">=") return { from, to: Infinity }
  if (operator === "<") return { from: -Infinity, to: from - 1 }
  return operator === "<=" ? { from: -Infinity, to } : found
}

export const within = ({ from, to }: Bounds, value: number | null): boolean =>
  value !== null && value >= from && value <= to
