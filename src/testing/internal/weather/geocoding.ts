/** Searches places by name or postal code, and finds one by id. */
import type { Response } from "../../Exchange.ts"
import { json } from "../exchange.ts"
import { refusal, refuse } from "./parameters.ts"
import type { Place } from "./world/places.ts"

/** Removes case and accents. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .trim()

/** Whether two texts differ by one changed, added or missing letter. */
const isOneOff = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}

/** Two letters match a whole name, more letters match its beginning. From five letters on, one may be wrong. */
const isMatch = (wanted: string, name: string): boolean =>
  wanted.length < 2
    ? false
    : wanted.length === 2
      ? name === wanted
      : name.startsWith(wanted) || (wanted.length > 4 && isOneOff(wanted, name))

const matches = (wanted: string, place: Place): boolean =>
  [place.name, ...Object.values(place.names ?? {})].some((name) => isMatch(wanted, plain(name))) ||
  (place.postcodes?.includes(wanted) ?? false)

/** The service omits values that are zero or empty, even a coordinate on the equator. */
const isWritten = (value: unknown): boolean =>
  value !== 0 && value !== "" && !(Array.isArray(value) && value.length === 0)

const record = ({ names, ...place }: Place, language: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries({ ...place, name: names?.[language] ?? place.name }).filter(([, value]) => isWritten(value))
  )

const countOf = (text: string | null): number => {
  const count = text === null ? 10 : Number(text)
  return Number.isInteger(count) && count >= 1 && count <= 100
    ? count
    : refuse("Parameter count must be between 1 and 100.")
}

export const search = (places: ReadonlyArray<Place>, query: URLSearchParams): Response => {
  const name = query.get("name") ?? refuse("Value of type 'String' required for key 'name'.")
  const count = countOf(query.get("count"))
  const country = query.get("countryCode")?.toUpperCase()
  // In "Paris, Texas", the second part narrows the search.
  const [wanted = "", ...areas] = name.split(",").map(plain)
  const results = places
    .filter((place) => matches(wanted, place))
    .filter((place) => country === undefined || place.country_code === country)
    .filter((place) =>
      areas.every((area) =>
        [place.admin1, place.admin2, place.country, place.country_code].some((of) => plain(of ?? "") === area)
      )
    )
    .sort((a, b) => (b.population ?? 0) - (a.population ?? 0))
    .slice(0, count)
    .map((place) => record(place, query.get("language") ?? "en"))
  return json(200, { ...(results.length === 0 ? {} : { results }), generationtime_ms: 0.5 + results.length / 8 })
}

export const get = (places: ReadonlyArray<Place>, query: URLSearchParams): Response => {
  const id = Number(query.get("id") ?? refuse("Value of type 'Int' required for key 'id'."))
  const place = places.find((known) => known.id === id)
  return place === undefined
    ? refusal(400, "Location ID not found.")
    : json(200, record(place, query.get("language") ?? "en"))
}
