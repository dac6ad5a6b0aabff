/**
 * Reads the parameters of a request, from the query of a GET or from the JSON body of a POST, and refuses them in the
 * service's own words.
 */
import type { Response, Request } from "../../Exchange.ts"
import type { Window } from "../../WeatherSeed.ts"
import { response, json, textOf } from "../exchange.ts"

/** Thrown where a request turns out to be invalid; the service catches it and answers. */
export class InvalidRequest extends Error {
  readonly status: number

  constructor(reason: string, status = 400) {
    super(reason)
    this.status = status
  }
}

export const refuse = (reason: string, status?: number): never => {
  throw new InvalidRequest(reason, status)
}

export const refusal = (status: number, reason: string): Response => json(status, { error: true, reason })

export const unavailable = (status: number): Response =>
  refusal(status, status === 503 ? "The service is overloaded" : "Internal Server Error")

export const limitReasons: Readonly<Record<Window | "concurrent", string>> = {
  minutely: "Minutely API request limit exceeded. Please try again in one minute.",
  hourly: "Hourly API request limit exceeded. Please try again in the next hour.",
  daily: "Daily API request limit exceeded. Please try again tomorrow.",
  concurrent: "Too many concurrent requests"
}

export const tooMuch =
  "Your API call requests too much data. Please reduce the number of variables, locations and/or weather models."

/** What the proxy before the service says of a request line that is too long. */
export const tooLong: Response = response(414, "<html><head><title>414 Request-URI Too Large</title></head></html>", {
  "content-type": "text/html"
})

export const invalidValue = (type: string, value: string, path = ""): never =>
  refuse(`Data corrupted at path '${path}'. Cannot initialize ${type} from invalid String value ${value}.`)

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
