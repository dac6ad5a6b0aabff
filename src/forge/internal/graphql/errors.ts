/** Reads the errors of a response. They are the service's, so an error keeps only so much of them. */
import type * as Schema from "effect/Schema"
import { cut, mostInPart, mostInWords } from "../../../rest/ErrorFields.ts"
import type { GraphQLError } from "../../ForgeError.ts"

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const recordOf = (value: unknown): Fields => (isRecord(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? cut(value, mostInWords) : undefined

const numberOf = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0)

/** The most names and positions of a path, and the most places in the document. */
const mostSteps = 50
const mostPlaces = 10

/** The most errors that are kept, and the most characters of all of them, as JSON. */
const mostErrors = 100
const mostInErrors = 50_000

const isStep = (part: unknown): part is string | number => typeof part === "string" || Number.isFinite(part)

/** How many characters a value has as JSON. What is nested too deeply has any number. */
const sizeOf = (value: unknown): number => {
  try {
    return JSON.stringify(value)?.length ?? 0
  } catch {
    return Infinity
  }
}

/** As many of the fields as fit, as JSON writes them: a number like `1e400`, which is read as Infinity, is null. */
const fitting = (extensions: Fields): GraphQLError["extensions"] => {
  const few: Array<[name: string, value: Schema.Json]> = []
  let size = 0
  for (const [name, value] of Object.entries(extensions)) {
    const more = sizeOf({ [name]: value })
    if (size + more > mostInWords) continue
    size += more
    few.push([name, JSON.parse(JSON.stringify(value)) as Schema.Json])
  }
  return Object.fromEntries(few)
}

/** One error, with all its fields. What is not as the specification says is left out. */
export const errorOf = (value: unknown): GraphQLError => {
  const { extensions, locations, message, path, type } = recordOf(value)
  return {
    message: textOf(message) ?? textOf(value) ?? "",
    type: textOf(type) ?? null,
    path: listOf(path)
      .filter(isStep)
      .slice(0, mostSteps)
      .map((step) => (typeof step === "string" ? cut(step, mostInPart) : step)),
    locations: listOf(locations)
      .slice(0, mostPlaces)
      .map((place) => {
        const { column, line } = recordOf(place)
        return { line: numberOf(line), column: numberOf(column) }
      }),
    extensions: fitting(recordOf(extensions))
  }
}

/** The first errors, as many as an error keeps: one at least. */
export const firstOf = (errors: ReadonlyArray<GraphQLError>): ReadonlyArray<GraphQLError> => {
  let size = 0
  const first = errors.slice(0, mostErrors)
  const end = first.findIndex((error, index) => (size += sizeOf(error)) > mostInErrors && index > 0)
  return end === -1 ? first : first.slice(0, end)
}

/** What the first three say, and how many the error does not keep. */
export const summaryOf = (errors: ReadonlyArray<GraphQLError>, omitted: number): string => {
  const more = omitted === 0 ? "" : `; ${omitted} more errors are left out`
  const shown = errors
    .slice(0, 3)
    .map(({ message, path }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ")
  return cut(shown, mostInPart - more.length) + more
}
