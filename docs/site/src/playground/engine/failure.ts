/** Says why a program failed. */
import { ProgramError } from "./compile.ts"
import { inspect } from "./inspect.ts"
import type { Places } from "./program.ts"

interface Place {
  readonly file: string
  readonly line: number
}

/** The first place of the program that a stack leads to. */
export const placeOf = (stack = "", places: Places): Place | undefined =>
  [...places]
    .flatMap(([url, file]) => {
      const index = stack.indexOf(`${url}:`)
      const [, line] = /^(\d+):\d+/.exec(stack.slice(index + url.length + 1)) ?? []
      return index === -1 || line === undefined ? [] : [{ index, file, line: Number(line) }]
    })
    .toSorted((one, other) => one.index - other.index)[0]

/** The place as the page links it. */
const at = (place: { readonly file: string; readonly line: number | undefined } | undefined, column?: number): string =>
  place?.line === undefined ? "" : ` (${place.file}:${place.line}${column === undefined ? "" : `:${column}`})`

const longest = 4_000

/** An error's tag, or its name without the module. */
const nameOf = (error: Error): string =>
  "_tag" in error && typeof error._tag === "string" ? error._tag : (error.name.split("/").at(-1) ?? "Error")

/** What every error has, and what its message says. */
const known = new Set("_tag cause documentationUrl message method name operation stack url".split(" "))

/** The fields of a typed error, a line each. */
const fieldsOf = (error: Error): string =>
  "_tag" in error
    ? Object.entries(error)
        .filter(([name, value]) => !known.has(name) && value !== undefined && value !== null)
        .map(([name, value]) => `\n  ${name}: ${inspect(value).slice(0, 500)}`)
        .join("")
    : ""

/** What provides the services that programs lack. */
const layers: Readonly<Record<string, string>> = {
  "forgecast/forge/Forge": "Forge.layerGitHub, or in a test ForgeSimulator.layer(seed)",
  "forgecast/weather/Weather": "Weather.layerOpenMeteo, or in a test WeatherSimulator.layer(seed)",
  "forgecast/testing/ForgeSimulator": "ForgeSimulator.layer(seed)",
  "forgecast/testing/WeatherSimulator": "WeatherSimulator.layer(seed)",
  "forgecast/rest/Credentials": "Credentials.layerToken(token), or Credentials.layerAnonymous",
  "forgecast/rest/HttpCache": "HttpCache.layerMemory()",
  "forgecast/rest/RateLimit": "RateLimit.layerMemory()"
}

/** Which Layer a program lacks, if that is why it failed. */
const hintOf = ({ message }: Error): string => {
  const [, service = ""] = /^Service not found: (\S+)/.exec(message) ?? []
  const layer = layers[service]
  return layer === undefined ? "" : `\n  Effect.provide gives it: ${layer}`
}

/** The name of an error and what it says, with those that caused it. */
const textOf = (error: Error, depth = 0): string => {
  const text = error.message === "" ? nameOf(error) : `${nameOf(error)}: ${error.message}`
  return error.cause instanceof Error && depth < 3 ? `${text}\n  caused by ${textOf(error.cause, depth + 1)}` : text
}

export const describe = (error: unknown, places: Places): string => {
  if (error instanceof ProgramError) return `${error.name}: ${error.message}${at(error, error.column)}`
  if (!(error instanceof Error)) return inspect(error).slice(0, longest)
  const [first = "", ...causes] = textOf(error).split("\n  caused by ")
  const whole = [`${first}${at(placeOf(error.stack, places))}${hintOf(error)}${fieldsOf(error)}`, ...causes]
  return whole.join("\n  caused by ").slice(0, longest)
}
