/** What a model is shown of a value. */
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import type { Page } from "../../rest/Page.ts"
import type { View } from "../View.ts"
import type { Own } from "./inputs.ts"

/** How many characters of a text are shown: of a record, and of an item of a listing. */
export const mostText = { record: 6000, item: 400, download: 12_000 }

/** How to show a value. */
interface Showing {
  /** The fields that are shown; undefined for all that say something. */
  readonly fields: ReadonlyArray<string> | undefined
  readonly own: Pick<Own, "fields" | "textFrom">
  readonly most: number
  readonly isListed: boolean
  readonly days: boolean
}

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields => typeof value === "object" && value !== null

/** Where a text is cut, so that no character is torn apart. */
const whole = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

/** Cuts a text, and says so at its end. */
const cut = (text: string, from: number, most: number, isListed: boolean): string => {
  const start = from > text.length ? text.length : whole(text, from)
  if (start === 0 && text.length <= most) return text
  const end = text.length - start <= most ? text.length : whole(text, start + most)
  const part = text.slice(start, end)
  if (end === text.length) return part
  const more = isListed ? "" : `; more with text_from ${end}`
  return `${part}… [cut: characters ${start} to ${end} of ${text.length}${more}]`
}

/** Times as the service writes them: in whole seconds. */
const timeOf = (time: DateTime.DateTime, days = false): string =>
  days ? DateTime.formatIsoDateUtc(time) : DateTime.formatIso(time).replace(/\.000Z$/, "Z")

const says = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)

/** Fields that say nothing to a model: links of the API, and ids that no operation takes. */
const isNoise = (name: string, record: Fields): boolean =>
  name === "node_id" ||
  name === "gravatar_id" ||
  name === "verification" ||
  (name !== "html_url" && /(?:^|_)url$/.test(name)) ||
  (name === "id" && ("number" in record || "login" in record || "sha" in record))

const inner = (value: unknown, showing: Showing, depth: number): unknown => {
  if (typeof value === "string")
    return cut(value, depth === 0 ? showing.own.textFrom : 0, showing.most, showing.isListed)
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  if (!isRecord(value)) return value
  if (DateTime.isDateTime(value)) return timeOf(value, showing.days)
  // A model repeats what it reads.
  if (Redacted.isRedacted(value)) return "<redacted>"
  if (value instanceof Uint8Array) return undefined
  if (Array.isArray(value)) return value.map((item) => inner(item, showing, depth + 1))
  const { color, full_name, login, name, number, title } = value
  if (typeof login === "string") return login
  if (typeof full_name === "string") return full_name
  if (color !== undefined && typeof name === "string") return name
  // A milestone, say: what is more of it is got by its number.
  if (typeof number === "number" && typeof title === "string") return { number, title }
  return allOf(value, showing, depth + 1)
}

const allOf = (record: Fields, showing: Showing, depth: number): Fields => {
  const shown: Record<string, unknown> = {}
  for (const name in record) {
    if (isNoise(name, record)) continue
    const value = inner(record[name], showing, depth)
    if (says(value)) shown[name] = value
  }
  return shown
}

const recordOf = (record: Fields, showing: Showing): Fields => {
  const { fields, own } = showing
  if (fields === undefined) {
    const shown = allOf(record, showing, 0)
    const more = own.fields.filter((name) => !(name in shown) && name in record)
    return more.length === 0 ? shown : { ...shown, ...pick(record, more, showing) }
  }
  return pick(record, [...fields, ...own.fields], showing)
}

/** False is what a flag usually is. */
const pick = (record: Fields, names: ReadonlyArray<string>, showing: Showing): Fields => {
  const shown: Record<string, unknown> = {}
  for (const name of names) {
    const value = inner(record[name], showing, 0)
    if (says(value) && (value !== false || showing.own.fields.includes(name))) shown[name] = value
  }
  return shown
}

const itemsOf = (items: ReadonlyArray<unknown>, view: View | undefined, own: Own): ReadonlyArray<unknown> => {
  const showing: Showing = {
    fields: view?.listed,
    own: { ...own, textFrom: 0 },
    most: mostText.item,
    isListed: true,
    days: view?.days ?? false
  }
  return items.map((item) => (isRecord(item) ? recordOf(item, showing) : inner(item, showing, 0)))
}

/** Shows the result of an operation. */
export const record = (value: unknown, view: View | undefined, own: Own): Fields => {
  const showing: Showing = { fields: view?.fields, own, most: mostText.record, isListed: false, days: false }
  if (Array.isArray(value)) {
    const items = itemsOf(value, view, own)
    return { items, count: items.length }
  }
  if (value === undefined || value === null) return { done: true }
  if (!isRecord(value))
    return { value: typeof value === "string" ? cut(value, own.textFrom, showing.most, false) : value }
  if (DateTime.isDateTime(value)) return { value: timeOf(value) }
  return recordOf(value, showing)
}

/** Shows a page of a listing. */
export const page = (page: Page<unknown>, view: View | undefined, own: Own): Fields => {
  const items = itemsOf(page.items, view, own)
  return {
    items,
    count: items.length,
    page: own.page,
    ...(page.next === null ? {} : { next_page: own.page + 1 }),
    ...(page.total_count === null ? {} : { total_count: page.total_count }),
    ...(page.incomplete_results === true ? { incomplete_results: true } : {})
  }
}

/** Shows a text. */
export const text = (text: string, own: Own): Fields => {
  const start = own.textFrom > text.length ? text.length : whole(text, own.textFrom)
  const end = text.length - start <= mostText.download ? text.length : whole(text, start + mostText.download)
  return {
    text: text.slice(start, end),
    characters: text.length,
    ...(end < text.length ? { next_text_from: end } : {})
  }
}

/** The text of bytes; undefined if they are not UTF-8. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
