/** Values as literals of TypeScript. No matter who wrote them, they stay values, and look like what they are. */
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"

/** The most characters of a line. */
const width = 120

/** The deepest value that is written. */
const deepest = 64

/** What would end a line, or show a text otherwise than it is: line separators, marks of direction, and the like. */
const unseen = /[\p{Cf}\p{Zl}\p{Zp}\u007F-\u009F]/gu

const escaped = (unit: string): string => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`

/** A text as a literal. */
export const text = (value: string): string =>
  // A character beyond the first 65,536 is two units.
  JSON.stringify(value).replaceAll(unseen, (character) => character.split("").map(escaped).join(""))

const keyOf = (name: string): string => {
  // As a plain key, it would set the prototype.
  if (name === "__proto__") return '["__proto__"]'
  return /^[a-z_$][\w$]*$/i.test(name) ? name : text(name)
}

/** A value that is put together of others; null for one that is not. */
interface Group {
  readonly open: string
  readonly close: string
  readonly parts: ReadonlyArray<readonly [before: string, value: unknown]>
}

/** A cursor of a listing, which has a type of its own. */
export class CursorLiteral {
  readonly cursor: string
  constructor(cursor: string) {
    this.cursor = cursor
  }
}

const numberOf = (value: number): string => {
  if (Number.isNaN(value)) return "Number.NaN"
  if (!Number.isFinite(value)) return value > 0 ? "Number.POSITIVE_INFINITY" : "Number.NEGATIVE_INFINITY"
  return Object.is(value, -0) ? "-0" : String(value)
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A value that is not put together; undefined for one that is, or that has no literal. */
const single = (value: unknown): string | undefined => {
  switch (typeof value) {
    case "string":
      return text(value)
    case "number":
      return numberOf(value)
    case "boolean":
      return String(value)
    case "undefined":
      return "undefined"
    case "object":
      if (value === null) return "null"
      if (value instanceof CursorLiteral) return `Page.Cursor.make(${text(value.cursor)})`
      if (Redacted.isRedacted(value)) return text("<redacted>")
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : text(value.toISOString())
      if (DateTime.isDateTime(value)) return text(DateTime.formatIso(value))
      return undefined
    default:
      return undefined
  }
}

const groupOf = (value: unknown): Group | undefined => {
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value)) return { open: "[", close: "]", parts: Array.from(value, (item) => ["", item] as const) }
  if (value instanceof Uint8Array) {
    return { open: "Uint8Array.of(", close: ")", parts: Array.from(value, (byte) => ["", byte] as const) }
  }
  if (!isPlain(value)) return undefined
  const parts = Object.entries(value).map(([name, field]) => [`${keyOf(name)}: `, field] as const)
  return { open: "{", close: "}", parts }
}

const inlineOf = (value: unknown, depth: number): string | undefined => {
  const one = single(value)
  if (one !== undefined) return one
  const group = depth > deepest ? undefined : groupOf(value)
  if (group === undefined) return undefined
  const parts: Array<string> = []
  for (const [before, part] of group.parts) {
    const written = inlineOf(part, depth + 1)
    if (written === undefined) return undefined
    parts.push(before + written)
  }
  const all = parts.join(", ")
  return group.open === "{" && all !== "" ? `{ ${all} }` : group.open + all + group.close
}

/** A value on one line; undefined if it has no literal. */
export const inline = (value: unknown): string | undefined => inlineOf(value, 0)

/** A value on as many lines as it needs, after `column` characters of a line that is indented by `indent`. */
export const literal = (value: unknown, indent: number, column: number): string | undefined => {
  const one = inline(value)
  if (one === undefined || column + one.length <= width) return one
  const group = single(value) === undefined ? groupOf(value) : undefined
  if (group === undefined || group.parts.length === 0) return one
  const inner = " ".repeat(indent + 2)
  const parts = group.parts.map(
    ([before, part]) => `${inner}${before}${literal(part, indent + 2, indent + 3 + before.length) ?? ""}`
  )
  return `${group.open}\n${parts.join(",\n")}\n${" ".repeat(indent)}${group.close}`
}
