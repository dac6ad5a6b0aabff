/** Puts what answers have said in the place of the values of a plan. */
import type * as Schema from "effect/Schema"
import type { ValueOf } from "../../PlanError.ts"
import type { Later, PlannedRead, PlannedWrite } from "../../PlanTypes.ts"
import { isRecord } from "./answers.ts"
import { bytesOf } from "./requests.ts"
import { nameOf } from "./symbols.ts"

/** What answers have said, by the names of the values. */
export type Values = ReadonlyMap<string, string | number>

/** The values that requests need. */
export const valuesOf = (requests: ReadonlyArray<PlannedRead | PlannedWrite>): ReadonlyArray<ValueOf> => {
  const found = new Map<string, ValueOf>()
  for (const { later } of requests) {
    for (const part of later.flatMap(({ parts }) => parts)) if (typeof part !== "string") found.set(nameOf(part), part)
  }
  return [...found.values()]
}

/** The field of an answer; undefined if it is not there. */
export const fieldOf = (answer: unknown, field: ReadonlyArray<string>): unknown =>
  field.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null ? Reflect.get(at, name) : undefined),
    answer
  )

const textOf = ({ as, parts }: Later, values: Values): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part
      const value = String(values.get(nameOf(part)))
      return as === "base64"
        ? Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join("")
        : value
    })
    .join("")

/** The URL of a request. */
export const urlOf = ({ later, url }: PlannedRead | PlannedWrite, values: Values): string => {
  const found = later.find(({ at }) => at[0] === "url")
  if (found === undefined) return url
  return found.parts
    .map((part, index) => {
      if (typeof part === "string") return part
      const value = String(values.get(nameOf(part)))
      // A URL of the service's own may be a template of one, and is not a part of another.
      return index === 0 ? value.replace(/\{[?&][^{}]*\}$/, "") : encodeURIComponent(value)
    })
    .join("")
}

/** The JSON of a body, with its secrets. */
export const jsonOf = (
  value: Schema.Json,
  later: ReadonlyArray<Later>,
  values: Values,
  secrets: ReadonlyMap<string, string>
): unknown => {
  const places = new Map(later.map((one) => [one.at.join("\n"), one]))
  const fill = (at: ReadonlyArray<string | number>, value: unknown): unknown => {
    const key = at.join("\n")
    const secret = secrets.get(key)
    if (secret !== undefined) return secret
    const place = places.get(key)
    if (place !== undefined) {
      const text = textOf(place, values)
      return place.as === "number" ? Number(text) : place.as === "base64" ? btoa(text) : text
    }
    if (Array.isArray(value)) return value.map((item, index) => fill([...at, index], item))
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill([...at, name], item)]))
  }
  return fill(["body"], value)
}

/** Bytes in which values are. */
export const bytesWith = (later: ReadonlyArray<Later>, values: Values): Uint8Array | undefined => {
  const place = later.find(({ as, at }) => as === "base64" && at.length === 1)
  return place && bytesOf(textOf(place, values))
}
