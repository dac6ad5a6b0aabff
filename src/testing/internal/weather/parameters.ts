/** Reads the parameters of a request: from the query of a GET, or from the JSON body of a POST. */
import type { Request } from "../../Exchange.ts"
import { textOf } from "../exchange.ts"
import { refuse } from "./refusals.ts"

/** Parameters that have a value for each place or each day, and names. All others are single values. */
const lists: ReadonlySet<string> = new Set([
  "latitude",
  "longitude",
  "elevation",
  "timezone",
  "bounding_box",
  "start_date",
  "end_date",
  "start_hour",
  "end_hour",
  "start_minutely_15",
  "end_minutely_15",
  "current",
  "minutely_15",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "models"
])

const numbers = /^(?:(?:past|forecast|initial)_(?:days|hours|minutely_15)|tilt|azimuth)$/

const typeOf = (name: string): string => {
  if (lists.has(name)) return "Array<Any>"
  return numbers.test(name) ? "Number" : "String"
}

const fits = (name: string, value: unknown): boolean => {
  if (lists.has(name)) return Array.isArray(value)
  if (numbers.test(name)) return typeof value === "number"
  if (name === "ensemble" || name === "disable_bias_correction") return typeof value === "boolean"
  return typeof value === "string"
}

/** The parameters of a body. As in the service, a value of another type is refused. */
const inBody = (text: string): URLSearchParams => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse("Data corrupted at path ''. The given data was not valid JSON.")
  }
  if (typeof body !== "object" || body === null) return refuse("Value of type 'Dictionary<String, Any>' required.")
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(body)) {
    if (value === null) continue
    if (!fits(name, value)) return refuse(`Value was not of type '${typeOf(name)}' at path '${name}'.`)
    query.set(name, Array.isArray(value) ? value.join(",") : String(value))
  }
  return query
}

export const parametersOf = ({ body, method, url }: Request): URLSearchParams =>
  method === "POST" ? inBody(textOf(body)) : url.searchParams
